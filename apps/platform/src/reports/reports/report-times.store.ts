import { REPORT_CALENDAR, type ReportPeriod } from '@desk/schema/reports/report-period'
import type { LineKeyFields } from '@desk/schema/reports/report-change'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** Between which moments a report is; a left out end is none. */
export interface ReportTimes {
  readonly from?: string
  readonly to?: string
}

/** The moments of a period by the calendar of a zone; one that is not over has no end. @param zoneCode of the reader's time zone @param at now */
export async function findTimes(tx: Tx, period: ReportPeriod, zoneCode: number, at: Date): Promise<ReportTimes> {
  const { unit, ago } = REPORT_CALENDAR[period]
  const length = unit === 'quarter' ? '3 months' : `1 ${unit}`
  const { rows } = await sql<{ readonly from: Date; readonly to: Date }>`
    select (b.starts - ${ago}::int * ${length}::interval) at time zone z.name as "from", b.starts at time zone z.name as "to"
    from (select coalesce((select iana_name from time_zone where code = ${zoneCode}), 'UTC') as name) z
    cross join lateral (select date_trunc(${unit}, ${at}::timestamptz at time zone z.name) as starts) b`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Every zone has a calendar.')
  const from = row.from.toISOString()
  return ago === 0 ? { from } : { from, to: row.to.toISOString() }
}

/**
 * Narrows a time to what a line's month, day or hour may have moves in: an hour more on both sides, since a day begins with the hour that holds its midnight.
 * @param zoneCode of the reader's time zone
 */
export async function findUnitTimes(
  tx: Tx,
  { from, to }: ReportTimes,
  keys: readonly LineKeyFields[],
  zoneCode: number,
): Promise<ReportTimes> {
  const units = keys.flatMap(({ is, id }) =>
    id !== null && (is === 'month' || is === 'day' || is === 'hour')
      ? [{ unit: is, begins: is === 'month' ? `${id}-01` : id }]
      : [],
  )
  if (units.length === 0) return {}
  const times = units.map(
    ({ unit, begins }) => sql`
      select b.begins - interval '1 hour' as "from", b.begins + ${`1 ${unit}`}::interval + interval '1 hour' as "to"
      from (select ${unit === 'hour' ? sql`${begins}::timestamptz` : sql`${begins}::timestamp at time zone z.name`} as begins) b`,
  )
  const { rows } = await sql<{ readonly from: Date; readonly to: Date }>`
    select greatest(max(u."from"), ${from ?? null}::timestamptz) as "from", least(min(u."to"), ${to ?? null}::timestamptz) as "to"
    from (select coalesce((select iana_name from time_zone where code = ${zoneCode}), 'UTC') as name) z
    cross join lateral (${sql.join(times, sql` union all `)}) u`.execute(tx)
  const [row] = rows
  return row === undefined ? {} : { from: row.from.toISOString(), to: row.to.toISOString() }
}
