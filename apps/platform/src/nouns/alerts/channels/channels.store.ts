import type { AlertChannel, AlertChannelKind } from '@desk/schema/alerts/alert-channel'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import type { StoredAddress } from './channel-address.ts'

/** The stored part of an edit; `address` null: the stored one stays. */
export interface ChannelFields {
  readonly name: string
  readonly kind: AlertChannelKind
  readonly address: StoredAddress | null
}

/** A channel with its sealed address. */
export interface StoredChannel {
  readonly channel: AlertChannel
  readonly sealed: Buffer
}

type Instants = 'last_sent_at' | 'last_failed_at' | 'stopped_at' | 'created_at'
type ChannelRow = Omit<AlertChannel, Instants> & {
  readonly [name in Exclude<Instants, 'created_at'>]: Date | null
} & { readonly created_at: Date; readonly sealed: Buffer }

const rowsWhere = (condition: RawBuilder<unknown>, page: RawBuilder<unknown> = sql``) => sql<ChannelRow>`
  select c.alert_channel_id, c.name, c.kind, c.url_hint, c.url as sealed,
    (select count(*)::int from alert_post p where p.alert_channel_id = c.alert_channel_id and p.state = 'waiting') as waiting,
    c.last_sent_at, c.last_failed_at, c.last_fault, c.stopped_at, c.stopped_reason, c.created_at,
    ${userName('c.account_id', 'c.created_by')} as created_by, c.version
  from alert_channel c where ${condition} order by c.alert_channel_id ${page}`

function toChannel({ sealed: _sealed, ...row }: ChannelRow): AlertChannel {
  return {
    ...row,
    last_sent_at: row.last_sent_at?.toISOString() ?? null,
    last_failed_at: row.last_failed_at?.toISOString() ?? null,
    stopped_at: row.stopped_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** The channels of an account, in the order in which they were made. */
export async function listChannels(
  tx: Tx,
  accountId: number,
  { limit, offset }: Page,
): Promise<readonly AlertChannel[]> {
  const { rows } = await rowsWhere(sql`c.account_id = ${accountId}`, sql`limit ${limit} offset ${offset}`).execute(tx)
  return rows.map(toChannel)
}

export async function findChannel(tx: Tx, accountId: number, id: number): Promise<StoredChannel | undefined> {
  const { rows } = await rowsWhere(sql`c.account_id = ${accountId} and c.alert_channel_id = ${id}`).execute(tx)
  const [row] = rows
  return row && { channel: toChannel(row), sealed: row.sealed }
}

/** Locks a channel until the transaction ends. */
export async function lockChannel(tx: Tx, accountId: number, id: number): Promise<StoredChannel | undefined> {
  await sql`
    select from alert_channel where account_id = ${accountId} and alert_channel_id = ${id} for no key update`.execute(
    tx,
  )
  return findChannel(tx, accountId, id)
}

export async function countChannels(tx: Tx, accountId: number): Promise<number> {
  // two who make one wait for each other
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alert_channel where account_id = ${accountId}`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function insertChannel(
  tx: Tx,
  accountId: number,
  { name, kind, address }: ChannelFields & { readonly address: StoredAddress },
  made: { readonly at: Date; readonly userId: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into alert_channel (account_id, kind, name, url, url_hint, created_at, created_by)
    values (${accountId}, ${kind}, ${name}, ${address.sealed}, ${address.hint}, ${made.at}, ${made.userId}) returning alert_channel_id as id`.execute(
    tx,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('An inserted row is returned.')
  return id
}

/** Stores an edit. One that has a new address is posted to at once, also when it was stopped. */
export async function updateChannel(tx: Tx, id: number, { name, kind, address }: ChannelFields): Promise<void> {
  await sql`
    update alert_channel set name = ${name}, kind = ${kind}, version = version + 1 where alert_channel_id = ${id}`.execute(
    tx,
  )
  if (address === null) return
  await sql`
    update alert_channel set url = ${address.sealed}, url_hint = ${address.hint}, stopped_at = null, stopped_reason = null, failures = 0,
      held_until = null, last_fault = null, last_failed_at = null
    where alert_channel_id = ${id}`.execute(tx)
  await sql`
    update alert_post set due_at = clock_timestamp() where alert_channel_id = ${id} and state = 'waiting'`.execute(tx)
}

/** Deletes a channel, and takes it out of the rules that post to it. */
export async function deleteChannel(tx: Tx, accountId: number, id: number): Promise<void> {
  // in this order: a rule that is being stored holds the channel until it commits
  await sql`delete from alert_channel where alert_channel_id = ${id}`.execute(tx)
  await sql`
    update alert_rule set channel_ids = array_remove(channel_ids, ${id}::int), version = version + 1
    where account_id = ${accountId} and ${id}::int = any(channel_ids)`.execute(tx)
}

/** Records a message that was posted past the queue. One that came through says that a stopped channel works again. */
export async function recordTest(tx: Tx, id: number, fault: string | null): Promise<void> {
  await (
    fault === null
      ? sql`
        update alert_channel set last_sent_at = clock_timestamp(), failures = 0, held_until = null,
          version = version + case when stopped_at is null then 0 else 1 end, stopped_at = null, stopped_reason = null
        where alert_channel_id = ${id}`
      : sql`
        update alert_channel set last_failed_at = clock_timestamp(), last_fault = ${fault} where alert_channel_id = ${id}`
  ).execute(tx)
}
