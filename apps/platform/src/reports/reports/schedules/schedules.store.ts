import type { ReportSchedule, ReportScheduleForm } from '@desk/schema/reports/report-schedule'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

/** Whose schedules: one's own. */
export interface Owner {
  readonly accountId: number
  readonly userId: number
  /** Of the clock by which they are sent: a super admin's row is not seen from every account. */
  readonly timeZoneCode: number
}

/** The fields that a person sets. */
export type ScheduleFields = Required<Omit<ReportScheduleForm, 'version'>>

interface ScheduleRow extends Omit<ReportSchedule, 'due_at' | 'last_sent_at'> {
  readonly dueAt: Date
  readonly lastSentAt: Date | null
}

const onWire = ({ dueAt, lastSentAt, ...row }: ScheduleRow): ReportSchedule => ({
  ...row,
  due_at: row.is_paused ? null : dueAt.toISOString(),
  last_sent_at: lastSentAt?.toISOString() ?? null,
})

async function select(
  tx: Tx,
  { accountId, userId }: Owner,
  rest: RawBuilder<unknown>,
): Promise<readonly ReportSchedule[]> {
  const { rows } = await sql<ScheduleRow>`
    select s.report_schedule_id as report_schedule_ud, s.type, s.filters, s.name, s.format, s.every, s.local_hour::int, s.weekday::int, s.day::int,
      s.is_paused, s.due_at as "dueAt", s.last_sent_at as "lastSentAt", s.fault, s.version
    from report_schedule s where s.account_id = ${accountId} and s.user_id = ${userId} and ${rest}`.execute(tx)
  return rows.map(onWire)
}

/** The owner's schedules by name. */
export const listSchedules = (tx: Tx, owner: Owner, { limit, offset }: Page): Promise<readonly ReportSchedule[]> =>
  select(tx, owner, sql`true order by s.name collate "und-x-icu", s.report_schedule_id limit ${limit} offset ${offset}`)

export async function findSchedule(tx: Tx, owner: Owner, id: number): Promise<ReportSchedule | undefined> {
  return (await select(tx, owner, sql`s.report_schedule_id = ${id}`))[0]
}

/** Locks a schedule until the transaction ends. */
export async function lockSchedule(tx: Tx, owner: Owner, id: number): Promise<ReportSchedule | undefined> {
  return (await select(tx, owner, sql`s.report_schedule_id = ${id} for no key update`))[0]
}

/** How many schedules the owner has; their other request that makes one waits. */
export async function countSchedules(tx: Tx, { accountId, userId }: Owner): Promise<number> {
  await sql`select from user_account where account_id = ${accountId} and user_id = ${userId} for no key update`.execute(
    tx,
  )
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from report_schedule where account_id = ${accountId} and user_id = ${userId}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** The owner's time zone, of a schedule `s`, as `zone`. */
export const ownersZone = sql`(
  select z.iana_name as zone
  from app_user u left join user_account m on m.account_id = s.account_id and m.user_id = u.user_id
  join time_zone z on z.code = coalesce(m.time_zone_code, u.time_zone_code)
  where u.user_id = s.user_id) owner`

/**
 * The next time after a moment, by the clock of the owner, that a schedule `s` is due. An hour that a clock skips in spring is the one
 * after it, and of one that comes twice in autumn it is the second: once a day in any case.
 */
export const nextDue = (
  after: RawBuilder<unknown>,
  zone: RawBuilder<unknown> = ownersZone,
): RawBuilder<Date> => sql<Date>`(
  select min(at) from (
    select zone, (date_trunc('day', ${after} at time zone zone) + make_interval(days => n, hours => s.local_hour)) at time zone zone as at
    from generate_series(0, 62) n, ${zone}) times
  where at > ${after} and case s.every when 'weekly' then extract(isodow from at at time zone zone) = s.weekday
    when 'monthly' then extract(day from at at time zone zone) = s.day else true end)`

/** Has the next time of a schedule follow from what it says; what failed before is forgotten. */
async function plan(tx: Tx, { accountId, timeZoneCode }: Owner, id: number, now: Date): Promise<void> {
  const zone = sql`(select iana_name as zone from time_zone where code = ${timeZoneCode}) own`
  const next = nextDue(sql`${now}::timestamptz`, zone)
  await sql`
    update report_schedule s set due_at = ${next}, planned_at = ${next}, tries = 0, is_mailing = false
    where s.account_id = ${accountId} and s.report_schedule_id = ${id}`.execute(tx)
}

export async function insertSchedule(tx: Tx, owner: Owner, fields: ScheduleFields, now: Date): Promise<number> {
  const { type, filters, name, format, every, local_hour, weekday, day, is_paused } = fields
  const { rows } = await sql<{ id: number }>`
    insert into report_schedule (account_id, user_id, type, filters, name, format, every, local_hour, weekday, day, is_paused, due_at, planned_at)
    values (${owner.accountId}, ${owner.userId}, ${type}, ${filters}, ${name}, ${format}, ${every}, ${local_hour}, ${weekday}, ${day}, ${is_paused}, ${now}, ${now})
    returning report_schedule_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('An inserted row is returned.')
  await plan(tx, owner, id, now)
  return id
}

export async function updateSchedule(
  tx: Tx,
  owner: Owner,
  id: number,
  fields: ScheduleFields,
  now: Date,
): Promise<void> {
  const { type, filters, name, format, every, local_hour, weekday, day, is_paused } = fields
  await sql`
    update report_schedule set type = ${type}, filters = ${filters}, name = ${name}, format = ${format}, every = ${every}, local_hour = ${local_hour},
      weekday = ${weekday}, day = ${day}, is_paused = ${is_paused}, fault = null, version = version + 1
    where account_id = ${owner.accountId} and report_schedule_id = ${id}`.execute(tx)
  await plan(tx, owner, id, now)
}

export async function deleteSchedule(tx: Tx, { accountId }: Owner, id: number): Promise<void> {
  await sql`delete from report_schedule where account_id = ${accountId} and report_schedule_id = ${id}`.execute(tx)
}
