import type { ReportDimension } from '@desk/schema/reports/report'
import type { LineKeyFields } from '@desk/schema/reports/report-change'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { detailsOf, isOfLine, keysOf, studiesOf, type LineKeys, type ReportScope } from './report-lines.store.ts'

/** An hour's entrants and completes. */
interface HourCounts {
  readonly entrants: number
  readonly completes: number
}

/** The counts of an hour, for a line. */
export interface HourCount extends HourCounts, LineKeys {
  readonly hour: Date
}

const COUNTS = sql`coalesce(sum(h.entrants), 0)::bigint as entrants, coalesce(sum(h.completes_live), 0)::bigint as completes`

/** The hours of the sources that a scope leaves, from its first to its last. */
function hoursOf(accountId: number, scope: ReportScope): RawBuilder<unknown> {
  return sql`
    from hour_bucket h
    join source s on s.account_id = h.account_id and s.source_id = h.scope_id
    ${studiesOf(accountId, scope)} and h.account_id = ${accountId} and h.scope = 3 and (h.entrants <> 0 or h.completes_live <> 0)
    ${scope.from === undefined ? sql`` : sql`and h.hour >= ${scope.from}::timestamptz`}
    ${scope.to === undefined ? sql`` : sql`and h.hour < ${scope.to}::timestamptz`}`
}

/** Lines of hourly completes, the last hour first. @param by their dimensions beside the hour, at most two */
export const selectHours = (
  accountId: number,
  scope: ReportScope,
  by: readonly ReportDimension[],
): RawBuilder<HourCount> => sql`
  select ${keysOf(by)}, h.hour, ${COUNTS}, ${detailsOf(by)} ${hoursOf(accountId, scope)}
  group by 1, 3, h.hour order by h.hour desc, entrants desc, 1 nulls last, 3 nulls last`

/** The total of all hours, or of those of a line. */
export async function readHoursTotal(
  tx: Tx,
  accountId: number,
  scope: ReportScope,
  keys: readonly LineKeyFields[] = [],
): Promise<HourCounts> {
  const { rows } = await sql<HourCounts>`
    select ${COUNTS} ${hoursOf(accountId, scope)} and ${sql.join([sql`true`, ...keys.map(isOfLine)], sql` and `)}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('A sum without groups is one row.')
  return row
}
