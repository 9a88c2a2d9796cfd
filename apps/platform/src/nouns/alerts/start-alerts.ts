import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import type { Message } from '#kernel/mail/mail'
import { HOUR_MS } from '#ledger/facts/pacing'
import { FEED_CHANNEL } from '#ledger/feed/change-feed'
import { Wakes } from '#ledger/feed/wakes'
import { repeat } from '#ledger/sweeps/sweeps'
import { STATUS_NEWS } from '#statuses/record-changes'
import { collectAlerts } from './collect-alerts.ts'
import { pruneAlerts } from './measured.store.ts'
import { sendDigests } from './send-digests.ts'
import { sweepAlerts } from './sweep-alerts.ts'

export interface AlertPorts {
  readonly database: DeskDatabase
  readonly log: Log
  /** Where links in mails lead. */
  readonly publicUrl: string
  readonly send: (message: Message) => Promise<void>
}

/** The feed is read this often at least, in case the server lost a notification. */
const COLLECT_AGAIN_MS = 5_000
/** While a change is held back by an older transaction: at once, and ever more rarely, since a busy ledger always has one. */
const HELD_BACK_FIRST_MS = 25
const HELD_BACK_LONGEST_MS = 1_000
/** Pace, IR, conversion and hashes are of hours: they are measured this often. */
const MEASURE_MS = 60_000
/** How often a process looks for digests that are due. */
const MAIL_MS = 30_000
const AFTER_FAILURE_MS = 1_000

/** Raises alerts until stopped; every platform process does, and they share the work. */
export function startAlerts({ database, log, publicUrl, send }: AlertPorts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const news = new Wakes()
  // only changes of status begin alerts: the ledger's traffic wakes nobody
  const onFeed = database.listen(FEED_CHANNEL, payload => void (payload === STATUS_NEWS && news.wake()), {
    onGap: () => news.wake(),
  })
  const listening = Promise.allSettled([onFeed])

  const collect = async (): Promise<void> => {
    let heldBackMs = HELD_BACK_FIRST_MS
    while (!stopping.signal.aborted) {
      const seen = news.count
      let waitMs = COLLECT_AGAIN_MS
      try {
        const collected = await collectAlerts(database)
        if (collected === null || collected.pending) {
          waitMs = heldBackMs
          heldBackMs = Math.min(heldBackMs * 2, HELD_BACK_LONGEST_MS)
        } else heldBackMs = HELD_BACK_FIRST_MS
      } catch (error) {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'Raising alerts failed; it is tried again')
        waitMs = AFTER_FAILURE_MS
      }
      await news.after(seen, waitMs, stopping.signal)
      if (news.count !== seen) heldBackMs = HELD_BACK_FIRST_MS
    }
  }
  const collecting = collect()
  const stops = [
    repeat('measuring of alerts', MEASURE_MS, () => sweepAlerts(database, Date.now), log),
    repeat('mailing of alerts', MAIL_MS, () => sendDigests({ database, publicUrl, send }, new Date()), log),
    repeat('pruning of alerts', HOUR_MS, () => database.asSystem(pruneAlerts), log),
  ]

  return {
    async stop() {
      stopping.abort()
      await Promise.all([collecting, ...stops.map(stop => stop())])
      for (const end of await listening) if (end.status === 'fulfilled') await end.value()
    },
  }
}
