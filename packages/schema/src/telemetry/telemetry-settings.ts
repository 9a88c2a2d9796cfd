import { readHeaderList } from '../config/header-list.ts'

/** Where traces and metrics are sent, and how many. */
export interface TelemetrySettings {
  /** The collector's address; `/v1/traces` and `/v1/metrics` are below it. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** Which share of the requests is traced. */
  readonly sampledShare: number
}

interface TelemetryValues {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined
  readonly OTEL_EXPORTER_OTLP_HEADERS: string | undefined
  readonly OTEL_TRACES_SAMPLER_ARG: number
}

/** The settings of telemetry from those of the environment; undefined: nothing is sent. */
export function telemetrySettings({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_EXPORTER_OTLP_HEADERS: headers = '',
  OTEL_TRACES_SAMPLER_ARG: sampledShare,
}: TelemetryValues): TelemetrySettings | undefined {
  if (endpoint === undefined) return undefined
  return { endpoint, headers: (headers === '' ? null : readHeaderList(headers)) ?? {}, sampledShare }
}
