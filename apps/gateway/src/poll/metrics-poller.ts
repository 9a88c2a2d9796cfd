import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { subjectOf } from '../push/topic-name.ts'
import type { TopicRoom } from '../push/topic-room.ts'
import type { RoomRows } from '../push/topic-rooms.ts'
import { metricCallsOf } from '../push/metric-calls.ts'
import {
  renewedTokenOf,
  type PlatformAnswer,
  type PlatformCall,
  type PlatformClient,
} from '../platform/platform-client.ts'
import { Standings } from '../push/standings.ts'

/** How often each watching session is checked: such an API does not report ended sessions. */
const CHECK_SESSIONS_MS = 15_000
const OVERDUE_MARGIN_MS = 1_000

/** A viewer whose token reads the watched topics. */
export interface PollingViewer {
  token: string
  readonly sessionId: string
}

export interface MetricsPollerOptions {
  readonly client: PlatformClient
  readonly intervalMs: number
  readonly rooms: () => readonly TopicRoom[]
  readonly viewersIn: (room: TopicRoom) => readonly PollingViewer[]
  readonly put: (room: TopicRoom, rows: RoomRows) => void
  readonly sessionEnded: (sessionId: string) => void
  readonly log: Logger
}

/**
 * For an API without a change feed: reads each watched topic by the spec's own calls at an interval, with the tokens of its
 * viewers in turn, and gives the rows to the topic's room, which sends the differences.
 */
export class MetricsPoller {
  readonly #options: MetricsPollerOptions
  readonly #standings = new WeakMap<TopicRoom, Standings>()
  readonly #checkedAtMs = new Map<string, number>()
  #turn = 0
  #lastGoodAtMs: number | null = null

  constructor(options: MetricsPollerOptions) {
    this.#options = options
  }

  /** How far behind the figures may be in ms: 0 while every interval is met, null before the first read. */
  delayMs(nowMs: number): number | null {
    if (this.#lastGoodAtMs === null) return null
    const sinceMs = Math.round(nowMs - this.#lastGoodAtMs)
    return sinceMs <= this.#options.intervalMs + OVERDUE_MARGIN_MS ? 0 : sinceMs
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const startedAtMs = performance.now()
      const outcomes = await Promise.allSettled([
        ...this.#options.rooms().map(room => this.#poll(room)),
        this.#checkSessions(startedAtMs),
      ])
      const failed = outcomes.find(({ status }) => status === 'rejected')
      if (failed?.status === 'rejected')
        this.#options.log.warn({ err: failed.reason as unknown }, 'The metric calls do not answer; trying again')
      else this.#lastGoodAtMs = performance.now()
      await sleep(Math.max(0, startedAtMs + this.#options.intervalMs - performance.now()), undefined, { signal }).catch(
        () => undefined,
      )
    }
  }

  async #poll(room: TopicRoom): Promise<void> {
    const subject = subjectOf(room.topic)
    const viewers = this.#options.viewersIn(room)
    const viewer = viewers[this.#turn++ % Math.max(1, viewers.length)]
    if (!viewer) return
    const calls = metricCallsOf(subject)
    const answers = await Promise.all(calls.map(call => this.#callAs(viewer, call)))
    const readings = answers.flatMap((answer, index) =>
      answer.status === 200 ? (calls[index]?.read(answer.body, room.projectId) ?? []) : [],
    )
    const standings = this.#standings.get(room) ?? new Standings()
    this.#standings.set(room, standings)
    this.#options.put(room, {
      rows: readings.flatMap(({ rows }) => rows ?? []),
      totals: readings.find(({ totals }) => totals)?.totals,
      statuses: standings.eventsSince(readings.flatMap(reading => reading.standings ?? [])),
    })
  }

  async #checkSessions(nowMs: number): Promise<void> {
    const viewers = new Map(
      this.#options
        .rooms()
        .flatMap(room => this.#options.viewersIn(room).map(viewer => [viewer.sessionId, viewer] as const)),
    )
    for (const sessionId of this.#checkedAtMs.keys()) if (!viewers.has(sessionId)) this.#checkedAtMs.delete(sessionId)
    const due = [...viewers.values()].filter(
      ({ sessionId }) => nowMs - (this.#checkedAtMs.get(sessionId) ?? -Infinity) >= CHECK_SESSIONS_MS,
    )
    await Promise.all(
      due.map(async viewer => {
        await this.#callAs(viewer, { path: '/v1/user-login-details' })
        this.#checkedAtMs.set(viewer.sessionId, nowMs)
      }),
    )
  }

  async #callAs(viewer: PollingViewer, call: PlatformCall): Promise<PlatformAnswer> {
    const answer = await this.#options.client.call({ ...call, token: viewer.token })
    viewer.token = renewedTokenOf(answer) ?? viewer.token
    if (answer.status === 401) this.#options.sessionEnded(viewer.sessionId)
    else if (answer.status >= 500 || answer.status === 429)
      throw new Error(`The platform answered ${answer.status} to ${call.path}.`)
    return answer
  }
}
