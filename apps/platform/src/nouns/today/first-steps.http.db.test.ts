import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
const steps = async () => (await on.otherAccount('GET', '/v1/first-steps')).body

beforeAll(async () => {
  on = await stage(platform())
})

test('the first steps tick themselves from what the account has, to its newest study (day.md §4)', async () => {
  const { make, otherAccount } = on
  const { body: me } = await otherAccount('GET', '/v1/user-login-details')
  const accountId: number = me.pm_dsh_ud
  // another account has a study
  expect((await on.plain('GET', '/v1/first-steps')).body.done).toContain('source')
  expect(await steps()).toEqual({ done: [], pm_proj_ud: null, pm_sy_ud: null, has_sell_price: false, source: null })
  const projectId = await make.project({ accountId })
  const surveyId = await make.survey({ accountId, projectId, sellPriceCents: 400 })
  const sourceId = await make.source({
    accountId,
    projectId,
    surveyId,
    type: 'classic',
    status: 3,
    supplyPriceCents: null,
  })
  await make.project({ accountId })
  expect(await steps()).toEqual({
    done: ['project', 'survey', 'source'],
    pm_proj_ud: projectId,
    pm_sy_ud: surveyId,
    has_sell_price: true,
    source: { stmid: sourceId, type: 'classic' },
  })
  await platform().database.asAccount(accountId, tx =>
    tx.client.query('update source set supply_price_cents = 250, live_since = now() where source_id = $1', [sourceId]),
  )
  expect((await steps()).done).toEqual(['project', 'survey', 'source', 'price', 'launch'])
})
