import type { ClientMessage } from '@desk/schema/push/messages'
import type { TelemetryFigures } from '@desk/schema/telemetry/telemetry'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** The gateway's metrics, in Prometheus' format. */
export interface GatewayMetrics {
  readonly registry: Registry
  frameSent(watchers: number, commitAtMs: number | undefined): void
  clientWasSlow(): void
  passedOn(status: number): void
  /** A message of a connected client could not be read. */
  messageRefused(message: ClientMessage | 'unknown'): void
  /** A connection was refused before it opened. */
  connectionRefused(): void
  /** An unexpected failure, which was answered and logged. */
  failed(where: 'connection' | 'message' | 'process'): void
}

export interface GatewayGauges {
  connections(): number
  rooms(): number
  backlogBytes(): number
  feedDelayMs(): number | null
  /** The platform's own metrics; null while it does not answer. */
  platformLooseErrors(): Promise<number | null>
}

const MS_BUCKETS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000]

export function gatewayMetrics(
  gauges: () => GatewayGauges | null,
  telemetry: TelemetryFigures | undefined,
): GatewayMetrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, read: (of: GatewayGauges) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const of = gauges()
        this.set(of ? read(of) : 0)
      },
    })
  }
  gauge('desk_gateway_connections', 'Open push connections', of => of.connections())
  gauge('desk_gateway_rooms', 'Topics being watched, by account and view', of => of.rooms())
  gauge('desk_gateway_backlog_bytes', 'Bytes buffered for clients that have not read them yet', of => of.backlogBytes())
  gauge(
    'desk_gateway_feed_delay_ms',
    'How far behind the change feed may be; -1 before it ever answered',
    of => of.feedDelayMs() ?? -1,
  )
  new Gauge({
    name: 'desk_platform_loose_errors',
    help: 'Uncaught errors of the platform since it started; -1 while it does not answer',
    registers,
    async collect() {
      this.set((await gauges()?.platformLooseErrors()) ?? -1)
    },
  })
  const frames = new Counter({ name: 'desk_gateway_frames_total', help: 'Frames made', registers })
  const deliveries = new Counter({ name: 'desk_gateway_deliveries_total', help: 'Frames times watchers', registers })
  const slow = new Counter({
    name: 'desk_gateway_slow_clients_total',
    help: 'Clients that did not keep up and were sent to a snapshot',
    registers,
  })
  const lag = new Histogram({
    name: 'desk_gateway_commit_to_frame_ms',
    help: 'From the commit of a change to the frame that carries it',
    buckets: MS_BUCKETS,
    registers,
  })
  const passed = new Counter({
    name: 'desk_gateway_passed_on_total',
    help: 'Requests passed on to the platform, by class of status',
    labelNames: ['status'],
    registers,
  })
  const passedByClass = ['0xx', '1xx', '2xx', '3xx', '4xx', '5xx'].map(status => passed.labels({ status }))
  const refused = new Counter({
    name: 'desk_gateway_messages_refused_total',
    help: 'Messages of clients that could not be read, by name',
    labelNames: ['message'],
    registers,
  })
  const faults = new Counter({
    name: 'desk_gateway_faults_total',
    help: 'Unexpected failures that were answered and logged',
    labelNames: ['where'],
    registers,
  })
  const connectionsRefused = new Counter({
    name: 'desk_gateway_connections_refused_total',
    help: 'Connections refused before they opened',
    registers,
  })
  if (telemetry) {
    gauge('desk_gateway_telemetry_waiting_bytes', 'Bytes that wait for the collector', telemetry.waitingBytes)
    new Counter({
      name: 'desk_gateway_spans_dropped_total',
      help: 'Spans that the collector did not get',
      registers,
      collect() {
        this.reset()
        this.inc(telemetry.droppedSpans())
      },
    })
  }
  for (const message of ['watch', 'unwatch', 'token', 'unknown']) refused.inc({ message }, 0)
  for (const where of ['connection', 'message', 'process']) faults.inc({ where }, 0)
  return {
    registry,
    frameSent(watchers, commitAtMs) {
      frames.inc()
      deliveries.inc(watchers)
      if (commitAtMs !== undefined) lag.observe(Math.max(0, Date.now() - commitAtMs))
    },
    clientWasSlow: () => slow.inc(),
    passedOn: status => passedByClass[Math.floor(status / 100)]?.inc(),
    messageRefused: message => refused.inc({ message }),
    connectionRefused: () => connectionsRefused.inc(),
    failed: where => faults.inc({ where }),
  }
}
