import { forecastOf } from '@desk/schema/forecasts/forecast'
import { describe, expect, test, vi } from 'vitest'
import { verifyForecastsCommand } from '#cli/verify-forecasts'
import { MINUTE_MS, noon, openLedger } from '#ledger/testing/open-ledger'
import type { SourceSpec } from '#ledger/testing/study'
import { useDatabase } from '#testing/database/harness'
import { asOwner } from '#testing/database/test-server'
import { FORECAST_SCOPES } from './seal.store.ts'
import { sweepForecasts } from './sweep-forecasts.ts'
import { verifyForecasts } from './verify-forecasts.ts'

const fresh = useDatabase()
const HOUR_MS = 60 * MINUTE_MS
/** A sweep takes longer than a second on a busy machine. */
const SWEPT_WITHIN_MS = 20_000
const DAY_MS = 24 * HOUR_MS

/** A live source with completes an hour over some hours until noon. */
async function opened({ hours = 20, anHour = 2, ...source }: SourceSpec & { hours?: number; anHour?: number } = {}) {
  const { database } = fresh()
  const desk = await openLedger(database, {
    sources: [{ target: 100, outOfFieldAt: new Date(noon + 3 * DAY_MS), ...source }],
  })
  const { accountId, sourceId } = desk.study
  let people = 0
  const complete = async (count: number, atMs: number) => {
    for (let made = 0; made < count; made++) {
      const { hex } = await desk.enter(`r${(people += 1)}`, { atMs, parameters: new Map([['age', '30']]) })
      await desk.return(hex, '1000', { atMs: atMs + 8 * MINUTE_MS })
    }
  }
  for (let hour = hours; hour > 0; hour--) await complete(anHour, noon - hour * HOUR_MS)
  const rows = (text: string, values: readonly unknown[] = []) =>
    database.asSystem(async tx => (await tx.client.query(text, [...values])).rows)
  const sealed = () =>
    rows(
      'select seq, completes, target, asked_at, p10_at, p50_at, p90_at from forecast where account_id = $1 and scope = 3 order by seq',
      [accountId],
    )
  const shown = async () =>
    forecastOf(
      (
        await rows('select forecast from rollup where account_id = $1 and scope = 3 and scope_id = $2', [
          accountId,
          sourceId,
        ])
      )[0]?.forecast ?? null,
    )
  const finish = async () =>
    (
      await rows(
        'select finished_at, is_full, changed_at from forecast_finish where account_id = $1 and scope = $2 and scope_id = $3',
        [accountId, FORECAST_SCOPES.source, sourceId],
      )
    )[0]
  const sweep = (atMs: number) =>
    vi.waitFor(
      async () => {
        const swept = await sweepForecasts(database, () => atMs)
        if (swept === null) throw new Error('Another process is sweeping.')
        return swept
      },
      { timeout: SWEPT_WITHIN_MS },
    )
  const verdict = () => database.readAsSystem(tx => verifyForecasts(tx, accountId))
  return { ...desk, complete, rows, sealed, shown, finish, sweep, verdict }
}

test('a live source gets one forecast an hour, which is sealed and shown with its figures (forecast.md §2)', async () => {
  const desk = await opened()
  await desk.sweep(noon)
  await desk.sweep(noon + 30 * MINUTE_MS)
  const [first] = await desk.sealed()
  expect(first).toMatchObject({ completes: 40, target: 100, asked_at: new Date(noon) })
  expect(first.p10_at.getTime()).toBeLessThan(first.p50_at.getTime())
  expect(first.p50_at.getTime()).toBeLessThan(first.p90_at.getTime())
  expect(await desk.shown()).toMatchObject({
    asked_at: new Date(noon).toISOString(),
    p50_at: first.p50_at.toISOString(),
    pool: 'prior',
  })
  await desk.sweep(noon + HOUR_MS)
  expect((await desk.sealed()).length).toBe(2)
})

test('a survey, its project and a sub-quota get a forecast of their own (forecast.md §1)', async () => {
  const desk = await opened({
    qualifications: [{ param: 'age', min: 18, max: 99 }],
    quotas: [{ conditions: [{ param: 'age', min: 18, max: 99 }], target: 60 }],
  })
  await desk.sweep(noon)
  const { surveyId, projectId, sourceId, accountId } = desk.study
  const rows = await desk.rows(
    'select scope, scope_id, quota_no, target from forecast where account_id = $1 order by scope',
    [accountId],
  )
  expect(rows).toEqual([
    { scope: 1, scope_id: projectId, quota_no: 0, target: 1000 },
    { scope: 2, scope_id: surveyId, quota_no: 0, target: 100_000 },
    { scope: 3, scope_id: sourceId, quota_no: 0, target: 100 },
    { scope: 4, scope_id: sourceId, quota_no: 1, target: 60 },
  ])
})

test('a source with two completes and no like sources has no forecast (forecast.md §1)', async () => {
  const desk = await opened({ hours: 1 })
  await desk.sweep(noon)
  expect([await desk.sealed(), await desk.shown()]).toEqual([[], null])
})

test('a paused source loses its forecast, and gets another when it is live again (forecast.md §1)', async () => {
  const desk = await opened()
  const status = (code: number) =>
    desk.rows('update source set status = $1 where source_id = $2', [code, desk.study.sourceId])
  await desk.sweep(noon)
  await status(2)
  await desk.sweep(noon + HOUR_MS)
  expect(await desk.shown()).toBeNull()
  await status(1)
  await desk.sweep(noon + 2 * HOUR_MS)
  expect((await desk.shown())?.asked_at).toBe(new Date(noon + 2 * HOUR_MS).toISOString())
})

describe('the finish of a source', () => {
  test('is the complete that fills its target, with the last change before it (forecast.md §2)', async () => {
    const desk = await opened({ target: 41 })
    await desk.sweep(noon)
    expect(await desk.finish()).toMatchObject({ finished_at: null })
    const edit = (field: string, atMs: number) =>
      desk.rows(
        `insert into object_edit (account_id, scope, object_id, act, user_id, changes, at)
         select $1, 'source', $2, 'edited', (select min(user_id) from app_user), jsonb_build_array(jsonb_build_object('field', $3::text)), $4`,
        [desk.study.accountId, desk.study.sourceId, field, new Date(atMs)],
      )
    await desk.rows(
      `insert into app_user (home_account_id, username, firstname, lastname, role_id, password_hash)
       values ($1, 'ada@acme.example', 'Ada', 'Byron', 1, 'x') on conflict do nothing`,
      [desk.study.accountId],
    )
    await edit('respondents', noon + MINUTE_MS)
    await edit('stream_name', noon + 2 * MINUTE_MS)
    await desk.complete(1, noon + 5 * MINUTE_MS)
    await edit('respondents', noon + 30 * MINUTE_MS)
    await desk.sweep(noon + HOUR_MS)
    expect(await desk.finish()).toEqual({
      finished_at: new Date(noon + 13 * MINUTE_MS),
      is_full: true,
      changed_at: new Date(noon + MINUTE_MS),
    })
    expect(await desk.verdict()).toMatchObject({ finishes: 1, firstBroken: null, wrongFinishes: [] })
  })

  test('is the end of its field where it stays short, and is taken back when the field goes on (forecast.md §2)', async () => {
    const desk = await opened({ outOfFieldAt: new Date(noon + HOUR_MS) })
    await desk.sweep(noon)
    await desk.sweep(noon + 2 * HOUR_MS)
    expect(await desk.finish()).toMatchObject({ finished_at: new Date(noon + HOUR_MS), is_full: false })
    await desk.rows('update source set out_of_field_at = $1 where source_id = $2', [
      new Date(noon + DAY_MS),
      desk.study.sourceId,
    ])
    await desk.sweep(noon + 3 * HOUR_MS)
    expect(await desk.finish()).toMatchObject({ finished_at: null, is_full: null })
  })
})

describe('verify-forecasts', () => {
  test.each([
    [
      'a changed',
      'update forecast set target = target + 1 where account_id = $1 and seq = 2',
      { seq: 2, fault: 'changed' },
    ],
    ['a dropped', 'delete from forecast where account_id = $1 and seq = 2', { seq: 2, fault: 'missing' }],
    // three sweeps of a source, its survey and its project
    ['a cut-off last', 'delete from forecast where account_id = $1 and seq = 9', { seq: 9, fault: 'cut_off' }],
  ])('names %s forecast (forecast.md §2)', async (_, statement, fault) => {
    const desk = await opened({ hours: 4 })
    for (let hour = 0; hour < 3; hour++) await desk.sweep(noon + hour * HOUR_MS)
    const account = String(desk.study.accountId)
    await asOwner(fresh().url, statement.replace('$1', account))
    expect((await desk.verdict()).firstBroken).toEqual(fault)
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const saidOfOthers = vi.spyOn(console, 'log').mockReturnValue()
    expect(await verifyForecastsCommand(desk.database, [])).toBe(1)
    expect(said.mock.calls.flat().some(line => String(line).includes(`forecast ${fault.seq} `))).toBe(true)
    said.mockRestore()
    saidOfOthers.mockRestore()
  })

  test('names a finish that the ledger does not have (forecast.md §2)', async () => {
    const desk = await opened({ target: 41 })
    await desk.sweep(noon)
    await desk.complete(1, noon)
    await desk.sweep(noon + HOUR_MS)
    await desk.rows("update forecast_finish set finished_at = finished_at - interval '1 day' where account_id = $1", [
      desk.study.accountId,
    ])
    expect((await desk.verdict()).wrongFinishes).toMatchObject([{ scopeId: desk.study.sourceId }])
  })
})
