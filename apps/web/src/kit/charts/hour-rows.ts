import {
  DAILY_DAYS_SHOWN,
  type ChartGrain,
  type ChartMode,
  type HourlyCompletesRow,
} from '@desk/schema/figures/completes-chart'
import type { RowCells } from '@desk/schema/push/frames'
import type { CompletesBucket } from '#ui/chart/buckets.ts'

/** The completes of one source over a window. */
export interface SourceSeries {
  readonly sourceId: number
  readonly buckets: readonly CompletesBucket[]
  readonly total: number
}

/** Of a 14-day window the last 13 days are drawn, and the first is given in words (§2.45). */
function shownPart(rows: readonly HourlyCompletesRow[], grain: ChartGrain): readonly HourlyCompletesRow[] {
  return grain === 'day' ? rows.slice(-DAILY_DAYS_SHOWN) : rows
}

function bucketOf({
  Start_Time,
  Completes_Count_Live: live,
  Completes_Count_Test: test,
  Completes_Count_Expected: expected,
}: HourlyCompletesRow): CompletesBucket {
  return { startMs: Date.parse(Start_Time), live, test, ...(expected === undefined ? {} : { expected }) }
}

/** The shown buckets of a window, oldest first. @param rows the answer of api:P10 for one project or survey */
export function bucketsOf(rows: readonly HourlyCompletesRow[], grain: ChartGrain): CompletesBucket[] {
  return shownPart(rows, grain).map(bucketOf)
}

/** The first day of a 14-day window, which is not drawn, all sources together; null when there is none. */
export function undrawnDayOf(rows: readonly HourlyCompletesRow[], grain: ChartGrain): CompletesBucket | null {
  const days = [...new Set(rows.map(row => row.Start_Time))]
  if (grain !== 'day' || days.length <= DAILY_DAYS_SHOWN) return null
  const ofDay = rows.filter(row => row.Start_Time === days[0]).map(bucketOf)
  return ofDay.reduce((sum, { startMs, live, test }) => ({ startMs, live: sum.live + live, test: sum.test + test }))
}

/** The shown buckets of each source, those with most completes first. @param rows the answer of api:P10 in mode SOURCES */
export function seriesOf(rows: readonly HourlyCompletesRow[], grain: ChartGrain): SourceSeries[] {
  const bySource = new Map<number, HourlyCompletesRow[]>()
  for (const row of rows) {
    if (row.stmid === undefined) continue
    const ofSource = bySource.get(row.stmid)
    if (ofSource) ofSource.push(row)
    else bySource.set(row.stmid, [row])
  }
  return [...bySource]
    .map(([sourceId, ofSource]) => {
      const buckets = bucketsOf(ofSource, grain)
      return { sourceId, buckets, total: buckets.reduce((sum, { live }) => sum + live, 0) }
    })
    .sort((one, other) => other.total - one.total || one.sourceId - other.sourceId)
}

/**
 * When the window before this one ends: in the hour, or the day, before its first, which is the last of that window. So
 * windows follow each other by 24 hours or 14 days (§2.45).
 */
export function windowStartOf(rows: readonly HourlyCompletesRow[]): string | null {
  const first = rows[0]
  return first === undefined ? null : new Date(Date.parse(first.Start_Time) - 1).toISOString()
}

export interface PushedHours {
  readonly rows: readonly HourlyCompletesRow[]
  /** The window has to be read again: an hour began, a source came, or days changed. */
  readonly isOutdated: boolean
}

/**
 * Takes pushed hours into the rows of the latest window. Their ids are `{source}|{hour}`, without a source for the
 * whole.
 * @param rows the shown ones
 */
export function takeHours(
  rows: readonly HourlyCompletesRow[],
  pushed: readonly RowCells[],
  mode: ChartMode,
  grain: ChartGrain,
): PushedHours {
  const ours = pushed.filter(({ id }) => id.startsWith('|') === (mode !== 'SOURCES'))
  if (ours.length === 0) return { rows, isOutdated: false }
  // Days have the zone's borders, which hours do not name.
  if (grain === 'day') return { rows, isOutdated: true }
  const places = new Map(rows.map((row, index) => [placeOf(row.stmid, row.Start_Time), index]))
  const next = [...rows]
  let isOutdated = false
  for (const { id, cells } of ours) {
    const [source = '', start = ''] = id.split('|')
    const index = places.get(placeOf(source === '' ? undefined : Number(source), start))
    const row = index === undefined ? undefined : next[index]
    if (index === undefined || row === undefined) {
      isOutdated = true
      continue
    }
    const { Completes_Count_Live: live, Completes_Count_Test: test } = cells
    next[index] = {
      ...row,
      ...(typeof live === 'number' ? { Completes_Count_Live: live } : {}),
      ...(typeof test === 'number' ? { Completes_Count_Test: test } : {}),
    }
  }
  return { rows: next, isOutdated }
}

const placeOf = (source: number | undefined, start: string): string => `${source ?? ''}|${Date.parse(start)}`
