import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** The channel that tells the platforms of new messages and of changed endpoints. */
export const WEBHOOK_CHANNEL = 'desk_webhooks'

/** A message to be queued. */
export interface Queued {
  readonly eventId: string
  readonly kind: string
  readonly body: string
  readonly replayOf: number | null
}

/** Endpoints that are on, with their queues locked, by id; every writer of queues locks them in this order. */
async function lockQueues(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Locked>> {
  const { rows } = await sql<Locked & { readonly id: number }>`
    select webhook_id as id, account_id as "accountId", queued_to::float8 as "queuedTo", is_on as "isOn" from webhook
    where webhook_id = any(${ids}::int[]) order by webhook_id for no key update`.execute(tx)
  return new Map(rows.map(row => [row.id, row]))
}

interface Locked {
  readonly accountId: number
  readonly queuedTo: number
  readonly isOn: boolean
}

/**
 * Adds messages to the ends of the queues of endpoints, each in its order, and wakes the platforms. One that was
 * switched off since then gets none.
 * @returns how many were added
 */
export async function enqueue(tx: Tx, byWebhook: ReadonlyMap<number, readonly Queued[]>): Promise<number> {
  const locked = await lockQueues(tx, [...byWebhook.keys()])
  const lines = [...locked].flatMap(([id, { accountId, queuedTo, isOn }]) =>
    isOn
      ? (byWebhook.get(id) ?? []).map((queued, at) => ({
          account_id: accountId,
          webhook_id: id,
          number: queuedTo + at + 1,
          ...queued,
        }))
      : [],
  )
  if (lines.length === 0) return 0
  await sql`
    with queued as (
      insert into webhook_delivery (account_id, webhook_id, number, event_id, kind, body, replay_of)
      select account_id, webhook_id, number, "eventId", kind, body, "replayOf"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l (account_id int, webhook_id int, number bigint, "eventId" uuid, kind text, body text, "replayOf" bigint)
      returning webhook_id, number)
    update webhook w set queued_to = q.last from (select webhook_id, max(number) as last from queued group by 1) q where w.webhook_id = q.webhook_id`.execute(
    tx,
  )
  await wakeWebhooks(tx)
  return lines.length
}

/** Tells the platforms that there may be something to do, once the transaction commits. */
export async function wakeWebhooks(tx: Tx): Promise<void> {
  await sql`select pg_notify(${WEBHOOK_CHANNEL}, '')`.execute(tx)
}

/** The suppliers with an endpoint of their own that is on. */
export async function listSuppliersWithEndpoints(tx: Tx, accountId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct filter_id as id from webhook where account_id = ${accountId} and filter_scope = 'supplier' and is_on order by 1`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
