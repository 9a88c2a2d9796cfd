import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import { takeFeed, type FeedSpan } from '#ledger/feed/feed-reader.store'
import {
  alertsIn,
  completesIn,
  listeningWebhooks,
  recordedIn,
  statusesIn,
  type FeedPlace,
  type Listening,
} from './collect-events.store.ts'
import {
  eventOfAlert,
  eventOfComplete,
  eventOfRecord,
  eventsOfStatus,
  isSubscribed,
  type WebhookEvent,
} from './events-of-change.ts'
import { enqueue, type Queued } from './queue.store.ts'
import { RECORDED_KINDS } from './record-event.store.ts'

const READER = 'webhooks'

export interface Collected {
  /** How many endpoints are on. */
  readonly listening: number
  /** How many messages were queued. */
  readonly queued: number
  /** There is more in the feed, or will be once an older transaction ends. */
  readonly pending: boolean
}

/**
 * Turns what the feed has new into messages in the queues of endpoints: place in the feed and messages are stored by one commit, so that each
 * change becomes each message once, whichever process dies.
 * @returns null when another process is collecting
 */
export function collectEvents(database: DeskDatabase): Promise<Collected | null> {
  return database.asSystem(
    async tx => {
      const span = await takeFeed(tx, READER)
      if (span === null) return null
      const listening = await listeningWebhooks(tx)
      const collected = { listening: listening.length, queued: 0, pending: span.pending }
      if (listening.length === 0 || span.from === span.to) return collected
      const queues = queuesOf(await eventsIn(tx, span, listening), listening)
      return queues.size === 0 ? collected : { ...collected, queued: await enqueue(tx, queues) }
    },
    { idempotent: true },
  )
}

interface Happened extends FeedPlace {
  readonly events: readonly WebhookEvent[]
}

/** The events in a part of the feed of accounts with endpoints that ask for them, in the feed's order. */
async function eventsIn(tx: Tx, span: FeedSpan, listening: readonly Listening[]): Promise<readonly Happened[]> {
  const accountsAsking = (isAsked: (kind: string) => boolean) => [
    ...new Set(listening.filter(({ kinds }) => kinds.some(isAsked)).map(({ accountId }) => accountId)),
  ]
  const isOfCompletes = (kind: string): boolean => kind === 'respondent.completed'
  const isOfAlerts = (kind: string): boolean => kind === 'alert.raised'
  const isRecorded = (kind: string): boolean => RECORDED_KINDS.some(recorded => recorded === kind)
  const statuses = await statusesIn(
    tx,
    span,
    accountsAsking(kind => !isOfCompletes(kind) && !isOfAlerts(kind) && !isRecorded(kind)),
  )
  const alerts = await alertsIn(tx, span, accountsAsking(isOfAlerts))
  const recorded = await recordedIn(tx, span, accountsAsking(isRecorded))
  const completes = await completesIn(tx, span, accountsAsking(isOfCompletes))
  return [
    ...statuses.map(row => ({ ...row, events: eventsOfStatus({ place: row, event: row.event, name: row.name }) })),
    ...alerts.map(row => ({ ...row, events: [eventOfAlert(row, row.alert)] })),
    ...recorded.map(row => ({ ...row, events: [eventOfRecord({ place: row, at: row.at, ...row.event })] })),
    ...completes.map(row => ({
      ...row,
      events: [eventOfComplete({ place: row, at: row.completedAt, respondent: row.respondent })],
    })),
  ].toSorted(inFeedOrder)
}

function inFeedOrder(one: FeedPlace, other: FeedPlace): number {
  if (one.xid !== other.xid) return BigInt(one.xid) < BigInt(other.xid) ? -1 : 1
  return one.position - other.position
}

function queuesOf(happened: readonly Happened[], listening: readonly Listening[]): Map<number, Queued[]> {
  const queues = new Map<number, Queued[]>()
  for (const { accountId, at, events } of happened)
    for (const webhook of listening) {
      if (webhook.accountId !== accountId || at < webhook.onSince) continue
      for (const event of events) {
        if (!isSubscribed(webhook, event)) continue
        const queued = { eventId: event.id, kind: event.kind, body: event.body, replayOf: null }
        const queue = queues.get(webhook.id)
        if (queue) queue.push(queued)
        else queues.set(webhook.id, [queued])
      }
    }
  return queues
}
