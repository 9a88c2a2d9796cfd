import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { INTERNAL_COLUMNS } from '#testing/internal-columns'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const counts = { entrants: 2, inflight: 1, completes: 1, expenseCents: 250, revenueCents: 850 }
  await make.rollup(study.accountId, 'project', study.projectId, counts)
  await make.rollup(study.accountId, 'survey', study.surveyId, counts)
  await make.rollup(study.accountId, 'source', study.sourceIds[0] ?? 0, counts)
  // even with the right to boost, the plain view learns no price of it
  await platform().database.asSystem(tx =>
    sql`update app_user set auto_boost_access = true where home_account_id = ${study.accountId}`.execute(tx),
  )
  await fetch(`${platform().url}/entry/${study.sourceIds[0]}?sup=${study.supplierId}&rid=r-1`, { redirect: 'manual' })
})

function columnsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(columnsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([column, inner]) => [column, ...columnsIn(inner)])
}

const lastDay = `from=${new Date(Date.now() - 86_400_000).toISOString()}&to=${new Date(Date.now() + 86_400_000).toISOString()}`

async function columnsSeenBy(ask: Ask): Promise<ReadonlySet<string>> {
  const { projectId, surveyId, sourceIds, supplierId } = on.study
  const [sourceId] = sourceIds
  const answers = [
    await ask('GET', '/v1/projects'),
    await ask('GET', `/v1/projects/${projectId}`),
    await ask('GET', `/v1/surveys?pm_proj_ud=${projectId}`),
    await ask('GET', `/v1/surveys/${surveyId}`),
    await ask('GET', `/v1/survey-streams/${sourceId}`),
    await ask('GET', `/v1/survey-streams/${sourceId}/survey`),
    await ask('GET', `/v1/survey-streams/${sourceId}/respondent?find=r-1`),
    await ask('GET', `/v1/respondents/survey/${surveyId}`),
    await ask('POST', `/v1/respondents/source/${sourceId}`, { ids: ['r-1'] }),
    await ask('GET', `/v1/survey-stream-metrics/${surveyId}`),
    await ask('GET', `/v1/suppliers/${supplierId}`),
    await ask('GET', '/v1/suppliers'),
    await ask('GET', `/v1/figure-changes/source/${sourceId}?figure=entrants&${lastDay}`),
    await ask('GET', `/v1/reports/costsummary?pm_proj_ud=${projectId}`),
    await ask('GET', `/v2/reports/costsummary?pm_proj_ud=${projectId}`),
    await ask('GET', '/v1/reports/traffic'),
    await ask('GET', `/v1/reports/suppliers?by=project&${lastDay}`),
    await ask('GET', `/v1/reports/costs?by=project&${lastDay}`),
    await ask('POST', '/v1/metrics/projects', {}),
    await ask('POST', `/v1/metrics/projects?pm_proj_ud=${projectId}`, {}),
    await ask('POST', `/v1/metrics/surveys/${surveyId}`),
    await ask('POST', '/v1/TrafficStatsForDashboardHourly', { mode: 'SOURCES', id: surveyId, grain: 'hour' }),
    await ask('GET', `/v1/survey/${surveyId}/status?statusid=2`),
    await ask('GET', `/v1/statuses/survey/${surveyId}`),
    await ask('PATCH', '/v1/survey-streams', { scope: 'survey', id: surveyId, statusid: 1, version: 1 }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  return new Set(columnsIn(answers.map(({ body }) => body)))
}

test('columns hidden from the plain external view are in none of its answers, and all are in the internal view (§3.2, §6.4)', async () => {
  const [plain, advanced] = [await columnsSeenBy(on.plain), await columnsSeenBy(on.advanced)]
  expect(INTERNAL_COLUMNS.filter(column => plain.has(column))).toEqual([])
  expect(INTERNAL_COLUMNS.filter(column => !advanced.has(column))).toEqual([])
})

test('the client account sees the sell price, also in its plain view', async () => {
  expect((await columnsSeenBy(on.plain)).has('pm_sy_client_cpi')).toBe(true)
})
