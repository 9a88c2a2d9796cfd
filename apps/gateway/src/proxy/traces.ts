import { tracedRoute } from '@desk/api/traced-route'
import { startTelemetry, type Telemetry } from '@desk/schema/telemetry/telemetry'
import type { TelemetrySettings } from '@desk/schema/telemetry/telemetry-settings'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { requestIdOf } from './request-id.ts'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** The traces that begin at the gateway: each does, since one from outside is not joined. */
export interface Traces extends Pick<Telemetry, 'figures' | 'sendMetrics' | 'stop'> {
  /** Follows each request before the listener answers it. */
  follow(listener: Listener): Listener
  /** The `traceparent` by which the platform joins the request's trace. */
  readonly traceparent: (request: IncomingMessage, id: string) => string
}

/** Null: nothing is sent to a collector, and nothing is followed. */
export async function openTraces(settings: TelemetrySettings | undefined, log: Logger): Promise<Traces | null> {
  if (settings === undefined) return null
  const telemetry = await startTelemetry({ settings, service: 'gateway', log, routeOf: tracedRoute })
  const { requests } = telemetry
  return {
    ...telemetry,
    follow: listener => (request, response) => {
      requests.observe(request, response, { traceId: requestIdOf(request), parent: null })
      listener(request, response)
    },
    traceparent: (request, id) => requests.traceparent(request, id),
  }
}
