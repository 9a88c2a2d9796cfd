import type { Alert, AlertFacts } from '@desk/schema/alerts/alert'
import { NO_ALERT_DIGEST, type AlertDigest } from '@desk/schema/alerts/alert-digest'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { PLACE_NAME, PLACES } from './place-sql.ts'

/** A user's choice in an account. */
export async function readDigest(tx: Tx, accountId: number, userId: number): Promise<AlertDigest> {
  const { rows } = await sql<AlertDigest>`
    select every, local_hour from alert_digest where account_id = ${accountId} and user_id = ${userId}`.execute(tx)
  return rows[0] ?? NO_ALERT_DIGEST
}

// the next full hour, or the next time that the user's clock shows the hour
const nextDue = (zone: string, now: string) => sql`case when d.every = 'daily' then (
    select min(at) from (
      select (date_trunc('day', ${sql.raw(now)} at time zone ${sql.raw(zone)}) + make_interval(days => n, hours => d.local_hour)) at time zone ${sql.raw(zone)} as at
      from generate_series(0, 2) n) times where at > ${sql.raw(now)})
  else date_trunc('hour', ${sql.raw(now)}) + interval '1 hour' end`

/** Stores a user's choice. Alerts raised before mails were wanted are not mailed. */
export async function storeDigest(
  tx: Tx,
  accountId: number,
  userId: number,
  { every, local_hour }: AlertDigest,
): Promise<void> {
  const before = await readDigest(tx, accountId, userId)
  if (before.every === 'none')
    await sql`
      update alert_recipient set digested_at = clock_timestamp()
      where account_id = ${accountId} and user_id = ${userId} and in_digest and digested_at is null`.execute(tx)
  await sql`
    insert into alert_digest as d (account_id, user_id, every, local_hour, due_at)
    select ${accountId}, ${userId}, d.every, d.local_hour, ${nextDue('z.iana_name', 'clock_timestamp()')}
    from (select ${every}::text as every, ${local_hour}::int as local_hour) d, user_account m join time_zone z on z.code = m.time_zone_code
    where m.account_id = ${accountId} and m.user_id = ${userId}
    on conflict (account_id, user_id) do update set every = excluded.every, local_hour = excluded.local_hour, due_at = excluded.due_at`.execute(
    tx,
  )
}

/** An alert as a mail lists it. */
export interface MailedAlert extends Pick<
  Alert,
  'kind' | 'scope' | 'place_id' | 'place_name' | 'pm_proj_ud' | 'pm_proj_name' | 'pm_sy_ud'
> {
  readonly facts: AlertFacts
  readonly beganAt: string
  readonly hasEnded: boolean
}

/** A mail that is due. */
export interface DueDigest {
  readonly accountId: number
  readonly userId: number
  readonly username: string
  readonly firstname: string
  readonly accountName: string
  readonly zone: string
}

/**
 * Takes the digest that is due longest, with the alerts since the last one, in the open transaction: once it commits they count as mailed, and the next
 * digest has its time, so that each alert is mailed at most once.
 * @param at the time by which it is due
 * @returns null when none is due, or others have taken all that are
 */
export async function takeDigest(
  tx: Tx,
  at: Date,
): Promise<{ readonly to: DueDigest; readonly alerts: readonly MailedAlert[] } | null> {
  const { rows } = await sql<DueDigest>`
    select d.account_id as "accountId", d.user_id as "userId", u.username, u.firstname, c.name as "accountName", z.iana_name as zone
    from alert_digest d
      join user_account m on m.account_id = d.account_id and m.user_id = d.user_id
      join app_user u on u.user_id = d.user_id and u.deleted_at is null and u.deactivated_at is null
      join account c on c.account_id = d.account_id and c.suspended_at is null
      join time_zone z on z.code = m.time_zone_code
    where d.every <> 'none' and d.due_at <= ${at}
    order by d.due_at limit 1 for update of d skip locked`.execute(tx)
  const [to] = rows
  if (to === undefined) return null
  const { accountId, userId } = to
  await sql`
    update alert_digest d set due_at = ${nextDue('z.iana_name', `'${at.toISOString()}'::timestamptz`)}
    from user_account m join time_zone z on z.code = m.time_zone_code
    where d.account_id = ${accountId} and d.user_id = ${userId} and m.account_id = d.account_id and m.user_id = d.user_id`.execute(
    tx,
  )
  const { rows: alerts } = await sql<MailedAlert>`
    with mailed as (
      update alert_recipient set digested_at = clock_timestamp()
      where account_id = ${accountId} and user_id = ${userId} and in_digest and digested_at is null returning alert_id, snoozed_until)
    select a.kind, a.scope, a.place_id, ${PLACE_NAME} as place_name, a.project_id as pm_proj_ud, p.name as pm_proj_name,
      a.survey_id as pm_sy_ud, a.facts, to_char(a.began_at at time zone ${to.zone}, 'YYYY-MM-DD HH24:MI') as "beganAt", a.ended_at is not null as "hasEnded"
    from mailed t join alert a on a.alert_id = t.alert_id ${PLACES}
    -- what the user let rest is not to wake them
    where t.snoozed_until is null order by a.alert_id desc`.execute(tx)
  return { to, alerts }
}
