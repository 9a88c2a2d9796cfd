import type { WebhookEventKind } from '@desk/schema/webhooks/event-kinds'
import type { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import type { Webhook, WebhookDelivery, WebhookDeliveryState, WebhookFilterScope } from '@desk/schema/webhooks/webhook'
import { WEBHOOK_REPLAYS_MAX, WEBHOOK_ROTATION_HOURS } from '@desk/schema/webhooks/webhook'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import type { Queued } from './queue.store.ts'
import type { StoredSecret } from './webhook-secret.ts'

/** The fields that a person sets. */
export interface WebhookFields {
  readonly description: string
  readonly url: string
  readonly kinds: readonly WebhookEventKind[]
  readonly filter: { readonly scope: WebhookFilterScope; readonly id: number } | null
  readonly is_on: boolean
}

interface WebhookRow extends Omit<Webhook, 'failing_since' | 'retry_at' | 'old_secret_until' | 'created_at'> {
  readonly failing_since: Date | null
  readonly retry_at: Date | null
  readonly old_secret_until: Date | null
  readonly created_at: Date
}

const rowsWhere = (condition: RawBuilder<unknown>, page: RawBuilder<unknown> = sql``) => sql<WebhookRow>`
  select w.webhook_id, w.description, w.url, w.kinds, w.filter_scope, w.filter_id,
    case w.filter_scope
      when 'project' then (select p.name from project p where p.account_id = w.account_id and p.project_id = w.filter_id)
      when 'survey' then (select y.name from survey y where y.account_id = w.account_id and y.survey_id = w.filter_id)
      when 'source' then (select s.name from source s where s.account_id = w.account_id and s.source_id = w.filter_id)
      when 'supplier' then (select u.name from supplier u where u.account_id = w.account_id and u.supplier_id = w.filter_id)
    end as filter_name,
    w.is_on, w.off_reason, w.failing_since, w.last_fault, w.retry_at, (w.queued_to - w.done_to)::int as waiting, w.secret_ends_with,
    case when w.old_secret_until > clock_timestamp() then w.old_secret_until end as old_secret_until,
    w.created_at, ${userName('w.account_id', 'w.created_by')} as created_by, w.version
  from webhook w where ${condition} order by w.webhook_id ${page}`

function toWebhook(row: WebhookRow): Webhook {
  return {
    ...row,
    failing_since: row.failing_since?.toISOString() ?? null,
    retry_at: row.is_on ? (row.retry_at?.toISOString() ?? null) : null,
    old_secret_until: row.old_secret_until?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  }
}

/** The endpoints of an account, in the order in which they were made. */
export async function listWebhooks(tx: Tx, accountId: number, { limit, offset }: Page): Promise<readonly Webhook[]> {
  const { rows } = await rowsWhere(sql`w.account_id = ${accountId}`, sql`limit ${limit} offset ${offset}`).execute(tx)
  return rows.map(toWebhook)
}

export async function findWebhook(tx: Tx, accountId: number, id: number): Promise<Webhook | undefined> {
  const { rows } = await rowsWhere(sql`w.account_id = ${accountId} and w.webhook_id = ${id}`).execute(tx)
  const [row] = rows
  return row && toWebhook(row)
}

export async function countWebhooks(tx: Tx, accountId: number): Promise<number> {
  // two who make one wait for each other
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
  const { rows } = await sql<{
    n: number
  }>`select count(*)::int as n from webhook where account_id = ${accountId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Locks an endpoint and its queue until the transaction ends. */
export async function lockWebhook(tx: Tx, accountId: number, id: number): Promise<Webhook | undefined> {
  await sql`select from webhook where account_id = ${accountId} and webhook_id = ${id} for no key update`.execute(tx)
  return findWebhook(tx, accountId, id)
}

/** Whether the account has the object of an endpoint's filter. */
export async function hasFiltered(
  tx: Tx,
  accountId: number,
  { scope, id }: { readonly scope: WebhookFilterScope; readonly id: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from ${sql.table(scope)} where account_id = ${accountId} and ${sql.ref(`${scope}_id`)} = ${id}`.execute(tx)
  return rows.length > 0
}

export async function insertWebhook(
  tx: Tx,
  accountId: number,
  fields: WebhookFields,
  secret: StoredSecret,
  made: { readonly at: Date; readonly userId: number },
): Promise<number> {
  const { description, url, kinds, filter, is_on } = fields
  const { rows } = await sql<{ id: number }>`
    insert into webhook (account_id, description, url, kinds, filter_scope, filter_id, is_on, secret, secret_ends_with, created_at, created_by)
    values (${accountId}, ${description}, ${url}, ${[...kinds]}::text[], ${filter?.scope ?? null}, ${filter?.id ?? null}, ${is_on},
      ${secret.sealed}, ${secret.endsWith}, ${made.at}, ${made.userId}) returning webhook_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('An inserted row is returned.')
  return id
}

/**
 * Stores an edit. One that is switched on, or goes elsewhere, is tried at once, and gets nothing of the time it was
 * off.
 */
export async function updateWebhook(tx: Tx, id: number, fields: WebhookFields): Promise<void> {
  const { description, url, kinds, filter, is_on } = fields
  const isTriedAgain = sql`((not is_on and ${is_on}) or url <> ${url})`
  await sql`
    update webhook set description = ${description}, url = ${url}, kinds = ${[...kinds]}::text[], filter_scope = ${filter?.scope ?? null},
      filter_id = ${filter?.id ?? null}, is_on = ${is_on}, version = version + 1,
      on_since = case when not is_on and ${is_on} then clock_timestamp() else on_since end,
      off_reason = case when ${is_on} then null else off_reason end,
      failing_since = case when ${isTriedAgain} then null else failing_since end,
      failures = case when ${isTriedAgain} then 0 else failures end,
      last_fault = case when ${isTriedAgain} then null else last_fault end,
      retry_at = case when ${isTriedAgain} then null else retry_at end
    where webhook_id = ${id}`.execute(tx)
}

export async function deleteWebhook(tx: Tx, id: number): Promise<void> {
  await sql`delete from webhook where webhook_id = ${id}`.execute(tx)
}

/** Stores a new secret; the former one signs as well for a day. */
export async function rotateSecret(tx: Tx, id: number, { sealed, endsWith }: StoredSecret): Promise<void> {
  await sql`
    update webhook set old_secret = secret, old_secret_until = clock_timestamp() + ${sql.lit(`${WEBHOOK_ROTATION_HOURS} hours`)}::interval,
      secret = ${sealed}, secret_ends_with = ${endsWith}, version = version + 1
    where webhook_id = ${id}`.execute(tx)
}

/** Where and with which secrets an endpoint is posted to. */
export interface Target {
  readonly url: string
  readonly secret: Buffer
  readonly oldSecret: Buffer | null
}

export async function findTarget(tx: Tx, accountId: number, id: number): Promise<Target | undefined> {
  const { rows } = await sql<Target>`
    select url, secret, case when old_secret_until > clock_timestamp() then old_secret end as "oldSecret"
    from webhook where account_id = ${accountId} and webhook_id = ${id}`.execute(tx)
  return rows[0]
}

/** Adds a message that was sent past the queue to the log. */
export async function logTest(
  tx: Tx,
  accountId: number,
  id: number,
  { eventId, kind, body }: Queued,
  attempt: DeliveryAttempt,
): Promise<void> {
  await sql`
    with numbered as (
      update webhook set queued_to = queued_to + 1 where account_id = ${accountId} and webhook_id = ${id} returning webhook_id, queued_to)
    insert into webhook_delivery (account_id, webhook_id, number, event_id, kind, body, state, attempts_count, attempts)
    select ${accountId}, webhook_id, queued_to, ${eventId}::uuid, ${kind}, ${body}, ${attempt.fault === null ? 'delivered' : 'failed'}, 1,
      ${JSON.stringify([attempt])}::jsonb
    from numbered`.execute(tx)
}

interface DeliveryRow extends Omit<WebhookDelivery, 'queued_at'> {
  readonly queued_at: Date
}

export interface DeliveryFilters {
  readonly limit: number
  readonly before?: number
  readonly state?: WebhookDeliveryState
}

/** The messages of an endpoint, newest first. */
export async function listDeliveries(
  tx: Tx,
  accountId: number,
  id: number,
  { limit, before, state }: DeliveryFilters,
): Promise<readonly WebhookDelivery[]> {
  const { rows } = await sql<DeliveryRow>`
    select number::float8 as number, event_id, kind, state, queued_at, replay_of::float8 as replay_of, attempts_count, attempts, body
    from webhook_delivery
    where account_id = ${accountId} and webhook_id = ${id} and (${before ?? null}::bigint is null or number < ${before ?? null}::bigint)
      and (${state ?? null}::text is null or state = ${state ?? null}::text)
    order by number desc limit ${limit}`.execute(tx)
  return rows.map(row => ({ ...row, queued_at: row.queued_at.toISOString() }))
}

/** A delivered message of an endpoint, to be sent again. */
export async function findReplayable(
  tx: Tx,
  accountId: number,
  id: number,
  number: number,
): Promise<readonly Queued[] | undefined> {
  const { rows } = await sql<Queued & { readonly state: WebhookDeliveryState }>`
    select event_id as "eventId", kind, body, number::float8 as "replayOf", state from webhook_delivery
    where account_id = ${accountId} and webhook_id = ${id} and number = ${number}`.execute(tx)
  const [found] = rows
  if (found === undefined) return undefined
  const { state, ...queued } = found
  return state === 'waiting' ? [] : [queued]
}

/** The delivered messages of a time, in their order, each once; one more than may be replayed shows that there are too many. */
export async function findReplayableIn(
  tx: Tx,
  accountId: number,
  id: number,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly Queued[]> {
  const { rows } = await sql<Queued>`
    select event_id as "eventId", kind, body, number::float8 as "replayOf" from webhook_delivery
    where account_id = ${accountId} and webhook_id = ${id} and queued_at >= ${from} and queued_at <= ${to}
      and state = 'delivered' and replay_of is null
    order by number limit ${WEBHOOK_REPLAYS_MAX + 1}`.execute(tx)
  return rows
}
