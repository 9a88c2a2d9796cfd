import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import { sweepForecasts } from '#forecasts/sweep-forecasts'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import type { Ledger } from '#ledger/batches/ledger'
import { pastOf, type PastOperation } from './demo-history.ts'
import { DEMO_ACCOUNTS } from './demo-accounts.ts'
import { finishedWave } from './demo-plan.ts'
import { writeStudies, type WrittenSource } from './demo-studies.ts'
import type { Chance } from './random.ts'

const DAY_MS = 86_400_000
/** Its field was over so many days before it was closed. */
const CLOSED_AFTER_MS = 1.5 * DAY_MS
/** Before it was closed, a source was live for so long (demo-studies.ts). */
const LIVE_MS = 14 * DAY_MS
/** The waves that are over, by how long ago they were closed. */
const WAVES = [
  { number: 4, daysAgo: 84 },
  { number: 5, daysAgo: 56 },
  { number: 6, daysAgo: 28 },
] as const
export const FINISHED_DAYS = 84 + 20
const FORECAST_EVERY_MS = DAY_MS

interface Finishing {
  readonly database: DeskDatabase
  readonly ledger: Ledger
  readonly chance: Chance
  readonly now: Date
}

/**
 * Plays the demo's finished waves in accelerated time, by the ordinary ledger, with the forecasts of their moments: so that forecasts
 * have like sources and a record from the first minute (forecast.md §2).
 */
export async function playFinishedWaves({ database, ledger, chance, now }: Finishing): Promise<number> {
  let respondents = 0
  const hidden = await database.asSystem(hideStudies)
  const suppliers = new Map([[DEMO_ACCOUNTS.acme, await database.readAsSystem(readSuppliers)]])
  for (const { number, daysAgo } of WAVES) {
    const closedAt = new Date(now.getTime() - daysAgo * DAY_MS)
    const sources = await database.asSystem(tx => writeStudies(tx, [finishedWave(chance, number)], closedAt, suppliers))
    const projectId = sources[0]?.projectId ?? 0
    await database.asSystem(tx => setStatus(tx, projectId, STATUS_CODES.live))
    const endAt = new Date(closedAt.getTime() - CLOSED_AFTER_MS)
    const operations = sources
      .flatMap(source => untilFull(source, closedAt.getTime() - LIVE_MS, pastOf(source, endAt, chance)))
      .toSorted((one, other) => one.atMs - other.atMs)
    respondents += operations.filter(({ kind }) => kind === 'entered').length
    let from = 0
    for (let atMs = operations[0]?.atMs ?? endAt.getTime(); from < operations.length; atMs += FORECAST_EVERY_MS) {
      const until = operations.findIndex(operation => operation.atMs > atMs)
      const to = until === -1 ? operations.length : until
      await ledger.write(DEMO_ACCOUNTS.acme, operations.slice(from, to), { history: true })
      from = to
      await sweepForecasts(database, () => atMs)
    }
    await database.asSystem(tx => setStatus(tx, projectId, STATUS_CODES.complete))
    await sweepForecasts(database, () => closedAt.getTime())
  }
  await database.asSystem(tx => showStudies(tx, hidden))
  return respondents
}

/** The respondents between the launch of a source and the complete that filled its target, as far as they had an end. */
function untilFull(
  { plan }: WrittenSource,
  launchedAtMs: number,
  operations: readonly PastOperation[],
): readonly PastOperation[] {
  const entered = new Map(operations.flatMap(one => (one.kind === 'entered' ? [[one.hex, one] as const] : [])))
  const ends = new Set(operations.flatMap(one => (one.kind === 'entered' ? [] : [one.hex])))
  const isWhole = ({ hex }: PastOperation): boolean => {
    const entry = entered.get(hex)
    return entry !== undefined && entry.atMs >= launchedAtMs && (entry.refusal !== null || ends.has(hex))
  }
  const whole = operations.filter(isWhole).toSorted((one, other) => one.atMs - other.atMs)
  const completes = whole.filter(one => one.kind === 'return' && one.inboundCode === '1000')
  const filledAtMs = completes[plan.target - 1]?.atMs ?? Infinity
  const late = new Set(whole.filter(({ atMs }) => atMs > filledAtMs).map(({ hex }) => hex))
  return whole.filter(({ hex }) => !late.has(hex))
}

const setStatus = (tx: Tx, projectId: number, status: number): Promise<unknown> =>
  Promise.all(
    ['project', 'survey', 'source'].map(table =>
      sql`update ${sql.table(table)} set status = ${status} where account_id = ${DEMO_ACCOUNTS.acme} and project_id = ${projectId}`.execute(
        tx,
      ),
    ),
  )

async function readSuppliers(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select supplier_id as id from supplier where account_id = ${DEMO_ACCOUNTS.acme} order by supplier_id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Takes the demo's present studies out of the forecasts of the past. */
async function hideStudies(tx: Tx): Promise<readonly number[]> {
  const { rows } = await sql<{ projectId: number }>`
    update project set status = ${STATUS_CODES.draft} where account_id = ${DEMO_ACCOUNTS.acme} and status = ${STATUS_CODES.live}
    returning project_id as "projectId"`.execute(tx)
  return rows.map(({ projectId }) => projectId)
}

const showStudies = (tx: Tx, projectIds: readonly number[]): Promise<unknown> =>
  sql`update project set status = ${STATUS_CODES.live} where account_id = ${DEMO_ACCOUNTS.acme} and project_id = any(${projectIds}::int[])`.execute(
    tx,
  )
