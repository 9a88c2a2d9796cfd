import { Changes } from '@desk/schema/changes/changes'
import { Schema } from 'effect'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf, type PlatformClient } from '../platform/platform-client.ts'

/** How long the platform holds a read when nothing has changed, and so how often the feed proves that it is alive. */
const WAIT_SECONDS = 5
const ANSWER_WITHIN_MS = WAIT_SECONDS * 1000 + 3_000
const OVERDUE_AFTER_MS = WAIT_SECONDS * 1000 + 1_000
/** The least time between the starts of two reads: commits in between come in one answer. */
const LEAST_BETWEEN_READS_MS = 15
const FIRST_BACK_OFF_MS = 100
const LONGEST_BACK_OFF_MS = 1_500
/** Failures before a feed that has never answered is logged: about half a minute. */
const TELL_AT_START_FROM = 25

const decodeChanges = Schema.decodeUnknownSync(Changes)

export interface FeedListener {
  /** Takes the changes, in order, each change once. */
  changed(changes: Changes): void
  /** The feed cannot continue from this gateway's cursor: everything known here may be out of date. */
  reset(changes: Changes): void
}

/** The platform has no change feed. */
export class NoFeed extends Error {
  override readonly name = 'NoFeed'
}

/**
 * Reads the change feed by long polling. The cursor moves on only when an answer has been handled, and a failed read is retried
 * from the same cursor with a growing, bounded delay, so that nothing is skipped.
 */
export class FeedReader {
  readonly #client: PlatformClient
  readonly #token: string
  readonly #log: Logger
  readonly #onAttempt: () => void
  #cursor: string | null = null
  #failures = 0
  #readStartedAtMs = 0
  #lastGoodAtMs: number | null = null

  /** @param onAttempt called after every attempt, whether it succeeded or failed */
  constructor(client: PlatformClient, token: string, log: Logger, onAttempt: () => void) {
    this.#onAttempt = onAttempt
    this.#client = client
    this.#token = token
    this.#log = log
  }

  /** How far behind the feed may be in ms: 0 while it answers as agreed, null before it ever answered. */
  delayMs(nowMs: number): number | null {
    if (this.#lastGoodAtMs === null) return null
    const isOnTime = this.#failures === 0 && nowMs - this.#readStartedAtMs <= OVERDUE_AFTER_MS
    return isOnTime ? 0 : Math.round(nowMs - this.#lastGoodAtMs)
  }

  /** Reads until the signal ends it; throws NoFeed when the platform has none. */
  async run(listener: FeedListener, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.#readStartedAtMs = performance.now()
        this.#take(await this.#read(signal), listener)
        this.#onAttempt()
        await pause(this.#readStartedAtMs + LEAST_BETWEEN_READS_MS - performance.now(), signal)
      } catch (error) {
        if (error instanceof NoFeed) throw error
        if (signal.aborted) return
        this.#failures += 1
        this.#onAttempt()
        // a gateway that starts together with its platform may be ready first: no fault yet
        const isWorthTelling =
          this.#lastGoodAtMs === null ? this.#failures === TELL_AT_START_FROM : this.#failures === 1
        if (isWorthTelling) this.#log.warn({ err: error }, 'The change feed does not answer; trying again')
        await pause(backOffMs(this.#failures), signal)
      }
    }
  }

  /** Asks once, without waiting, whether there is a feed. */
  async exists(): Promise<boolean> {
    const { status } = await this.#client.call({ path: '/v1/changes?wait=0', token: this.#token })
    return status !== 404
  }

  async #read(signal: AbortSignal): Promise<Changes> {
    const query = this.#cursor === null ? 'wait=0' : `after=${this.#cursor}&wait=${WAIT_SECONDS}`
    const answer = await this.#client.call({
      path: `/v1/changes?${query}`,
      token: this.#token,
      timeoutMs: ANSWER_WITHIN_MS,
      signal,
    })
    if (answer.status === 404) throw new NoFeed('The platform has no change feed.')
    if (answer.status === 401)
      throw new Error('The platform refuses the service token: FEED_TOKEN must be the same for gateway and platform.')
    if (answer.status !== 200) throw new Error(messageOf(answer))
    return decodeChanges(answer.body)
  }

  #take(changes: Changes, listener: FeedListener): void {
    const isFirst = this.#cursor === null
    this.#cursor = changes.cursor
    if (this.#failures > 0 && this.#lastGoodAtMs !== null)
      this.#log.info({ failures: this.#failures }, 'The change feed answers again')
    this.#lastGoodAtMs = performance.now()
    this.#failures = 0
    if (isFirst || changes.reset) listener.reset(changes)
    else listener.changed(changes)
  }
}

function backOffMs(failures: number): number {
  const longest = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** Math.min(failures, 10))
  return longest * (0.5 + Math.random() / 2)
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  if (delayMs <= 0 || signal.aborted) return
  await sleep(delayMs, undefined, { signal }).catch(() => undefined) // the loop notices an end in between
}
