import { beforeAll, expect, test } from 'vitest'
import { makeRespondents } from '#nouns/reconciliation/testing/respondents'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
const HOUR_MS = 3_600_000
const span = `since=${new Date(Date.now() - 24 * HOUR_MS).toISOString()}&until=${new Date(Date.now() + HOUR_MS).toISOString()}`
let on: Stage

const changeOf = async (report: string, figure: string, query: string) => {
  const { status, body } = await on.advanced('GET', `/v1/reports/${report}/change?figure=${figure}&${query}${span}`)
  expect([figure, status]).toEqual([figure, 200])
  const terms: readonly { readonly before: number; readonly after: number }[] = body.terms
  const parts: readonly { readonly changes: readonly number[] }[] = body.parts
  // the parts sum to the difference
  for (const [at, { before, after }] of terms.entries())
    expect([figure, parts.reduce((sum, { changes }) => sum + (changes[at] ?? 0), before)]).toEqual([figure, after])
  return terms.map(({ after }) => after)
}
const cents = (units: number) => Math.round(units * 100)

beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId, sourceIds, supplierId } = on.study
  const place = { accountId, sourceId: sourceIds[0] ?? 0, supplierId }
  const endedAtMs = Date.now() - HOUR_MS
  const made = await makeRespondents(platform().database, place, ['a', 'b', 'c'], { endedAtMs })
  await makeRespondents(platform().database, { ...place, supplierId: null }, ['t'], { endedAtMs, inboundCode: '2000' })
  const other = await on.make.study({ accountId })
  await makeRespondents(platform().database, { accountId, sourceId: other.sourceIds[0] ?? 0 }, ['o'], { endedAtMs })
  const preview = await on.advanced('POST', '/v1/reconciliation/preview', {
    pm_proj_ud: projectId,
    rduds: [made[0]?.rdud],
    reason_code: 930,
  })
  const stored = await on.advanced('POST', '/v1/reconciliation/store', {
    reconciliation_ud: preview.body.request.reconciliation_ud,
    digest: preview.body.digest,
    project_number: preview.body.number_to_type ?? '',
  })
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body))
})

test('a project’s money and its surveys’ revenue and margin tell why they changed by the totals of the cost summary, which are what its page shows (settlement.md §4, api:P12)', async () => {
  const { projectId, surveyId } = on.study
  const { total, rows } = (await on.advanced('GET', `/v2/reports/costsummary?pm_proj_ud=${projectId}`)).body
  const { money } = (await on.advanced('GET', `/v1/reconciliation/${projectId}/summary`)).body
  const ofProject = `pm_proj_ud=${projectId}&`
  expect([
    await changeOf('costs', 'revenue', ofProject),
    await changeOf('costs', 'margin', ofProject),
    await changeOf('costs', 'margin_share', ofProject),
    await changeOf('costs', 'revenue_adjusted', ofProject),
  ]).toEqual([
    [cents(total.revenue)],
    [cents(total.margin)],
    [cents(total.margin), cents(total.revenue)],
    [money.sell_cents],
  ])
  expect([total.completes, money.sell_cents < 0]).toEqual([2, true])
  const [survey] = rows
  const ofSurvey = `${ofProject}pm_sy_ud=${surveyId}&`
  expect([await changeOf('costs', 'revenue', ofSurvey), await changeOf('costs', 'margin', ofSurvey)]).toEqual([
    [cents(survey.revenue)],
    [cents(survey.margin)],
  ])
})

test('the figures above the project list and at the head of the dashboard tell why they changed by the totals of reports (settlement.md §4, §7.26)', async () => {
  const { accountId, projectId } = on.study
  for (const [filter, query] of [
    ['', ''],
    ['status=1', 'status=1&'],
  ] as const) {
    const traffic = (await on.advanced('GET', `/v1/TrafficStatsForDashboard/${accountId}?${filter}`)).body
    const money = (await on.advanced('GET', `/v1/Financials/${accountId}/0?${filter}`)).body
    expect([
      await changeOf('traffic', 'completes', query),
      await changeOf('costs', 'revenue', query),
      (await changeOf('traffic', 'ir', query))[0],
    ]).toEqual([[traffic.completes], [cents(money.revenue)], traffic.completes])
    expect(traffic.completes).toBe(3)
  }
  const dashboard = (await on.advanced('GET', `/v1/dashboard?pm_proj_ud=${projectId}`)).body
  const { completes, entrants, oQs, terms, expense, revenue } = dashboard
  const of = `pm_proj_ud=${projectId}&`
  expect([
    await changeOf('traffic', 'conversion', of),
    await changeOf('traffic', 'ir', of),
    await changeOf('suppliers', 'epc', of),
    await changeOf('costs', 'margin_share', of),
    (await changeOf('traffic', 'supplierCpi', of))[0],
  ]).toEqual([
    [completes, entrants],
    [completes, completes + oQs + terms],
    [cents(expense), entrants],
    [cents(revenue) - cents(expense), cents(revenue)],
    cents(expense),
  ])
})
