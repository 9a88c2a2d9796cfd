import type { TelemetryFigures } from '@desk/schema/telemetry/telemetry'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The values read when the metrics are asked for. */
export interface PlatformGauges {
  readonly connections: () => { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Null: there is no replica. */
  readonly replica: { readonly isOut: boolean; readonly behindMs: number | null } | null
  /** Respondents who wait to be written. */
  readonly waitingRespondents: () => number
  readonly isDiskFull: () => boolean
  readonly looseErrors: () => number
  /** Null: there is no backup yet; unset: none are scheduled. */
  readonly backupAgeSeconds: (() => number | null) | undefined
  /** Unset: nothing is sent to a collector. */
  readonly telemetry: TelemetryFigures | undefined
}

export interface PlatformMetrics {
  readonly registry: Registry
  /** Counts and times a request; call it before anything answers. */
  observe(request: IncomingMessage, response: ServerResponse): void
}

const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The platform's door of a request: few names, so that no client can make metrics grow. */
function doorOf(url: string): 'entry' | 'return' | 'health' | 'api' {
  if (url.startsWith('/entry/')) return 'entry'
  if (url.startsWith('/return')) return 'return'
  return /^\/(?:healthz|livez|readyz)/.test(url) ? 'health' : 'api'
}

/** The platform's metrics, in Prometheus' format. */
export function platformMetrics(gauges: PlatformGauges): PlatformMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }
  gauge('desk_platform_database_connections', 'Open connections to the database', () => gauges.connections().total)
  gauge('desk_platform_database_idle', 'Connections to the database that nothing uses', () => gauges.connections().idle)
  gauge(
    'desk_platform_database_waiting',
    'Requests that wait for a connection to the database',
    () => gauges.connections().waiting,
  )
  const { replica } = gauges
  if (replica) {
    gauge('desk_platform_replica_out', '1: the replica’s reads go to the primary', () => Number(replica.isOut))
    gauge(
      'desk_platform_replica_behind_seconds',
      'How far behind the primary the replica’s last read was at most; NaN: none since it failed',
      () => (replica.behindMs ?? Number.NaN) / 1_000,
    )
  }
  gauge('desk_platform_respondents_waiting', 'Entries and returns that wait to be written', gauges.waitingRespondents)
  gauge('desk_platform_disk_full', '1: nothing is written, for want of disk space', () => Number(gauges.isDiskFull()))
  const { backupAgeSeconds } = gauges
  if (backupAgeSeconds)
    gauge(
      'desk_platform_backup_age_seconds',
      'Since the newest backup was complete; +Inf: there is none',
      () => backupAgeSeconds() ?? Number.POSITIVE_INFINITY,
    )
  gauge('desk_platform_loose_errors', 'Uncaught errors since the start', gauges.looseErrors)
  const { telemetry } = gauges
  if (telemetry) {
    gauge('desk_platform_telemetry_waiting_bytes', 'Bytes that wait for the collector', telemetry.waitingBytes)
    new Counter({
      name: 'desk_platform_spans_dropped_total',
      help: 'Spans that the collector did not get',
      registers,
      collect() {
        this.reset()
        this.inc(telemetry.droppedSpans())
      },
    })
  }
  const requests = new Counter({
    name: 'desk_platform_requests_total',
    help: 'Requests answered, by door and class of status',
    labelNames: ['door', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'desk_platform_request_seconds',
    help: 'From a request to the end of its answer, by door',
    labelNames: ['door'],
    buckets: SECONDS_BUCKETS,
    registers,
  })
  return {
    registry,
    observe(request, response) {
      const door = doorOf(request.url ?? '')
      const startedMs = performance.now()
      response.once('close', () => {
        const status = response.writableFinished ? `${Math.floor(response.statusCode / 100)}xx` : 'cut off'
        requests.inc({ door, status })
        seconds.observe({ door }, (performance.now() - startedMs) / 1_000)
      })
    },
  }
}
