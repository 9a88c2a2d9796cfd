import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

test('who may watch what over HTTP, in which view', async () => {
  const { study, plain, advanced, otherAccount, defender } = on
  const path = `/v1/watches?topic=survey:${study.surveyId}`
  const answers = await Promise.all([plain, advanced, otherAccount, defender].map(ask => ask('GET', path)))
  expect(answers.map(({ status, body }) => [status, body.view, body.pm_dsh_ud])).toEqual([
    [200, 'external', study.accountId],
    [200, 'internal', study.accountId],
    [404, undefined, undefined],
    [403, undefined, undefined],
  ])
  expect((await defender('GET', '/v1/watches?topic=projects')).status).toBe(200)
  expect([
    (await plain('GET', '/v1/watches?topic=everything')).status,
    (await plain('GET', '/v1/watches')).status,
  ]).toEqual([422, 422])
})
