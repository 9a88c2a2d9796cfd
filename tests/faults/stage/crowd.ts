import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Study } from '@desk/platform/ledger/testing/study'

const TRY_AGAIN_AFTER_MS = 150
const ANSWER_WITHIN_MS = 20_000
const RDUD = /[?&]id=([0-9a-z]+-[0-9a-f]{32})/
/** The inbound codes of the respondents, in turn; null: they stay in the survey. */
const INBOUND_CODES = ['1000', '1000', '2000', '1000', '4000', null, '1', '3000', '1000', null] as const

export interface CrowdOptions {
  readonly url: string
  readonly study: Study
  /** So many respondents are on their way at once. */
  readonly atOnce: number
  /** Each waits so long before the next step. */
  readonly paceMs?: number
  /** Distinguishes the rids of several crowds of one study. */
  readonly name?: string
}

interface Answer {
  readonly status: number
  readonly location: string
  readonly retryAfter: string | undefined
}

/**
 * Respondents of a study who come and go by the public links over HTTP. Each repeats a step until it is acknowledged,
 * and the crowd remembers the acknowledged steps.
 */
export class Crowd {
  /** The RDUD that each rid's entry was acknowledged with. */
  readonly entered = new Map<string, string>()
  /** The inbound code that each RDUD's return was acknowledged with. */
  readonly returned = new Map<string, string>()
  /** Every rid that ever knocked. */
  readonly knocked = new Set<string>()
  /** The number of failed answers by status; 0: no answer at all. */
  readonly refusals = new Map<number, number>()
  /** Answers of 503 that did not say when to come again. */
  withoutRetryAfter = 0
  /** The longest time in which no step was acknowledged. */
  longestGapMs = 0
  #lastMs = 0
  readonly #options: CrowdOptions
  readonly #agent: Agent
  readonly #waiting: { readonly count: number; readonly reached: () => void }[] = []
  #isLeaving = false
  #ended: Promise<unknown> = Promise.resolve()

  constructor(options: CrowdOptions) {
    this.#options = options
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.atOnce })
  }

  /** Begins the rids of all of its respondents. */
  get name(): string {
    return this.#options.name ?? 'crowd'
  }

  get acknowledged(): number {
    return this.entered.size + this.returned.size
  }

  start(): this {
    this.#lastMs = performance.now()
    this.#ended = Promise.all(Array.from({ length: this.#options.atOnce }, (_, lane) => this.#lane(lane)))
    this.#ended.catch(() => undefined) // the caller that waits for the crowd gets it
    return this
  }

  /** Resolves in the moment in which so many more steps are acknowledged: others are under way then. Rejects when one was answered as none may be. */
  async acknowledgedMore(steps: number): Promise<void> {
    const count = this.acknowledged + steps
    await Promise.race([new Promise<void>(reached => this.#waiting.push({ count, reached })), this.#ended])
  }

  /** Ends the arrivals; resolves when everyone who is on the way is acknowledged. */
  async leave(): Promise<void> {
    this.#isLeaving = true
    await this.#ended
    this.#agent.destroy()
  }

  async #lane(lane: number): Promise<void> {
    const { study, paceMs = 5 } = this.#options
    for (let turn = 0; !this.#isLeaving; turn++) {
      const rid = `${this.name}-${lane}-${turn}`
      const sourceId = study.sourceIds[(lane + turn) % study.sourceIds.length] ?? study.sourceId
      this.knocked.add(rid)
      const entry = await this.#untilAcknowledged('GET', `/entry/${sourceId}?sup=${study.supplierId}&rid=${rid}`)
      const rdud = RDUD.exec(entry.location)?.[1]
      if (rdud === undefined) throw new Error(`${rid} was sent to ${entry.location} instead of the survey.`)
      this.entered.set(rid, rdud)
      this.#tell()
      await sleep(paceMs)
      const code = INBOUND_CODES[(lane * 3 + turn) % INBOUND_CODES.length] ?? null
      if (code === null) continue
      // every fourth comes back server to server
      if (turn % 4 === 3) await this.#untilAcknowledged('POST', '/return', JSON.stringify({ rdud, inbound_code: code }))
      else await this.#untilAcknowledged('GET', `/return?inbound_code=${code}&rdud=${rdud}`)
      this.returned.set(rdud, code)
      this.#tell()
      await sleep(paceMs)
    }
  }

  async #untilAcknowledged(method: string, path: string, body?: string): Promise<Answer> {
    for (;;) {
      const answer = await this.#send(method, path, body)
      if (answer.status === 302 || (method === 'POST' && answer.status === 200)) return answer
      if (answer.status !== 0 && answer.status !== 503)
        throw new Error(`${method} ${path} was answered ${answer.status}.`)
      this.refusals.set(answer.status, (this.refusals.get(answer.status) ?? 0) + 1)
      if (answer.status === 503 && answer.retryAfter === undefined) this.withoutRetryAfter += 1
      await sleep(TRY_AGAIN_AFTER_MS)
    }
  }

  #send(method: string, path: string, body?: string): Promise<Answer> {
    const headers =
      body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise(resolve => {
      const sent = request(
        `${this.#options.url}${path}`,
        { method, headers, agent: this.#agent, timeout: ANSWER_WITHIN_MS },
        response => {
          response.resume()
          response.on('error', () => resolve({ status: 0, location: '', retryAfter: undefined }))
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location ?? '',
              retryAfter: response.headers['retry-after'],
            }),
          )
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer')))
      sent.on('error', () => resolve({ status: 0, location: '', retryAfter: undefined }))
      sent.end(body)
    })
  }

  #tell(): void {
    const nowMs = performance.now()
    this.longestGapMs = Math.max(this.longestGapMs, Math.round(nowMs - this.#lastMs))
    this.#lastMs = nowMs
    for (let at = this.#waiting.length - 1; at >= 0; at--) {
      const waiting = this.#waiting[at]
      if (!waiting || waiting.count > this.acknowledged) continue
      this.#waiting.splice(at, 1)
      waiting.reached()
    }
  }
}
