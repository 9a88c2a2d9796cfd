import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { FORECAST_SCOPES, sealForecasts, type MadeForecast } from './seal.store.ts'

const platform = usePlatform()
const HOUR_MS = 3_600_000
const NOW_MS = Math.floor(Date.now() / 1000) * 1000
let on: Stage

beforeAll(async () => {
  on = await stage(platform())
})

const made = (scopeId: number, agoHours: number, more: Partial<MadeForecast> = {}): MadeForecast => ({
  scope: FORECAST_SCOPES.source,
  scopeId,
  quotaNo: 0,
  askedAtMs: NOW_MS - agoHours * HOUR_MS,
  completes: 50,
  target: 100,
  endsAtMs: null,
  p10AtMs: NOW_MS - 10 * HOUR_MS,
  p50AtMs: NOW_MS - 5 * HOUR_MS,
  p90AtMs: NOW_MS + HOUR_MS,
  fullPerMille: null,
  expectedNow: null,
  expectedAtEnd: null,
  pool: 'prior',
  likeCount: 0,
  model: 1,
  ...more,
})

const seal = (...forecasts: readonly MadeForecast[]) =>
  platform().database.asSystem(tx => sealForecasts(tx, on.study.accountId, forecasts))
const finished = (id: number, agoHours: number, isFull: boolean, changedAgoHours: number | null) =>
  platform().database.asSystem(tx =>
    tx.client.query(
      `update forecast_finish set finished_at = $2, is_full = $3, changed_at = $4 where scope_id = $1 and scope = 3`,
      [
        id,
        new Date(NOW_MS - agoHours * HOUR_MS),
        isFull,
        changedAgoHours === null ? null : new Date(NOW_MS - changedAgoHours * HOUR_MS),
      ],
    ),
  )

test('the record counts finishes within the band that was given at half of the target, those changed apart (forecast.md §2)', async () => {
  const { accountId, projectId, surveyId } = on.study
  const ids: number[] = []
  for (let no = 0; no < 5; no++)
    ids.push(await on.make.source({ accountId, projectId, surveyId, name: `Finished ${no}` }))
  const [within = 0, before = 0, short = 0, shortInBand = 0, changed = 0] = ids
  // the forecast of before half of the target is not asked
  await seal(
    ...ids.map(id => made(id, 30, { completes: 10, p10AtMs: NOW_MS, p90AtMs: NOW_MS })),
    ...ids.map(id => made(id, 20)),
  )
  await finished(within, 8, true, null)
  await finished(before, 12, true, 25)
  // its band ends an hour after now
  await finished(short, -2, false, null)
  await finished(shortInBand, 7, false, null)
  await finished(changed, 8, true, 15)
  const { status, body } = await on.plain('GET', `/v1/forecasts/source/${within}`)
  expect(status).toBe(200)
  expect([body.left_alone, body.changed]).toEqual([
    { finishes: 4, within: 2 },
    { finishes: 1, within: 1 },
  ])
  // one was changed between its forecasts at 10 % and at half
  expect(body.by_progress.map(({ finishes }: { finishes: number }) => finishes)).toEqual([3, 4, 4, 0])
  expect(body.by_progress[2].median_width_hours).toBe(11)
  expect(body.earlier.map(({ completes }: { completes: number }) => completes)).toEqual([10, 50])
  expect(body.finish).toEqual({ at: new Date(NOW_MS - 8 * HOUR_MS).toISOString(), is_full: true })
})

describe('a promise to the client', () => {
  const path = () => `/v1/forecasts/survey/${on.study.surveyId}/promise`
  const later = new Date(NOW_MS + 48 * HOUR_MS).toISOString()

  test('is shown with who made it, is in the history, and is taken back (forecast.md §2)', async () => {
    const { body } = await on.plain('PUT', path(), { full_by: later })
    expect(body.promise).toMatchObject({ full_by: later, made_by: expect.any(String) })
    const { body: history } = await on.plain('GET', `/v1/history/survey/${on.study.surveyId}`)
    expect(history[0].changes).toEqual([{ field: 'promised_full_by', from: null, to: later }])
    expect((await on.plain('PUT', path(), { full_by: null })).body.promise).toBeNull()
  })

  test('in the past is refused at its field (forecast.md §2)', async () => {
    const { status, body } = await on.plain('PUT', path(), { full_by: new Date(NOW_MS - HOUR_MS).toISOString() })
    expect([status, body.details[0].path]).toEqual([422, ['full_by']])
  })
})
