import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { LineChoice } from './line-choice.ts'

const HOUR_MS = 3_600_000

/** A time from a moment until another; null: without an end. */
export interface LineTime {
  readonly fromMs: number
  readonly toMs: number | null
}

/** The times of a line: of what the ledger did, whose hours belong to the day and month in which they begin; and of completions, which do to the day of their moment. */
export interface LineTimes {
  readonly moves: LineTime
  readonly completions: LineTime
}

const both = (one: LineTime, other: LineTime): LineTime => ({
  fromMs: Math.max(one.fromMs, other.fromMs),
  toMs: one.toMs === null ? other.toMs : other.toMs === null ? one.toMs : Math.min(one.toMs, other.toMs),
})
const hourUp = (ms: number): number => Math.ceil(ms / HOUR_MS) * HOUR_MS
const wholeHours = ({ fromMs, toMs }: LineTime): LineTime => ({
  fromMs: hourUp(fromMs),
  toMs: toMs === null ? null : hourUp(toMs),
})

async function readBounds(tx: Tx, zoneCode: number, starts: RawBuilder<unknown>, length: string): Promise<LineTime> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select ${starts}::date::timestamp at time zone z.name as "from", (${starts}::date + ${length}::interval) at time zone z.name as "to"
    from (select coalesce((select iana_name from time_zone where code = ${zoneCode}), 'UTC') as name) z`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('Every zone has a calendar.')
  return { fromMs: row.from.getTime(), toMs: row.to.getTime() }
}

/** The times of a line of a report. @param zoneCode of the zone in which days and months are told */
export async function findLineTimes(
  tx: Tx,
  ofReport: LineTime,
  { month, day, hour }: Pick<LineChoice, 'month' | 'day' | 'hour'>,
  zoneCode: number,
): Promise<LineTimes> {
  const calendar: LineTime[] = []
  if (typeof month === 'string') calendar.push(await readBounds(tx, zoneCode, sql`${`${month}-01`}`, '1 month'))
  if (typeof day === 'string') calendar.push(await readBounds(tx, zoneCode, sql`${day}`, '1 day'))
  const hours: LineTime[] =
    typeof hour === 'string' ? [{ fromMs: Date.parse(hour), toMs: Date.parse(hour) + HOUR_MS }] : []
  return {
    moves: [...calendar.map(wholeHours), ...hours].reduce(both, ofReport),
    completions: [...calendar, ...hours].reduce(both, ofReport),
  }
}

/** A time that is not empty. */
export interface CutTime {
  readonly from: Date
  readonly to: Date | null
  readonly isOutside: boolean
}

/** A line's time before the first of two moments, and between them; those that are empty are left out. */
export function cutAt({ fromMs, toMs }: LineTime, first: Date, second: Date): readonly CutTime[] {
  const within = (at: Date) => Math.max(fromMs, Math.min(at.getTime(), toMs ?? Number.POSITIVE_INFINITY))
  const times = [
    { fromMs, toMs: within(first), isOutside: true },
    { fromMs: within(first), toMs: within(second), isOutside: false },
  ]
  return times
    .filter(time => time.fromMs < time.toMs)
    .map(time => ({ from: new Date(time.fromMs), to: new Date(time.toMs), isOutside: time.isOutside }))
}
