import { sql, type RawBuilder } from 'kysely'
import type { AccountWindow } from './requests.store.ts'

/**
 * The first moment after the window of a complete: the end of a day of the next month, in the account's zone (settlement.md §1).
 * @param moment when the complete was made
 */
export const deadlineOf = ({ zone, day }: AccountWindow, moment: RawBuilder<unknown>): RawBuilder<Date> => sql<Date>`
  ((date_trunc('month', ${moment} at time zone ${zone}::text) + interval '1 month' + make_interval(days => ${day}::int)) at time zone ${zone}::text)`

/**
 * This month and the one before, to be joined as `known` to moments within them: their deadlines are worked out once, where `deadlineOf` costs as much as finding the respondent. A
 * day is left out at either end, where clocks that are set back would tell months apart by the moment.
 */
export const knownMonths = ({ zone, day }: AccountWindow, at: Date): RawBuilder<unknown> => sql`
  (select (m.starts + interval '1 day') at time zone ${zone}::text as since, (m.starts + interval '1 month' - interval '1 day') at time zone ${zone}::text as until,
    (m.starts + interval '1 month' + make_interval(days => ${day}::int)) at time zone ${zone}::text as deadline_at
  from (
    select date_trunc('month', ${at}::timestamptz at time zone ${zone}::text) - make_interval(months => n) as starts from generate_series(0, 1) n
  ) m)`

/** The month of a moment in the account's zone: 2026-10. */
export const monthOf = ({ zone }: AccountWindow, moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${moment} at time zone ${zone}::text, 'YYYY-MM')`

/** Respondents return within hours; who entered longer before the window than this is not in it. */
const MARGIN = sql`interval '2 days'`

/** The first RDUD at a moment: their order is that of the entries. */
export const firstRdudAt = (moment: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(rpad(lpad(to_hex(floor(extract(epoch from ${moment}) * 1000)::bigint), 12, '0'), 32, '0'))::uuid`

/**
 * The first RDUD of completes whose window is open at a moment: those from the beginning of the month before this one, as no window is longer.
 */
export const openWindow = ({ zone }: AccountWindow, at: Date): RawBuilder<string> =>
  firstRdudAt(
    sql`((date_trunc('month', ${at}::timestamptz at time zone ${zone}::text) - interval '1 month') at time zone ${zone}::text - ${MARGIN})`,
  )

/** The first RDUD of those who ended on a day of the account's zone, or later. */
export const rdudsFrom = ({ zone }: AccountWindow, day: string): RawBuilder<string> =>
  firstRdudAt(sql`(${day}::date::timestamp at time zone ${zone}::text - ${MARGIN})`)
