import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage

beforeAll(async () => {
  on = await stage(platform())
})

const HOUR_MS = 3_600_000

async function marksOf(place: string, ask: Ask = on.advanced, fromMs = Date.now() - HOUR_MS) {
  const [from, to] = [fromMs, Date.now() + HOUR_MS].map(ms => new Date(ms).toISOString())
  return ask('GET', `/v1/change-marks/${place}?from=${from}&to=${to}`)
}

const linesOf = (body: readonly { scope: string; act: string; by: string | null; fields: readonly string[] }[]) =>
  body.map(({ scope, act, by, fields }) => [scope, act, by, ...fields])

test('a chart has the changes of its object and of those below it, the newest first, without hidden fields (day.md §3, domain.md §4)', async () => {
  const { projectId, surveyId, sourceIds } = on.study
  const [sourceId = 0] = sourceIds
  const { body: source } = await on.advanced('GET', `/v1/survey-streams/${sourceId}`)
  const price = await on.advanced('PATCH', `/v1/survey-streams/${sourceId}/supplier-pricing`, { supplier_cpi: 2.75 })
  const { body: status } = await on.advanced('GET', `/v1/statuses/survey/${surveyId}`)
  const paused = await on.advanced('PATCH', '/v1/survey-streams', {
    scope: 'survey',
    id: surveyId,
    statusid: 2,
    version: status.status.version,
  })
  expect([price.status, paused.status]).toEqual([200, 200])
  const { body } = await marksOf(`project/${projectId}`)
  expect(
    body
      .slice(0, 2)
      .map(({ scope, name, fields }: { scope: string; name: string; fields: string[] }) => [scope, name, fields]),
  ).toEqual([
    ['survey', 'Gen pop US', ['status']],
    ['source', source.stream_name, ['supplier_cpi']],
  ])
  // a user without the supply side sees no price, and no mark of its change
  expect(linesOf((await marksOf(`project/${projectId}`, on.plain)).body).flat()).not.toContain('supplier_cpi')
  expect(linesOf((await marksOf(`source/${sourceId}`)).body).map(([scope]) => scope)).toEqual(['source'])
  expect((await marksOf(`survey/${surveyId}`, on.advanced, Date.now() + HOUR_MS / 2)).body).toEqual([])
})
