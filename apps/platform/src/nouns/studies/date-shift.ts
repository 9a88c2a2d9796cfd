import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** Shifts a moment; null stays null. */
export type DateShift = (at: Date | null, zoneCode: number) => Promise<Date | null>

/** Shifts moments by whole days on the clock of their zone, so that 23:59 stays 23:59 when the clocks change. */
export function dateShift(tx: Tx, days: number): DateShift {
  // most sources of a survey end at the same moment
  const known = new Map<string, Promise<Date>>()
  return async (at, zoneCode) => {
    if (at === null) return null
    const key = `${at.getTime()} ${zoneCode}`
    const shifted = known.get(key) ?? shiftedIn(tx, at, zoneCode, days)
    known.set(key, shifted)
    return shifted
  }
}

async function shiftedIn(tx: Tx, at: Date, zoneCode: number, days: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select (${at}::timestamptz at time zone iana_name + make_interval(days => ${days}::int)) at time zone iana_name as at
    from time_zone where code = ${zoneCode}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Every stored zone is in the list.')
  return row.at
}
