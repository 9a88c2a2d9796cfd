import { OtlpResource } from 'effect/observability'
import { openCollector } from './collector.ts'
import { metricsMessage, type MetricsRegistry } from './metrics-message.ts'
import { Outbox, type OutboxLog } from './outbox.ts'
import { RequestSpans } from './request-spans.ts'
import { openSpanTracer } from './span-tracer.ts'
import type { TelemetrySettings } from './telemetry-settings.ts'

export interface TelemetryOptions {
  readonly settings: TelemetrySettings
  /** `sample-desk-…` in the collector. */
  readonly service: 'platform' | 'gateway'
  readonly log: OutboxLog
  readonly routeOf: (url: string | undefined) => string
  readonly exportSpansEveryMs?: number
  readonly exportMetricsEveryMs?: number
}

/** The figures of telemetry itself, for /metrics. */
export interface TelemetryFigures {
  readonly droppedSpans: () => number
  readonly waitingBytes: () => number
}

/** Traces and metrics of a process on their way to the collector. */
export interface Telemetry {
  readonly requests: RequestSpans
  readonly figures: TelemetryFigures
  /** Sends these metrics at an interval. */
  sendMetrics(registry: MetricsRegistry): void
  /** Sends the rest; ends within 2 s, even if the collector hangs. */
  stop(): Promise<void>
}

const EXPORT_SPANS_EVERY_MS = 5_000
const EXPORT_METRICS_EVERY_MS = 30_000
const LAST_METRICS_WITHIN_MS = 500
const STOP_WITHIN_MS = 1_000
/** `pnpm start` bundles each build into a folder that its sources' hash names. */
const BUILD_FOLDER = /\/programs\/([\da-f]{12})[\da-f]{52}\/[^/]+$/

/** The build that runs; `source` when it is none. */
function buildOf(program: string | undefined): string {
  return BUILD_FOLDER.exec(program ?? '')?.[1] ?? 'source'
}

/** Opens the way to the collector of these settings. Nothing that a collector does, or fails to do, reaches a request. */
export async function startTelemetry(options: TelemetryOptions): Promise<Telemetry> {
  const { settings, service, log, routeOf } = options
  const outbox = new Outbox({ collector: openCollector(settings.endpoint, settings.headers), log })
  const resource = { serviceName: `sample-desk-${service}`, serviceVersion: buildOf(process.argv[1]) }
  const spans = await openSpanTracer({
    outbox,
    resource,
    exportEveryMs: options.exportSpansEveryMs ?? EXPORT_SPANS_EVERY_MS,
  })
  const startedAtMs = Date.now()
  let registry: MetricsRegistry | null = null
  let timer: NodeJS.Timeout | undefined
  let isReading = false

  async function exportMetrics(): Promise<void> {
    if (registry === null || isReading) return
    isReading = true
    try {
      const metrics = await registry.getMetricsAsJSON()
      const period = { startedAtMs, nowMs: Date.now() }
      const message = metricsMessage(metrics, OtlpResource.make(resource), { name: 'sample-desk' }, period)
      outbox.add({ kind: 'metrics', body: new TextEncoder().encode(JSON.stringify(message)), spans: 0 })
    } catch (error) {
      log.warn({ err: error }, 'The metrics could not be read')
    } finally {
      isReading = false
    }
  }

  return {
    requests: new RequestSpans({ tracer: spans.tracer, sampledShare: settings.sampledShare, routeOf }),
    figures: { droppedSpans: () => outbox.droppedSpans, waitingBytes: () => outbox.waitingBytes },
    sendMetrics(of) {
      registry = of
      timer = setInterval(() => void exportMetrics(), options.exportMetricsEveryMs ?? EXPORT_METRICS_EVERY_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await Promise.race([exportMetrics(), wait(LAST_METRICS_WITHIN_MS)])
      await spans.close()
      await outbox.stop(STOP_WITHIN_MS)
    },
  }
}

function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms).unref())
}
