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

test('an act on a source has its effect in the history and on its mark, not for those who may not see the act (forecast.md §4)', async () => {
  const { accountId, sourceIds } = on.study
  const [sourceId = 0] = sourceIds
  const price = await on.advanced('PATCH', `/v1/survey-streams/${sourceId}/supplier-pricing`, { supplier_cpi: 3.1 })
  expect(price.status).toBe(200)
  const effect = {
    kind: 'price',
    cannot_tell: null,
    hours: 24,
    expected: 40,
    actual: 54,
    completes: 14,
    low: 3,
    high: 22,
    like_count: 1,
  }
  await platform().database.asSystem(tx =>
    tx.client.query(
      `insert into act_effect (account_id, source_id, at, kind, hours, expected, actual, completes, low, high, like_count)
       select account_id, object_id, at, 'price', 24, 40, 54, 14, 3, 22, 1 from object_edit
       where account_id = $1 and scope = 'source' and object_id = $2 order by edit_no desc limit 1`,
      [accountId, sourceId],
    ),
  )
  const history = (ask: Ask) => ask('GET', `/v1/history/source/${sourceId}`)
  expect((await marksOf(`source/${sourceId}`)).body[0].effect).toEqual(effect)
  expect((await history(on.advanced)).body[0].effect).toEqual(effect)
  expect(JSON.stringify((await history(on.plain)).body)).not.toContain('effect')
})
