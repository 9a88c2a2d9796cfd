import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const END = '2098-01-01T22:00:00.000Z'
const LATER = '2098-01-04T22:00:00.000Z'

test('a survey takes the sources that end with it along by whole days, in one act, and back again (docs/decisions/0100)', async () => {
  const { accountId } = on.study
  const projectId = await on.make.project({ accountId })
  const surveyId = await on.make.survey({ accountId, projectId, outOfFieldAt: new Date(END) })
  const of = { accountId, projectId, surveyId }
  const at = (iso: string | null) => on.make.source({ ...of, ...(iso === null ? {} : { outOfFieldAt: new Date(iso) }) })
  const early = await at('2097-12-20T12:00:00.000Z')
  const sameDay = await at('2098-01-01T15:00:00.000Z')
  const after = await at('2098-01-03T12:00:00.000Z')
  const without = await at(null)
  const { body: survey } = await on.advanced('GET', `/v1/surveys/${surveyId}`)
  expect(survey.ends_with_survey).toEqual([sameDay, after])

  const form = Object.fromEntries(
    [
      'pm_sy_name',
      'respondents',
      'pm_cy_cs_id',
      'languages_id',
      'device_compatibility',
      'survey_url_flg',
      'survey_url',
      'est_loi',
      'qualifying_rate',
      'hold_places',
      'pm_sy_client_cpi',
      'out_of_field_time_zone_code',
    ].map(field => [field, survey[field]]),
  )
  const save = (out_of_field_date: string, days: number, version: number) =>
    on.advanced('PUT', `/v1/surveys/${surveyId}`, {
      ...form,
      out_of_field_date,
      version,
      move_sources: { stmids: survey.ends_with_survey, days },
    })
  const ends = async () => {
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{ id: number; at: Date | null }>`
        select source_id as id, out_of_field_at as at from source where survey_id = ${surveyId} order by 1`.execute(tx),
    )
    return rows.map(({ id, at: end }) => [id, end?.toISOString() ?? null])
  }
  const before = await ends()
  const moved = await save(LATER, 3, survey.version)
  expect([moved.status, moved.body.out_of_field_date]).toEqual([200, LATER])
  expect(await ends()).toEqual([
    [early, '2097-12-20T12:00:00.000Z'],
    [sameDay, '2098-01-04T15:00:00.000Z'],
    [after, '2098-01-06T12:00:00.000Z'],
    [without, null],
  ])
  const [newest] = (await on.advanced('GET', `/v1/history/source/${after}`)).body
  expect(newest.changes).toEqual([
    { field: 'out_of_field_date', from: '2098-01-03T12:00:00.000Z', to: '2098-01-06T12:00:00.000Z' },
  ])

  expect((await save(END, 3, survey.version)).status).toBe(409)
  await save(END, -3, moved.body.version)
  expect(await ends()).toEqual(before)
})
