import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLedger } from '../batches/ledger.ts'
import { sweepSums } from '../sweeps/sweeps.ts'
import { entry } from '../testing/operations.ts'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { movesWithin, unitIn } from './moves-within.ts'

const platform = usePlatform()
const HOUR_MS = 3_600_000
/** Six days about the night in which New York goes back to winter time, and a month ends. */
const FIRST_MS = Date.UTC(2026, 9, 29, 1, 20)
const HOURS = 150
const SUMMED_HOURS = 110
let on: Stage

/** In each hour one entrant more than in the hour before, up to seven; the last hours are in no sum yet. */
beforeAll(async () => {
  on = await stage(platform())
  const { accountId, supplierId, sourceIds } = on.study
  let nowMs = FIRST_MS
  const ledger = createLedger(platform().database, { nowMs: () => nowMs })
  for (let hour = 0; hour < HOURS; hour++) {
    nowMs = FIRST_MS + hour * HOUR_MS
    const entrants = Array.from({ length: 1 + (hour % 7) }, (_, at) =>
      entry(sourceIds[at % 2] ?? 0, `h${hour}-${at}`, { atMs: nowMs, supplierId }),
    )
    await ledger.write(accountId, entrants)
    if (hour === SUMMED_HOURS) await sweepSums({ database: platform().database })
  }
})

interface UnitCount {
  readonly unit: string
  readonly entrants: number
}

/** Entrants by day or month of a zone, as the sums tell them and as the lines themselves do. */
async function countsOf(
  of: 'day' | 'month',
  zoneName: string,
  fromMs: number,
  toMs: number | null,
  isOfAllSources: boolean,
) {
  const { accountId } = on.study
  return platform().database.readAsAccount(accountId, async tx => {
    const { rows: zones } = await sql<{
      code: number
    }>`select code from time_zone where iana_name = ${zoneName} order by code limit 1`.execute(tx)
    const zoneCode = zones[0]?.code ?? Number.NaN
    const times = [{ from: new Date(fromMs), to: toMs === null ? null : new Date(toMs), isAfter: false }]
    const sources = sql`select s.source_id from source s where s.account_id = ${accountId}`
    const moves = movesWithin({ accountId, sources, isOfAllSources, times, unit: { of, zoneCode } })
    const { rows: summed } = await sql<UnitCount>`
      select ${unitIn(of, sql`m.starts_at`)}::text as unit, sum(m.respondents)::int as entrants
      from ${moves} m, time_zone z where z.code = ${zoneCode} and m.from_code = 0 group by 1 having sum(m.respondents) <> 0 order by 1`.execute(
      tx,
    )
    const { rows: told } = await sql<UnitCount>`
      select ${unitIn(of, sql`date_trunc('hour', e.at, 'UTC')`)}::text as unit, count(*)::int as entrants
      from respondent_event e, time_zone z
      where z.code = ${zoneCode} and e.account_id = ${accountId} and e.from_code is null and e.at >= ${new Date(fromMs)} and (${toMs === null} or e.at < ${new Date(toMs ?? 0)})
      group by 1 order by 1`.execute(tx)
    return { summed, told }
  })
}

describe('moves by day and month of a zone are those of its lines, whatever sums they are read from (settlement.md §4)', () => {
  const zones = [
    'UTC',
    'Europe/London',
    'America/New_York',
    'Pacific/Honolulu',
    'Asia/Kolkata',
    'Asia/Tokyo',
    'Pacific/Auckland',
  ]
  const endMs = FIRST_MS + HOURS * HOUR_MS
  const times = [
    ['all of it', 0, null],
    ['cut at both ends', FIRST_MS + 7 * HOUR_MS + 90_000, endMs - 13 * HOUR_MS],
    ['less than a quarter of a day', FIRST_MS + 70 * HOUR_MS, FIRST_MS + 73 * HOUR_MS],
  ] as const
  test.each(zones.flatMap(zone => times.map(time => [zone, ...time] as const)))(
    '%s, %s',
    async (zone, _what, fromMs, toMs) => {
      for (const of of ['day', 'month'] as const)
        for (const isOfAllSources of [false, true]) {
          const { summed, told } = await countsOf(of, zone, fromMs, toMs, isOfAllSources)
          expect(told.length).toBeGreaterThan(0)
          expect(summed).toEqual(told)
        }
    },
  )
})
