import { LIST_LIMIT_MAX } from '@desk/api/lists'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
let secondSurvey: number
let secondSource: number
beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const { accountId, projectId, surveyId, sourceIds } = study
  secondSurvey = await make.survey({ accountId, projectId, name: 'Gen pop UK', sellPriceCents: null })
  secondSource = await make.source({ accountId, projectId, surveyId: secondSurvey, name: 'Exchange', type: 'lucid' })
  await make.rollup(accountId, 'survey', surveyId, {
    entrants: 40,
    terms: 5,
    oqs: 5,
    completes: 10,
    expenseCents: 2505,
    revenueCents: 8000,
    loiMedianSeconds: 900,
  })
  await make.rollup(accountId, 'source', sourceIds[0]!, { entrants: 40, completes: 10, expenseCents: 2505 })
  await make.rollup(accountId, 'survey', secondSurvey, {
    entrants: 20,
    terms: 17,
    completes: 3,
    revenueCents: 2700,
    loiMedianSeconds: 500,
  })
  await make.rollup(accountId, 'source', secondSource, { entrants: 20, completes: 3 })
  await make.rollup(accountId, 'project', projectId, {
    entrants: 60,
    terms: 22,
    oqs: 5,
    completes: 13,
    expenseCents: 2505,
    pricedCompletes: 10,
    revenueCents: 10_700,
    pricedRevenueCents: 8000,
    loiMedianSeconds: 840,
  })
})

describe('what a project costs', () => {
  test('by source, to the cent, with the sum of all; what an exchange’s completes cost is not known (api:P11, 0092)', async () => {
    const { projectId, surveyId, sourceIds } = on.study
    const { status, body } = await on.advanced('GET', `/v1/reports/costsummary?pm_proj_ud=${projectId}`)
    expect([status, body]).toEqual([
      200,
      {
        pm_proj_ud: projectId,
        currency: 'USD',
        rows: [
          {
            pm_sy_ud: surveyId,
            pm_sy_name: 'Gen pop US',
            stmid: sourceIds[0],
            stream_name: 'Main',
            type: 'diy',
            completes: 10,
            supplierCpi: 2.51,
            expense: 25.05,
            pricedCompletes: 10,
          },
          {
            pm_sy_ud: secondSurvey,
            pm_sy_name: 'Gen pop UK',
            stmid: secondSource,
            stream_name: 'Exchange',
            type: 'lucid',
            completes: 3,
            supplierCpi: null,
            expense: null,
            pricedCompletes: 0,
          },
        ],
        total: { completes: 13, supplierCpi: 2.51, expense: 25.05, pricedCompletes: 10 },
      },
    ])
  })

  test('by survey with what its completes were sold for, whatever its price or the project’s is now, and the margin (api:P12)', async () => {
    const { projectId, surveyId } = on.study
    const { status, body } = await on.advanced('GET', `/v2/reports/costsummary?pm_proj_ud=${projectId}`)
    expect([status, body]).toEqual([
      200,
      {
        pm_proj_ud: projectId,
        currency: 'USD',
        rows: [
          {
            pm_sy_ud: surveyId,
            pm_sy_name: 'Gen pop US',
            pm_sy_client_cpi: 8.5,
            completes: 10,
            revenue: 80,
            expense: 25.05,
            pricedCompletes: 10,
            margin: 54.95,
            margin_share: 5495 / 8000,
          },
          {
            pm_sy_ud: secondSurvey,
            pm_sy_name: 'Gen pop UK',
            pm_sy_client_cpi: 9,
            completes: 3,
            revenue: 27,
            expense: null,
            pricedCompletes: 0,
            margin: null,
            margin_share: null,
          },
        ],
        total: {
          completes: 13,
          revenue: 107,
          expense: 25.05,
          pricedCompletes: 10,
          margin: 54.95,
          margin_share: 5495 / 8000,
        },
      },
    ])
  })

  test('the plain external view has no expense, and nothing that reveals it (domain.md §4)', async () => {
    const query = `pm_proj_ud=${on.study.projectId}`
    const answers = JSON.stringify([
      (await on.plain('GET', `/v1/reports/costsummary?${query}`)).body,
      (await on.plain('GET', `/v2/reports/costsummary?${query}`)).body,
    ])
    expect(
      ['expense', 'supplierCpi', 'pricedCompletes', 'margin', 'margin_share'].filter(column =>
        answers.includes(`"${column}"`),
      ),
    ).toEqual([])
    expect(answers).toContain('"revenue":107')
  })
})

test('a new sell price applies to later completes only, by survey, in total and for the account (api:P12, api:D2)', async () => {
  const { study, advanced, defender } = await stage(platform())
  const [sourceId] = study.sourceIds
  const complete = async (rid: string) => {
    const { headers } = await fetch(`${platform().url}/entry/${sourceId}?sup=${study.supplierId}&rid=${rid}`, {
      redirect: 'manual',
    })
    const rdud = new URL(headers.get('location') ?? '').searchParams.get('id')
    await fetch(`${platform().url}/return?inbound_code=1000&rdud=${rdud}`, { redirect: 'manual' })
  }
  const survey = { pm_sy_ud: study.surveyId, pm_sy_name: 'Gen pop US' }
  const summary = async () => {
    const { rows, total } = (await advanced('GET', `/v2/reports/costsummary?pm_proj_ud=${study.projectId}`)).body as {
      rows: readonly object[]
      total: object
    }
    const { revenue } = (await advanced('GET', `/v1/Financials/${study.accountId}/0`)).body as { revenue: number }
    return { rows, total, revenue }
  }
  const price = (table: 'survey' | 'project', cents: number | null) =>
    platform().database.asSystem(tx =>
      sql`update ${sql.table(table)} set sell_price_cents = ${cents} where account_id = ${study.accountId}`.execute(tx),
    )
  const at = (clientCpi: number, completes: number, revenue: number) => {
    const sums = {
      completes,
      revenue,
      expense: completes * 2.5,
      pricedCompletes: completes,
      margin: revenue - completes * 2.5,
      margin_share: (revenue - completes * 2.5) / revenue,
    }
    return { rows: [{ ...survey, pm_sy_client_cpi: clientCpi, ...sums }], total: sums, revenue }
  }

  await complete('r1')
  expect(await summary()).toEqual(at(8.5, 1, 8.5))
  await price('survey', 2000)
  expect(await summary()).toEqual(at(20, 1, 8.5))
  await complete('r2')
  expect(await summary()).toEqual(at(20, 2, 28.5))
  await price('survey', null)
  await price('project', 100)
  expect(await summary()).toEqual(at(1, 2, 28.5))
  await complete('r3')
  expect(await summary()).toEqual(at(1, 3, 29.5))

  // a caller who may not see the sell price does not see the revenue either
  expect((await defender('GET', `/v2/reports/costsummary?pm_proj_ud=${study.projectId}`)).status).toBe(403)
  expect((await defender('GET', `/v1/Financials/${study.accountId}/0`)).status).toBe(403)
})

test('the totals include sources and surveys beyond the listed page (api:P11, api:P12)', async () => {
  const { make, study, advanced } = await stage(platform())
  const { accountId, projectId } = study
  const many = LIST_LIMIT_MAX + 1
  await platform().database.asSystem(tx =>
    sql`with surveys as (
          insert into survey (account_id, project_id, name, target) select ${accountId}::int, ${projectId}::int, 'S ' || n, 9 from generate_series(1, ${many}::int) n returning survey_id),
        sources as (
          insert into source (account_id, project_id, survey_id, name, type, target, test_token) select ${accountId}::int, ${projectId}::int, survey_id, 'Main', 'diy', 9, 't' from surveys returning source_id)
        insert into rollup (account_id, scope, scope_id, entrants, code_30, expense_cents, revenue_cents)
        select ${accountId}::int, 2, survey_id, 1, 1, 250, 500 from surveys union all select ${accountId}::int, 3, source_id, 1, 1, 250, 500 from sources`.execute(
      tx,
    ),
  )
  await make.rollup(accountId, 'project', projectId, {
    entrants: many,
    completes: many,
    expenseCents: many * 250,
    revenueCents: many * 500,
  })
  const summaryOf = async (version: 'v1' | 'v2') =>
    (await advanced('GET', `/${version}/reports/costsummary?pm_proj_ud=${projectId}`)).body as {
      rows: readonly unknown[]
      total: object
    }
  const [bySource, bySurvey] = [await summaryOf('v1'), await summaryOf('v2')]
  expect([bySource.rows.length, bySource.total]).toEqual([
    LIST_LIMIT_MAX,
    { completes: many, supplierCpi: 2.5, expense: many * 2.5, pricedCompletes: many },
  ])
  expect([bySurvey.rows.length, bySurvey.total]).toEqual([
    LIST_LIMIT_MAX,
    {
      completes: many,
      revenue: many * 5,
      expense: many * 2.5,
      pricedCompletes: many,
      margin: many * 2.5,
      margin_share: 0.5,
    },
  ])
})

test('measured beside stated values of a project and its surveys, and exceeded limits (§3.6, api:P13)', async () => {
  const { projectId, surveyId } = on.study
  const { status, body } = await on.plain('GET', `/v1/project/${projectId}/performance`)
  const stated = { est_loi: 10, qualifying_rate: 50 }
  expect([status, body]).toEqual([
    200,
    {
      pm_proj_ud: projectId,
      respondents: 300,
      completes: 13,
      progress: (13 / 300) * 100,
      entrants: 60,
      ir: 13 / 40,
      conversion: 13 / 60,
      loi: 14,
      surveys: [
        {
          pm_sy_ud: surveyId,
          pm_sy_name: 'Gen pop US',
          respondents: 200,
          completes: 10,
          progress: 5,
          entrants: 40,
          ir: 0.5,
          conversion: 0.25,
          loi: 15,
          ...stated,
          is_loi_over: true,
          is_ir_under: false,
        },
        // far under the stated IR, with fewer completes than the limits ask for
        {
          pm_sy_ud: secondSurvey,
          pm_sy_name: 'Gen pop UK',
          respondents: 200,
          completes: 3,
          progress: 1.5,
          entrants: 20,
          ir: 0.15,
          conversion: 0.15,
          loi: 500 / 60,
          ...stated,
          is_loi_over: false,
          is_ir_under: false,
        },
      ],
    },
  ])
})
