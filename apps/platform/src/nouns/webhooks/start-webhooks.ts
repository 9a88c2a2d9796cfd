import { openBackground } from '#kernel/background/background'
import { Wakes } from '#kernel/background/wakes'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import type { Egress } from '#kernel/egress/egress'
import type { Message } from '#kernel/mail/mail'
import { HOUR_MS } from '#ledger/facts/pacing'
import { FEED_CHANNEL } from '#ledger/feed/change-feed'
import type { SecretKey } from '#kernel/config/secret-file'
import { collectEvents } from './collect-events.ts'
import { pruneDeliveries } from './deliveries.store.ts'
import { Deliveries } from './deliver-events.ts'
import { WEBHOOK_CHANNEL } from './queue.store.ts'
import { webhookKey } from './webhook-secret.ts'

export interface WebhookPorts {
  readonly database: DeskDatabase
  readonly egress: Egress
  readonly secretKey: SecretKey
  readonly log: Log
  /** Where links in mails lead. */
  readonly publicUrl: string
  readonly send: (message: Message) => Promise<void>
}

/** A busy ledger is read this often at most, and one that is silent this often at least, in case the server lost a notification. */
const COLLECT_REST_MS = 150
const COLLECT_AGAIN_MS = 1_000
/** While no endpoint is on, the feed is only followed, so that its rows can be pruned. */
const NOBODY_LISTENS_MS = 5_000
const DELIVER_AGAIN_MS = 1_000

/** Follows the feed and delivers to endpoints until stopped; every platform process does, and they share the work. */
export function startWebhooks({ database, egress, secretKey, log, publicUrl, send }: WebhookPorts): {
  stop(): Promise<void>
} {
  const background = openBackground(database, log)
  const { signal } = background
  const news = new Wakes()
  const work = new Wakes()
  const deliveries = new Deliveries({ database, egress, key: webhookKey(secretKey), log, publicUrl, send }, () =>
    work.wake(),
  )
  const onWebhooks = (): void => {
    work.wake()
    news.wake()
  }
  let listens = false
  // while no endpoint listens, the ledger's traffic costs nothing
  background.listen(
    FEED_CHANNEL,
    () => listens && news.wake(),
    () => news.wake(),
  )
  background.listen(WEBHOOK_CHANNEL, onWebhooks, onWebhooks)

  background.forever('Collecting events for webhooks', async () => {
    const seen = news.count
    const collected = await collectEvents(database)
    if (collected !== null) listens = collected.listening > 0
    if (!listens) return news.after(seen, NOBODY_LISTENS_MS, signal)
    if (collected === null || !collected.pending) await news.after(seen, COLLECT_AGAIN_MS, signal)
    await background.rest(COLLECT_REST_MS)
  })
  background.forever('Delivering to webhooks', async () => {
    const seen = work.count
    if (listens) await deliveries.begin()
    await work.after(seen, DELIVER_AGAIN_MS, signal)
  })
  background.repeat('pruning of webhook deliveries', HOUR_MS, () => database.asSystem(pruneDeliveries))

  return {
    async stop() {
      await background.stop()
      await deliveries.stop()
    },
  }
}
