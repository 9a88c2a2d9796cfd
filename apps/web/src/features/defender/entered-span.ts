import { isDays, type DaysUntilNow } from '#kit/tables/days-until-now.ts'
import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'
import { readTimeSpan, withInstants, type TimeSpan } from '#kit/tables/time-span.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** When the respondents of a view entered, as the URL has it: so many days until now, or between two moments by the viewer's clock. */
export interface EnteredSpan extends TimeSpan {
  readonly days?: DaysUntilNow
}

/** Reads the URL; a moment without the other is none. */
export function readEnteredSpan(raw: RawSearch): EnteredSpan {
  const { from, until } = readTimeSpan(raw)
  const days = idOf(raw['days'])
  return compact({
    ...(from === undefined || until === undefined ? {} : { from, until }),
    days: isDays(days) ? days : undefined,
  })
}

/** The time as calls take it; both moments replace the days. @param nowMs a relative time ends with the hour that it lies in @param zone IANA name */
export function enteredWithin(
  {
    days,
    from,
    until,
  }: { readonly days: DaysUntilNow; readonly from: string | undefined; readonly until: string | undefined },
  nowMs: number,
  zone: string,
): { readonly from: string; readonly until: string } {
  if (from !== undefined && until !== undefined) return withInstants({ from, until }, zone)
  const end = Math.ceil(nowMs / HOUR_MS) * HOUR_MS
  return { from: new Date(end - days * DAY_MS).toISOString(), until: new Date(end).toISOString() }
}
