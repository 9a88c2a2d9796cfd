import type { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import { WEBHOOK_ATTEMPTS_KEPT, WEBHOOK_FAILS_FOR_HOURS, WEBHOOK_KEPT_DAYS } from '@desk/schema/webhooks/webhook'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { sql, type RawBuilder } from 'kysely'
import { roleIn } from '#identity/roles/role-in'
import type { Tx } from '#kernel/db/tx'
import type { Addressee } from '#kernel/mail/mails'

/** A message that waits at the head of a queue. */
export interface Head {
  readonly number: number
  readonly eventId: string
  readonly body: string
}

/** An endpoint that this process delivers to, and the next of its messages. */
export interface Claimed {
  readonly accountId: number
  readonly id: number
  readonly url: string
  readonly secret: Buffer
  /** Null: no rotation is under way. */
  readonly oldSecret: Buffer | null
  readonly failures: number
  readonly heads: readonly Head[]
}

/**
 * The deliverer to an endpoint holds a lease: for others its queue does not exist until it is given back or runs out,
 * as that of a killed process does. All times are the database's; `aheadMs` moves them in tests.
 */
export interface Lease {
  readonly holder: string
  readonly aheadMs: number
}

export const LEASE_MS = 30_000
const HEADS = 20

const now = ({ aheadMs }: Lease): RawBuilder<unknown> =>
  sql`(clock_timestamp() + ${aheadMs} * interval '1 millisecond')`
const leaseEnd = (lease: Lease): RawBuilder<unknown> => sql`${now(lease)} + ${LEASE_MS} * interval '1 millisecond'`

/** Takes the leases of endpoints that have something to be delivered now, those that waited longest first. */
export async function claimWebhooks(tx: Tx, lease: Lease, limit: number): Promise<readonly Claimed[]> {
  const { rows } = await sql<Claimed>`
    with due as (
      select webhook_id from webhook
      where is_on and queued_to > done_to and (retry_at is null or retry_at <= ${now(lease)}) and (leased_until is null or leased_until <= ${now(lease)})
      order by leased_until nulls first, webhook_id limit ${limit} for no key update skip locked
    ), claimed as (
      update webhook w set leased_by = ${lease.holder}::uuid, leased_until = ${leaseEnd(lease)} from due where w.webhook_id = due.webhook_id
      returning w.*
    )
    select account_id as "accountId", webhook_id as id, url, secret, failures,
      case when old_secret_until > ${now(lease)} then old_secret end as "oldSecret",
      coalesce((
        select jsonb_agg(jsonb_build_object('number', h.number, 'eventId', h.event_id, 'body', h.body) order by h.number)
        from (
          select d.number, d.event_id, d.body from webhook_delivery d
          where d.webhook_id = c.webhook_id and d.number > c.done_to and d.state = 'waiting' order by d.number limit ${HEADS}) h), '[]') as heads
    from claimed c`.execute(tx)
  return rows
}

/** Gives a lease back where nothing waits: the numbers above the last finished one were tests. */
export async function settleEmpty(tx: Tx, lease: Lease, id: number): Promise<void> {
  // two statements: under the lock the second one sees every message that its writer has queued
  await sql`select from webhook where webhook_id = ${id} for no key update`.execute(tx)
  await sql`
    update webhook w set leased_by = null, leased_until = null,
      done_to = case when exists (
        select from webhook_delivery d where d.webhook_id = w.webhook_id and d.number > w.done_to and d.state = 'waiting') then done_to else queued_to end
    where webhook_id = ${id} and leased_by = ${lease.holder}::uuid`.execute(tx)
}

/** Renews a lease; false when another process has it, or the endpoint is off or gone. */
export async function renewLease(tx: Tx, lease: Lease, id: number): Promise<boolean> {
  const { rows } = await sql`
    update webhook set leased_until = ${leaseEnd(lease)} where webhook_id = ${id} and leased_by = ${lease.holder}::uuid and is_on returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Gives a lease back as it is. */
export async function endLease(tx: Tx, lease: Lease, id: number): Promise<void> {
  await sql`
    update webhook set leased_by = null, leased_until = null where webhook_id = ${id} and leased_by = ${lease.holder}::uuid`.execute(
    tx,
  )
}

const withAttempt = (attempt: DeliveryAttempt): RawBuilder<unknown> =>
  sql`attempts_count = d.attempts_count + 1,
      attempts = (case when jsonb_array_length(d.attempts) >= ${sql.lit(WEBHOOK_ATTEMPTS_KEPT)} then d.attempts - 0 else d.attempts end) || ${JSON.stringify([attempt])}::jsonb`

/**
 * Records a delivered message.
 * @param isLast gives the lease back, else it is renewed
 * @returns false when another process has the lease by now
 */
export async function recordDelivered(
  tx: Tx,
  lease: Lease,
  { id, number, attempt, isLast }: { id: number; number: number; attempt: DeliveryAttempt; isLast: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    with held as (
      update webhook set done_to = ${number}, failing_since = null, failures = 0, last_fault = null, retry_at = null,
        leased_by = ${isLast ? sql`null` : sql`leased_by`}, leased_until = ${isLast ? sql`null` : leaseEnd(lease)}
      where webhook_id = ${id} and leased_by = ${lease.holder}::uuid returning webhook_id, is_on
    ), recorded as (
      update webhook_delivery d set state = 'delivered', ${withAttempt(attempt)}
      from held where d.webhook_id = held.webhook_id and d.number = ${number}
    )
    select from held where is_on`.execute(tx)
  return rows.length > 0
}

/** An endpoint that the desk has switched off. */
export interface SwitchedOff {
  readonly accountId: number
  readonly accountName: string
  readonly description: string
  readonly reason: string
  /** It answered 410; else it has failed for too long. */
  readonly isGone: boolean
}

const GONE = 410
const GONE_REASON =
  'It answered 410 (Gone), by which a receiver says that it is no longer there. Switch it on again when it is.'

/**
 * Records a failed attempt, and gives the lease back: the message stays at the head of its queue. An endpoint that answers 410, or has failed
 * for three days, is switched off.
 * @returns the endpoint that was switched off by it
 */
export async function recordFailed(
  tx: Tx,
  lease: Lease,
  { id, number, attempt, retryMs }: { id: number; number: number; attempt: DeliveryAttempt; retryMs: number },
): Promise<SwitchedOff | null> {
  const isGone = attempt.status === GONE
  const reason = isGone
    ? GONE_REASON
    : `Every attempt of the last ${WEBHOOK_FAILS_FOR_HOURS} hours failed. The last one: ${attempt.fault ?? ''}`
  const isOver = isGone
    ? sql`true`
    : sql`failing_since <= ${now(lease)} - ${sql.lit(`${WEBHOOK_FAILS_FOR_HOURS} hours`)}::interval`
  const { rows } = await sql<Omit<SwitchedOff, 'isGone'> & { readonly isOff: boolean }>`
    with held as (
      update webhook set failing_since = coalesce(failing_since, ${now(lease)}), failures = failures + 1, last_fault = ${attempt.fault},
        retry_at = ${now(lease)} + ${retryMs} * interval '1 millisecond', leased_by = null, leased_until = null,
        is_on = is_on and not coalesce(${isOver}, false),
        off_reason = case when is_on and ${isOver} then ${reason} else off_reason end,
        version = version + case when is_on and ${isOver} then 1 else 0 end
      where webhook_id = ${id} and leased_by = ${lease.holder}::uuid returning webhook_id, account_id, description, is_on, off_reason
    ), recorded as (
      update webhook_delivery d set ${withAttempt(attempt)} from held where d.webhook_id = held.webhook_id and d.number = ${number}
    )
    select account_id as "accountId", a.name as "accountName", description, off_reason as reason, not is_on and off_reason is not null as "isOff"
    from held join account a using (account_id)`.execute(tx)
  const [row] = rows
  if (row?.isOff !== true) return null
  const { accountId, accountName, description, reason: offReason } = row
  return { accountId, accountName, description, reason: offReason, isGone }
}

/** The active admins of an account. */
export async function listAdmins(tx: Tx, accountId: number): Promise<readonly Addressee[]> {
  const { rows } = await sql<Addressee>`
    select u.username, u.firstname from user_account m join app_user u on u.user_id = m.user_id
    where m.account_id = ${accountId} and ${roleIn('m.account_id')} = ${ROLE_IDS.admin} and u.deleted_at is null and u.deactivated_at is null
    order by u.user_id`.execute(tx)
  return rows
}

/** Deletes messages that are older than the log. */
export async function pruneDeliveries(tx: Tx): Promise<void> {
  await sql`
    delete from webhook_delivery d using webhook w
    where d.webhook_id = w.webhook_id and d.queued_at < clock_timestamp() - ${sql.lit(`${WEBHOOK_KEPT_DAYS} days`)}::interval`.execute(
    tx,
  )
}
