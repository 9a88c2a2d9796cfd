import { sql } from 'kysely'
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
  const followed = async () => (await defender('GET', '/v1/watches?topic=projects')).body.pm_dsh_ud
  const own = await followed()
  await platform().database.asSystem(tx =>
    sql`update account set defended_account_id = ${study.accountId} where account_id = ${own}`.execute(tx),
  )
  expect([own === study.accountId, await followed()]).toEqual([false, study.accountId])
  expect([
    (await plain('GET', '/v1/watches?topic=everything')).status,
    (await plain('GET', '/v1/watches')).status,
  ]).toEqual([422, 422])
})
