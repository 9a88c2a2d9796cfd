import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Log } from '#kernel/db/log'
import type { Egress } from '#kernel/egress/egress'
import { HOUR_MS } from '#ledger/facts/pacing'
import { FEED_CHANNEL } from '#ledger/feed/change-feed'
import { Wakes } from '#ledger/feed/wakes'
import { repeat } from '#ledger/sweeps/sweeps'
import { collectEvents } from './collect-events.ts'
import { pruneDeliveries } from './deliveries.store.ts'
import { Deliveries } from './deliver-events.ts'
import { WEBHOOK_CHANNEL } from './queue.store.ts'
import { webhookKey } from './webhook-secret.ts'

export interface WebhookPorts {
  readonly database: DeskDatabase
  readonly egress: Egress
  readonly secretKey: string
  readonly log: Log
}

/** A busy ledger is read this often at most, and one that is silent this often at least, in case the server lost a notification. */
const COLLECT_REST_MS = 150
const COLLECT_AGAIN_MS = 1_000
/** While no endpoint is on, the feed is only followed, so that its rows can be pruned. */
const NOBODY_LISTENS_MS = 5_000
const DELIVER_AGAIN_MS = 1_000
const AFTER_FAILURE_MS = 1_000

/** Follows the feed and delivers to endpoints until stopped; every platform process does, and they share the work. */
export function startWebhooks({ database, egress, secretKey, log }: WebhookPorts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const news = new Wakes()
  const work = new Wakes()
  const deliveries = new Deliveries({ database, egress, key: webhookKey(secretKey), log }, () => work.wake())
  const onWebhooks = (): void => {
    work.wake()
    news.wake()
  }
  let listens = false
  // while nobody listens, the ledger's traffic costs nothing
  const onFeed = database.listen(FEED_CHANNEL, () => listens && news.wake(), { onGap: () => news.wake() })
  // one after the other: both are asked for on one connection
  const onQueues = onFeed.then(() => database.listen(WEBHOOK_CHANNEL, onWebhooks, { onGap: onWebhooks }))
  const listening = Promise.allSettled([onFeed, onQueues])

  const collecting = forever(stopping.signal, log, 'Collecting events for webhooks', async () => {
    const seen = news.count
    const collected = await collectEvents(database)
    if (collected !== null) listens = collected.listening > 0
    if (!listens) return news.after(seen, NOBODY_LISTENS_MS, stopping.signal)
    if (collected === null || !collected.pending) await news.after(seen, COLLECT_AGAIN_MS, stopping.signal)
    await rest(COLLECT_REST_MS, stopping.signal)
  })
  const delivering = forever(stopping.signal, log, 'Delivering to webhooks', async () => {
    const seen = work.count
    if (listens) await deliveries.begin()
    await work.after(seen, DELIVER_AGAIN_MS, stopping.signal)
  })
  const stopPruning = repeat('pruning of webhook deliveries', HOUR_MS, () => database.asSystem(pruneDeliveries), log)

  return {
    async stop() {
      stopping.abort()
      await Promise.all([collecting, delivering, stopPruning()])
      await deliveries.stop()
      for (const end of await listening) if (end.status === 'fulfilled') await end.value()
    },
  }
}

/** Runs a turn after the other; one that fails is logged, and tried again after a pause. */
async function forever(signal: AbortSignal, log: Log, name: string, turn: () => Promise<void>): Promise<void> {
  while (!signal.aborted)
    try {
      await turn()
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, `${name} failed; it is tried again`)
      await rest(AFTER_FAILURE_MS, signal)
    }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return new Wakes().after(0, ms, signal)
}
