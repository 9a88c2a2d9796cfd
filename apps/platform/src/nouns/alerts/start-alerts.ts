import { openBackground } from '#kernel/background/background'
import { Wakes } from '#kernel/background/wakes'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import type { Egress } from '#kernel/egress/egress'
import type { Message } from '#kernel/mail/mail'
import { HOUR_MS } from '#ledger/facts/pacing'
import { FEED_CHANNEL } from '#ledger/feed/change-feed'
import { STATUS_NEWS } from '#statuses/record-changes'
import type { SecretKey } from '#kernel/config/secret-file'
import { channelKey } from './channels/channel-address.ts'
import { AlertPosts } from './channels/post-alerts.ts'
import { ALERT_POST_CHANNEL, expirePosts } from './channels/posts.store.ts'
import { collectAlerts } from './collect-alerts.ts'
import { pruneAlerts } from './measured.store.ts'
import { sendDigests } from './send-digests.ts'
import { sweepAlerts } from './sweep-alerts.ts'
import { judgedUntil, sweepUnusual } from './sweep-unusual.ts'
import { sweepClosingWindows, type ListClosing } from './sweep-closing-windows.ts'

export interface AlertPorts {
  readonly database: DeskDatabase
  readonly log: Log
  /** Where links in mails and posts lead. */
  readonly publicUrl: string
  readonly send: (message: Message) => Promise<void>
  readonly egress: Egress
  readonly secretKey: SecretKey
  readonly listClosing: ListClosing
}

/** The feed is read this often at least, in case the server lost a notification. */
const COLLECT_AGAIN_MS = 5_000
/** While a change is held back by an older transaction: at once, and ever more rarely, since a busy ledger always has one. */
const HELD_BACK_FIRST_MS = 25
const HELD_BACK_LONGEST_MS = 1_000
/** Pace, IR, conversion and hashes are of hours: they are measured this often. */
const MEASURE_MS = 60_000
/** Windows close by the day; a reconciliation that is stored in between ends its alert as late as this. */
const CLOSING_MS = 10 * 60_000
/** How often a process looks for digests that are due. */
const MAIL_MS = 30_000
/** Posts that failed come due without a notification. */
const POST_AGAIN_MS = 5_000

/** Raises alerts until stopped; every platform process does, and they share the work. */
export function startAlerts({ database, log, publicUrl, send, egress, secretKey, listClosing }: AlertPorts): {
  stop(): Promise<void>
} {
  const background = openBackground(database, log)
  const { signal } = background
  const news = new Wakes()
  const work = new Wakes()
  const posts = new AlertPosts({ database, egress, key: channelKey(secretKey), publicUrl, log }, () => work.wake())
  // only changes of status begin alerts: the ledger's traffic wakes nothing
  background.listen(
    FEED_CHANNEL,
    payload => void (payload === STATUS_NEWS && news.wake()),
    () => news.wake(),
  )
  background.listen(
    ALERT_POST_CHANNEL,
    () => work.wake(),
    () => work.wake(),
  )

  let heldBackMs = HELD_BACK_FIRST_MS
  background.forever('Raising alerts', async () => {
    const seen = news.count
    const collected = await collectAlerts(database)
    const isHeldBack = collected === null || collected.pending
    await news.after(seen, isHeldBack ? heldBackMs : COLLECT_AGAIN_MS, signal)
    heldBackMs = isHeldBack && news.count === seen ? Math.min(heldBackMs * 2, HELD_BACK_LONGEST_MS) : HELD_BACK_FIRST_MS
  })
  background.forever('Posting alerts', async () => {
    const seen = work.count
    await posts.begin()
    await work.after(seen, POST_AGAIN_MS, signal)
  })
  background.repeat('measuring of alerts', MEASURE_MS, () => sweepAlerts(database, Date.now))
  let judgedMs = 0
  background.repeat('judging of figures', MEASURE_MS, async () => {
    const untilMs = judgedUntil(Date.now())
    if (untilMs > judgedMs && (await sweepUnusual(database, Date.now)) !== null) judgedMs = untilMs
  })
  background.repeat('measuring of closing windows', CLOSING_MS, () =>
    sweepClosingWindows({ database, listClosing }, Date.now),
  )
  background.repeat('mailing of alerts', MAIL_MS, () => sendDigests({ database, publicUrl, send }, new Date()))
  background.repeat('pruning of alerts', HOUR_MS, () => database.asSystem(pruneAlerts))
  background.repeat('expiry of posts', HOUR_MS, () => database.asSystem(expirePosts))

  return {
    async stop() {
      await background.stop()
      await posts.stop()
    },
  }
}
