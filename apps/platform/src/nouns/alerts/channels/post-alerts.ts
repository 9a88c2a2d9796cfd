import type { AlertChannelKind } from '@desk/schema/alerts/alert-channel'
import { AtOnce } from '#kernel/background/at-once'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import { attemptPost, type Attempted } from '#kernel/egress/attempt-post'
import type { Egress } from '#kernel/egress/egress'
import { retryPauseMs } from '#kernel/egress/retry-pause'
import { recordEdit } from '#kernel/history/history.store'
import type { SealingKey } from '#kernel/secrets/seal'
import { openAddress } from './channel-address.ts'
import { postBody, postText, type PostText } from './post-text.ts'
import * as store from './posts.store.ts'

export interface AlertPostPorts {
  readonly database: DeskDatabase
  readonly egress: Egress
  /** The key that addresses are sealed with. */
  readonly key: SealingKey
  /** Where links in posts lead. */
  readonly publicUrl: string
  readonly log: Log
  /** How far leases and retries are ahead of the clock; tests set it. */
  readonly aheadMs?: () => number
}

/** The pauses of a channel that fails. */
export const POST_PAUSES = { firstMs: 5_000, longestMs: 30 * 60_000 } as const
/** How many posts one process has under way. */
const MOST_AT_ONCE = 64
/** The address does not exist, or no longer. */
const GONE: ReadonlySet<number | null> = new Set([404, 410])

/** The sentence for a person about an address that was sealed under another key. */
export const UNREADABLE = 'Its address cannot be read with the desk’s present SECRET_KEY: set the address again.'

/** Posts a text to an address. The report of the attempt does not show it: answers and redirects repeat the address. */
export async function postTo(egress: Egress, kind: AlertChannelKind, url: string, text: PostText): Promise<Attempted> {
  const { attempt, retryAfterMs } = await attemptPost(egress, {
    url,
    headers: { 'content-type': 'application/json', 'user-agent': 'SampleDesk-Alerts/1' },
    body: postBody(kind, text),
  })
  const { fault, answer } = attempt
  const shown = (told: string): string => withoutAddress(told, url)
  return { attempt: { ...attempt, fault: fault === null ? null : shown(fault), answer: shown(answer) }, retryAfterMs }
}

/** A text without the parts of an address that are secret: its path and query. */
function withoutAddress(text: string, url: string): string {
  const { pathname, search } = new URL(url)
  return [url, `${pathname}${search}`, pathname, search]
    .filter(part => part.length > 1)
    .reduce((shown, part) => shown.replaceAll(part, '…'), text)
}

/** Posts alerts to the channels of their rules, those of one channel one after the other. */
export class AlertPosts {
  readonly #ports: AlertPostPorts
  readonly #atOnce: AtOnce

  /** @param onFree called whenever a channel is done with, so that more can be claimed */
  constructor(ports: AlertPostPorts, onFree: () => void = () => {}) {
    this.#ports = ports
    this.#atOnce = new AtOnce({ most: MOST_AT_ONCE, log: ports.log, what: 'Posting to a channel', onFree })
  }

  get #aheadMs(): number {
    return this.#ports.aheadMs?.() ?? 0
  }

  /** Begins to send posts that are due. @returns how many */
  async begin(): Promise<number> {
    const { room: limit, keys: busy } = this.#atOnce
    if (limit === 0) return 0
    const claimed = await this.#ports.database.asSystem(tx => store.claimPosts(tx, this.#aheadMs, { busy, limit }))
    for (const channelId of new Set(claimed.map(post => post.channelId))) {
      const posts = claimed.filter(post => post.channelId === channelId)
      this.#atOnce.begin(channelId, () => this.#send(posts))
    }
    return claimed.length
  }

  /** Sends until nothing is due. */
  drain(): Promise<void> {
    return this.#atOnce.drain(() => this.begin())
  }

  /** Begins nothing new, and waits for the attempts under way. */
  stop(): Promise<void> {
    return this.#atOnce.stop()
  }

  async #send(posts: readonly store.ClaimedPost[]): Promise<void> {
    const claimedAtMs = performance.now()
    for (const [at, post] of posts.entries()) {
      // a process that paused for long may have lost its claim: it must not repeat another one's post
      const { isStopped } = this.#atOnce
      const isLate = performance.now() - claimedAtMs > store.POST_LEASE_MS / 2
      if (isStopped || isLate || !(await this.#isSent(post))) {
        const rest = posts.slice(isStopped || isLate ? at : at + 1)
        return this.#ports.database.asSystem(tx => store.releasePosts(tx, rest.map(keyOf)))
      }
    }
  }

  /** Makes an attempt, and records it. @returns false: the channel rests, or was stopped */
  async #isSent(post: store.ClaimedPost): Promise<boolean> {
    const { database, egress, key, publicUrl } = this.#ports
    const url = openAddress(key, post.accountId, post.sealed)
    const { attempt, retryAfterMs } =
      url === null
        ? { attempt: { status: null, fault: UNREADABLE }, retryAfterMs: null }
        : await postTo(egress, post.channelKind, url, postText(post.alert, publicUrl))
    const { status, fault } = attempt
    if (fault === null) {
      await database.asSystem(tx => store.recordPosted(tx, post), { idempotent: true })
      return true
    }
    if (GONE.has(status)) await this.#stopChannel(post, fault)
    else {
      const spread = Math.random()
      const holdMs = Math.max(
        retryPauseMs(POST_PAUSES, post.failures, () => spread),
        retryAfterMs ?? 0,
      )
      // one post that is refused while others come through rests longer than its channel
      const retryMs = Math.max(
        retryPauseMs(POST_PAUSES, post.attempts, () => spread),
        holdMs,
      )
      await database.asSystem(
        tx => store.recordPostFailed(tx, post, { fault, holdMs, retryMs, aheadMs: this.#aheadMs }),
        { idempotent: true },
      )
    }
    return false
  }

  #stopChannel({ accountId, channelId, sealed }: store.ClaimedPost, fault: string): Promise<void> {
    return this.#ports.database.asSystem(
      async tx => {
        if (!(await store.stopChannel(tx, channelId, { sealed, fault }))) return
        await recordEdit(tx, {
          accountId,
          scope: 'alert_channel',
          id: channelId,
          userId: null,
          at: new Date(),
          act: 'edited',
          before: { stopped_reason: null },
          after: { stopped_reason: fault },
        })
      },
      { idempotent: true },
    )
  }
}

const keyOf = ({ channelId, alertId }: store.PostKey): store.PostKey => ({ channelId, alertId })
