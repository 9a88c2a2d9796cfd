import { dayText, hourText, weekdayText } from '#ui/format/times.ts'
import { zoneOffsetMinutes } from '#ui/format/offsets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MINUTE_MS = 60_000
/** Up to so many hours each is a column of its own. */
const MOST_HOURS = 72

export interface CountedHour {
  readonly at: string
  readonly entrants: number
  readonly respondents: number
}

/** An hour or a day of the viewer's zone. */
export interface TimeColumn {
  readonly fromMs: number
  readonly untilMs: number
  readonly label: string
  readonly entrants: number
  readonly respondents: number
}

/**
 * Puts hours into columns: one each of up to three days, else one a day of the viewer's zone. Hours in which nobody entered are there too.
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
