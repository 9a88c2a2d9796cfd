import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import type { HourlyCompletesRequest, HourlyCompletesRow } from '@desk/schema/figures/completes-chart'
import { Clock, Effect } from 'effect'
import type { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { orNotFound } from '#kernel/http/or-not-found'
import { findZoneName } from '../lookups/lookups.store.ts'
import { hasStudy } from '../studies/studies.store.ts'
import { readCompletes } from '../as-it-was/counts-then.store.ts'
import { bucketBorders } from './chart-buckets.ts'
import { dueByBucket } from './expected-completes.ts'
import { DUE_GAP_HOURS, listDueSteps, listSourceIds, sumBuckets } from './hourly-completes.store.ts'

/** The range of the date picker (§9.10). */
const EARLIEST_MS = Date.UTC(1900, 0, 1)
const LATEST_MS = Date.UTC(2100, 0, 1)
const HOUR_MS = 3_600_000

const refuse = (field: string, message: string): Refused =>
  new Refused({ message, details: [{ path: [field], message }] })

/** Completes that were made or taken back since a moment, in the hours in which they count. */
async function readSince(tx: Tx, accountId: number, above: 'project' | 'survey', id: number, at: Date) {
  const sourceIds = await listSourceIds(tx, accountId, above, id)
  return readCompletes(tx, { accountId, sourceIds, at }, false)
}

/** The completes that were expected in each bucket of a project or survey, by the forecasts of their time. */
async function readExpected(
  tx: Tx,
  accountId: number,
  above: 'project' | 'survey',
  { id, as_of: asOf }: Pick<HourlyCompletesRequest, 'id' | 'as_of'>,
  borders: readonly Date[],
) {
  const gapMs = DUE_GAP_HOURS * HOUR_MS
  const lastMs = (borders.at(-1)?.getTime() ?? 0) + gapMs
  const steps = await listDueSteps(tx, accountId, await listSourceIds(tx, accountId, above, id), {
    from: new Date((borders[0]?.getTime() ?? 0) - gapMs),
    to: new Date(asOf === undefined ? lastMs : Math.min(lastMs, Date.parse(asOf))),
  })
  return dueByBucket(steps, borders)
}

async function rowsOf(
  tx: Tx,
  accountId: number,
  request: HourlyCompletesRequest,
  borders: readonly Date[],
): Promise<readonly HourlyCompletesRow[] | undefined> {
  const above = request.mode === 'PROJECT' ? 'project' : 'survey'
  if (!(await hasStudy(tx, accountId, above, request.id))) return undefined
  const isBySource = request.mode === 'SOURCES'
  const ids = isBySource ? await listSourceIds(tx, accountId, 'survey', request.id) : [request.id]
  const sums = await sumBuckets(tx, accountId, isBySource ? 'source' : above, ids, borders)
  const since =
    request.as_of === undefined ? [] : await readSince(tx, accountId, above, request.id, new Date(request.as_of))
  const expected = isBySource ? [] : await readExpected(tx, accountId, above, request, borders)
  const sumAt = new Map(sums.map(sum => [`${sum.id} ${sum.bucket}`, sum]))
  const liveAt = (id: number, [startMs, endMs]: readonly [number, number], live: number): number =>
    since.reduce((sum, { sourceId, hour, sign }) => {
      const isIn = hour * HOUR_MS >= startMs && hour * HOUR_MS < endMs && (!isBySource || sourceId === id)
      return isIn ? sum - sign : sum
    }, live)
  return ids.flatMap(id =>
    borders.slice(0, -1).map((start, bucket): HourlyCompletesRow => {
      const sum = sumAt.get(`${id} ${bucket}`)
      const endMs = borders[bucket + 1]?.getTime() ?? 0
      const due = expected[bucket] ?? null
      return {
        Start_Time: start.toISOString(),
        Completes_Count_Live: liveAt(id, [start.getTime(), endMs], sum?.live ?? 0),
        Completes_Count_Test: sum?.test ?? 0,
        ...(isBySource ? { stmid: id } : {}),
        ...(due === null ? {} : { Completes_Count_Expected: due }),
      }
    }),
  )
}

/** The rows of a completes chart (§2.45, §3.24, api:P10): each bucket, empty ones too, of a project, a survey, or each source of a survey. */
export const readHourlyCompletes = Effect.fn('Projects.hourlyCompletes')(function* (
  database: Database['Service'],
  { user, accountId }: Caller,
  request: HourlyCompletesRequest,
) {
  const endMs = request.end === undefined ? yield* Clock.currentTimeMillis : Date.parse(request.end)
  if (!(endMs >= EARLIEST_MS && endMs < LATEST_MS))
    return yield* refuse('end', 'The end is not a moment from 1900 to 2099.')
  if (request.as_of !== undefined && Date.parse(request.as_of) > (yield* Clock.currentTimeMillis))
    return yield* refuse('as_of', 'Choose a moment that is over.')
  const zoneCode = request.zone_code ?? user.user_time_zone
  const zone = yield* database.readAsAccount(accountId, tx => findZoneName(tx, zoneCode))
  if (zone === undefined) return yield* refuse('zone_code', 'This time zone is not in the list.')
  const borders = bucketBorders(request.grain, new Date(endMs), zone)
  return yield* orNotFound(yield* database.readAsAccount(accountId, tx => rowsOf(tx, accountId, request, borders)))
})
