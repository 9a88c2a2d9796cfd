import { dayText, hourText, weekdayText } from '#ui/format/times.ts'
import { zoneOffsetMinutes } from '#ui/format/offsets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000
/** Up to so many hours each is a column of its own. */
const MOST_HOURS = 72
/** Up to so many days (UTC) of a long time each is a column of its own; else a week is. */
const MOST_DAYS = 100
const WEEK_DAYS = 7

export interface CountedHour {
  readonly at: string
  readonly entrants: number
  readonly respondents: number
}

/** An hour or a day of the viewer's zone, or some days of UTC. */
export interface TimeColumn {
  readonly fromMs: number
  readonly untilMs: number
  readonly label: string
  readonly entrants: number
  readonly respondents: number
}

/** Puts days (UTC) into columns: one each of up to a hundred, else one a week, beginning with the first day. */
export function dayColumns(days: readonly CountedHour[], fromMs: number, untilMs: number): TimeColumn[] {
  const widthMs = ((untilMs - fromMs) / DAY_MS <= MOST_DAYS ? 1 : WEEK_DAYS) * DAY_MS
  const columns: TimeColumn[] = []
  for (let ms = fromMs; ms < untilMs; ms += widthMs)
    columns.push({
      fromMs: ms,
      untilMs: Math.min(ms + widthMs, untilMs),
      label: widthMs === DAY_MS ? weekdayText(ms, 'UTC') : `Week from ${dayText(ms, 'UTC')}`,
      entrants: 0,
      respondents: 0,
    })
  for (const { at, entrants, respondents } of days) {
    const place = Math.floor((Date.parse(at) - fromMs) / widthMs)
    const column = columns[place]
    if (column !== undefined)
      columns[place] = {
        ...column,
        entrants: column.entrants + entrants,
        respondents: column.respondents + respondents,
      }
  }
  return columns
}

/**
 * Puts hours into columns: one each of up to three days, else one a day of the viewer's zone. Hours without entrants
 * are there too.
 * @param zone IANA name
 */
export function timeColumns(
  hours: readonly CountedHour[],
  fromMs: number,
  untilMs: number,
  zone: string,
): TimeColumn[] {
  const byHour = untilMs - fromMs <= MOST_HOURS * HOUR_MS
  const wall = (ms: number) => ms + zoneOffsetMinutes(zone, ms) * MINUTE_MS
  const columns = new Map<number, TimeColumn>()
  const counts = new Map(hours.map(hour => [Date.parse(hour.at), hour]))
  for (let ms = fromMs; ms < untilMs; ms += HOUR_MS) {
    const key = byHour ? ms : Math.floor(wall(ms) / DAY_MS)
    const { entrants = 0, respondents = 0 } = counts.get(ms) ?? {}
    const known = columns.get(key)
    columns.set(key, {
      fromMs: known?.fromMs ?? ms,
      untilMs: ms + HOUR_MS,
      label: known?.label ?? (byHour ? `${dayText(ms, zone)}, ${hourText(ms, zone)}` : weekdayText(ms, zone)),
      entrants: (known?.entrants ?? 0) + entrants,
      respondents: (known?.respondents ?? 0) + respondents,
    })
  }
  return [...columns.values()]
}
