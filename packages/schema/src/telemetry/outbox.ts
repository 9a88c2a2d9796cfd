import type { Collector, Sent } from './collector.ts'

/** A message for the collector. */
export interface Message {
  readonly kind: 'traces' | 'metrics'
  readonly body: Uint8Array
  /** How many spans it holds. */
  readonly spans: number
}

export interface OutboxLog {
  info(what: object, sentence: string): void
  warn(what: object, sentence: string): void
}

export interface OutboxOptions {
  readonly collector: Collector
  readonly log: OutboxLog
  /** The most bytes that wait, without the message that is being sent. */
  readonly maxWaitingBytes?: number
  /** The first pause after the collector was away; each further one is twice as long. */
  readonly firstPauseMs?: number
}

const MAX_WAITING_BYTES = 4 * 1024 * 1024
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const PATHS = { traces: '/v1/traces', metrics: '/v1/metrics' } as const

/**
 * Messages on their way to the collector, one at a time. While it is away they wait within a limit: the oldest are dropped, and their
 * spans counted. Of metrics only the newest waits, since it holds all that older ones do. A change of the collector's state is logged
 * once.
 */
export class Outbox {
  readonly #options: Required<OutboxOptions>
  readonly #waiting: Message[] = []
  readonly #away = new Set<Message['kind']>()
  #waitingBytes = 0
  #droppedSpans = 0
  #isSending = false
  #isStopping = false
  #failures = 0
  #wake: () => void = () => undefined
  #emptied: () => void = () => undefined

  constructor(options: OutboxOptions) {
    this.#options = { maxWaitingBytes: MAX_WAITING_BYTES, firstPauseMs: FIRST_PAUSE_MS, ...options }
  }

  /** The spans that were dropped since the start. */
  get droppedSpans(): number {
    return this.#droppedSpans
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  add(message: Message): void {
    if (this.#isStopping) {
      this.#droppedSpans += message.spans
      return
    }
    if (message.kind === 'metrics') this.#removeOlderMetrics()
    this.#waiting.push(message)
    this.#waitingBytes += message.body.byteLength
    this.#keepWithinLimit()
    void this.#send()
  }

  /** Tries once more to send what waits, and ends within this time; the rest is dropped. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true
    this.#wake()
    if (this.#isSending) {
      const late = setTimeout(() => this.#options.collector.close(), withinMs)
      await new Promise<void>(resolve => {
        this.#emptied = resolve
      })
      clearTimeout(late)
    }
    this.#options.collector.close()
    while (this.#waiting.length > 0) this.#drop()
    if (this.#droppedSpans > 0)
      this.#options.log.info({ droppedSpans: this.#droppedSpans }, 'Spans that the collector did not get were dropped')
  }

  async #send(): Promise<void> {
    if (this.#isSending) return
    this.#isSending = true
    for (let next = this.#take(); next !== undefined; next = this.#take()) {
      const sent = await this.#options.collector.send(PATHS[next.kind], next.body)
      this.#note(next.kind, sent)
      if (sent.kind === 'refused') this.#droppedSpans += next.spans
      if (sent.kind !== 'away') this.#failures = 0
      else {
        this.#putBack(next)
        if (this.#isStopping) break
        await this.#pause(sent.retryAfterMs)
      }
    }
    this.#isSending = false
    this.#emptied()
  }

  #take(): Message | undefined {
    const next = this.#waiting.shift()
    if (next !== undefined) this.#waitingBytes -= next.body.byteLength
    return next
  }

  #putBack(message: Message): void {
    if (message.kind === 'metrics' && this.#waiting.some(({ kind }) => kind === 'metrics')) return
    this.#waiting.unshift(message)
    this.#waitingBytes += message.body.byteLength
    this.#keepWithinLimit()
  }

  #drop(): void {
    this.#droppedSpans += this.#take()?.spans ?? 0
  }

  #keepWithinLimit(): void {
    while (this.#waitingBytes > this.#options.maxWaitingBytes) this.#drop()
  }

  #removeOlderMetrics(): void {
    const at = this.#waiting.findIndex(({ kind }) => kind === 'metrics')
    if (at === -1) return
    const [older] = this.#waiting.splice(at, 1)
    this.#waitingBytes -= older?.body.byteLength ?? 0
  }

  /** Waits before the next try; `stop` cuts it short. */
  #pause(retryAfterMs = 0): Promise<void> {
    const growingMs = this.#options.firstPauseMs * 2 ** Math.min(this.#failures, 10)
    this.#failures += 1
    const pauseMs = Math.min(Math.max(growingMs, retryAfterMs), LONGEST_PAUSE_MS)
    return new Promise(resolve => {
      const timer = setTimeout(resolve, pauseMs).unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #note(kind: Message['kind'], sent: Sent): void {
    const { log } = this.#options
    if (sent.kind !== 'taken') {
      if (this.#away.has(kind)) return
      this.#away.add(kind)
      log.warn({ reason: sent.reason }, `The collector of OTEL_EXPORTER_OTLP_ENDPOINT does not take ${kind}`)
    } else if (this.#away.delete(kind))
      log.info({ droppedSpans: this.#droppedSpans }, `The collector takes ${kind} again`)
  }
}
