import type { WebhookEventKind } from '@desk/schema/webhooks/event-kinds'
import type { Schema } from 'effect'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** The kind of the feed's rows that hold nothing beyond the endpoints' message. */
export const EVENT_FEED_KIND = sql.lit(6)

/** The kinds of event that are recorded so. */
export const RECORDED_KINDS = [
  'reconciliation.stored',
  'supplier.outcomes',
  'dispute.changed',
  'statement.closed',
  'document.added',
] as const satisfies readonly WebhookEventKind[]

/** An event for endpoints that nothing else in the feed shows. */
export interface RecordedEvent {
  readonly accountId: number
  /** null: it is of no project. */
  readonly projectId: number | null
  readonly kind: (typeof RECORDED_KINDS)[number]
  /** By the names of the wire; what an external view may see. */
  readonly data: Schema.JsonObject
  /** Only endpoints of this supplier get it; unset: it belongs to no supplier. */
  readonly supplierId?: number
}

/** Puts an event into the feed by the transaction that made it: endpoints get it once it is committed. */
export async function recordEvent(
  tx: Tx,
  { accountId, projectId, kind, data, supplierId }: RecordedEvent,
): Promise<void> {
  await sql`
    insert into change_feed (account_id, kind, project_id, body)
    values (${accountId}, ${EVENT_FEED_KIND}, ${projectId}, ${JSON.stringify({ kind, data, supplierId })}::jsonb)`.execute(
    tx,
  )
  await sql`select pg_notify('desk_changes', '')`.execute(tx)
}
