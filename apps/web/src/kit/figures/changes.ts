import { dateTimeText } from '#ui/format/times.ts'

const DAY_MS = 86_400_000

const signed = (value: number, unit: string): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)} ${unit}`

/** The change of a count or sum from the days before, in percent of theirs. */
export const changeText = (now: number, before: number): string =>
  before === 0 ? 'none before' : signed(Math.round(((now - before) / before) * 100), '%')

/** The change of a share, in percentage points; null: one of the two is not known. */
export function pointsText(now: number | null | undefined, before: number | null | undefined): string | null {
  return now == null || before == null ? null : signed(Math.round((now - before) * 1_000) / 10, 'pt')
}

/** The days until now, and the same time so many days earlier. */
export interface TwoTimes {
  readonly fromMs: number
  readonly days: number
  readonly nowMs: number
  /** IANA name. */
  readonly zone: string
}

/** When the present days began, and when the earlier time began and ended. @returns ISO instants */
export const bordersOf = ({ fromMs, days, nowMs }: Omit<TwoTimes, 'zone'>) => ({
  from: new Date(fromMs).toISOString(),
  earlierFrom: new Date(fromMs - days * DAY_MS).toISOString(),
  earlierTo: new Date(nowMs - days * DAY_MS).toISOString(),
})

/** A figure of both times, each named: for a tooltip. */
export function bothTimesText(now: string, before: string, times: TwoTimes): string {
  const { from, earlierFrom, earlierTo } = bordersOf(times)
  const textOf = (at: string) => dateTimeText(Date.parse(at), times.zone)
  const end = dateTimeText(times.nowMs, times.zone)
  return `${now} from ${textOf(from)} to ${end}; ${before} from ${textOf(earlierFrom)} to ${textOf(earlierTo)} (${times.zone})`
}
