import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

describe('one source', () => {
  test('has the fields of its page; supply price and suppliers are absent from the plain external view (§3.8, api:T10)', async () => {
    const { study, plain, advanced, otherAccount, defender } = on
    const [stmid = 0] = study.sourceIds
    const path = `/v1/survey-streams/${stmid}`
    const { status, body } = await advanced('GET', path)
    const seen = {
      stmid,
      pm_sy_ud: study.surveyId,
      pm_proj_ud: study.projectId,
      stream_name: 'Main',
      type: 'diy',
      isLucid: false,
      respondents: 100,
      completes: 0,
      stream_status_cd: 1,
      effective_statusid: 1,
      status_reason: null,
      status_changed_by: null,
      status_changed_at: body.status_changed_at,
      status_version: 1,
      calculation_type_code_ud: 1,
      click_balancing: false,
      pacing: 1,
      hold_places: 1,
      country_id: null,
      out_of_field_date: null,
      out_of_field_time_zone_code: 15,
      survey_out_of_field_date: null,
      country_name: null,
      alias: null,
      auto_boost: false,
      version: 1,
      allowed: [
        { to: 3, allowed: false, reason: 'not_a_transition' },
        { to: 2, allowed: true, reason: null },
        { to: 6, allowed: false, reason: 'system_only' },
        { to: 4, allowed: true, reason: null },
        { to: 5, allowed: false, reason: 'not_a_transition' },
      ],
      live_blocks: [],
      warnings: [],
    }
    expect([status, body]).toEqual([
      200,
      {
        ...seen,
        supplier_cpi: 2.5,
        suppliers: [{ pm_sup_ud: study.supplierId, name: 'Northlight Panels', allocation: 1 }],
      },
    ])
    expect((await plain('GET', path)).body).toEqual(seen)
    expect([(await otherAccount('GET', path)).status, (await defender('GET', path)).status]).toEqual([404, 403])
  })

  test('has the CPI that was typed if it is an exchange’s (§3.8, api:T10)', async () => {
    const { make, study, advanced } = on
    const id = await make.source({
      accountId: study.accountId,
      projectId: study.projectId,
      surveyId: study.surveyId,
      status: 3,
      type: 'lucid',
      supplyPriceCents: 250,
    })
    const { body } = await advanced('GET', `/v1/survey-streams/${id}`)
    expect([body.isLucid, body.type, body.supplier_cpi, body.suppliers]).toEqual([true, 'lucid', 2.5, []])
  })

  test('the survey above it (api:T7)', async () => {
    const { study, plain, otherAccount, defender } = on
    const path = `/v1/survey-streams/${study.sourceIds[0]}/survey`
    expect((await plain('GET', path)).body).toEqual({
      pm_sy_ud: study.surveyId,
      pm_sy_name: 'Gen pop US',
      pm_proj_ud: study.projectId,
      pm_proj_name: 'Streaming habits',
      statusid: 1,
    })
    expect([(await otherAccount('GET', path)).status, (await defender('GET', path)).status]).toEqual([404, 403])
  })
})

describe('the source table (§3.9–§3.23, api:U2)', () => {
  test('has every column of a source with and without traffic; columns hidden from the plain external view are absent (§3.9, §3.10, §3.11, §3.12, §3.13, §3.14, §3.15, §3.16, §3.17, §3.18, §3.19, §3.20, §3.21, §3.22, §3.23, api:U2)', async () => {
    const { make, study, plain, advanced } = on
    const { accountId, supplierId } = study
    const projectId = await make.project({ accountId })
    const surveyId = await make.survey({ accountId, projectId })
    const busy = await make.source({
      accountId,
      projectId,
      surveyId,
      target: 30,
      name: 'Busy',
      supplierIds: [supplierId],
    })
    const idle = await make.source({
      accountId,
      projectId,
      surveyId,
      target: 90,
      name: 'Idle',
      status: 6,
      type: 'classic',
    })
    await platform().database.asSystem(tx =>
      sql`update source set status_reason = 'click_target_reached' where source_id = ${idle}`.execute(tx),
    )
    await make.rollup(accountId, 'source', busy, {
      version: 7,
      entrants: 21,
      eqTerms: 1,
      terms: 2,
      oqs: 3,
      sqTerms: 1,
      abandons: 1,
      inflight: 3,
      completes: 10,
      expenseCents: 2_501,
      revenueCents: 8_500,
      loiMedianSeconds: 690,
      lastCompleteAt: new Date('2026-11-02T10:00:00Z'),
    })
    const facts = { ...NO_FIELD_FACTS, stated_loi: 10, stated_ir: 50, sell_price: 8.5 }
    const path = `/v1/survey-stream-metrics/${surveyId}`
    const { body } = await advanced('GET', path)
    const changedAt = (body as { status_changed_at: string }[]).map(row => row.status_changed_at)
    const plainBusy = {
      stmid: busy,
      pm_sy_ud: surveyId,
      name: 'Busy',
      type: 'diy',
      statusid: 1,
      effective_statusid: 1,
      status_reason: null,
      status_changed_by: null,
      status_changed_at: changedAt[0],
      status_version: 1,
      figures_version: 7,
      allocation: 0.25,
      entrants: 21,
      terms: 2,
      oQs: 3,
      completes: 10,
      ir: 10 / 15,
      conversion: 10 / 21,
      loi: 11.5,
      last_complete_at: '2026-11-02T10:00:00.000Z',
      target: 30,
      ...facts,
      revenue: 85,
    }
    const plainIdle = {
      stmid: idle,
      pm_sy_ud: surveyId,
      name: 'Idle',
      type: 'classic',
      statusid: 6,
      effective_statusid: 6,
      status_reason: 'click_target_reached',
      status_changed_by: null,
      status_changed_at: changedAt[1],
      status_version: 1,
      figures_version: 0,
      allocation: 0.75,
      entrants: 0,
      terms: 0,
      oQs: 0,
      completes: 0,
      ir: null,
      conversion: null,
      loi: null,
      last_complete_at: null,
      target: 90,
      ...facts,
    }
    expect(body).toEqual([
      {
        ...plainBusy,
        eqTerms: 1,
        sqTerms: 1,
        abandons: 1,
        inflight: 3,
        supplierCpi: 2.5,
        expense: 25.01,
        pricedCompletes: 10,
        margin: 59.99,
        suppliers: ['Northlight Panels'],
        supplier_cpi: 2.5,
      },
      {
        ...plainIdle,
        eqTerms: 0,
        sqTerms: 0,
        abandons: 0,
        inflight: 0,
        supplierCpi: null,
        expense: 0,
        pricedCompletes: 0,
        margin: 0,
        suppliers: [],
        supplier_cpi: 2.5,
      },
    ])
    expect((await plain('GET', path)).body).toEqual([plainBusy, plainIdle])
    expect((await plain('GET', `${path}?limit=1&offset=1`)).body).toEqual([plainIdle])
  })

  test('a row says by what it is judged: its field time, stated values, limits, prices, and the completes of the last hours (day.md §3)', async () => {
    const { make, study, advanced } = on
    const { accountId, supplierId } = study
    const projectId = await make.project({ accountId, outOfFieldAt: new Date('2030-03-01T00:00:00Z') })
    const surveyId = await make.survey({ accountId, projectId, outOfFieldAt: new Date('2030-01-01T00:00:00Z') })
    const sourceId = await make.source({
      accountId,
      projectId,
      surveyId,
      supplierIds: [supplierId],
      status: 2,
      outOfFieldAt: new Date('2030-02-01T00:00:00Z'),
    })
    await make.rollup(accountId, 'source', sourceId, {
      completes: 6,
      terms: 24,
      expenseCents: 1_000,
      pricedCompletes: 4,
      revenueCents: 5_100,
      pricedRevenueCents: 3_400,
      loiMedianSeconds: 900,
    })
    const thisHour = Math.floor(Date.now() / 3_600_000)
    const hour = (ago: number) => new Date((thisHour - ago) * 3_600_000).toISOString()
    await make.hour(accountId, 'source', sourceId, hour(60), { live: 9 })
    await make.hour(accountId, 'source', sourceId, hour(3), { live: 2, test: 1 })
    await make.hour(accountId, 'source', sourceId, hour(1), { live: 4 })
    await advanced('PATCH', '/v1/survey-streams', { scope: 'source', id: sourceId, statusid: 1, version: 1 })
    const { body } = await advanced('GET', `/v1/survey-stream-metrics/${surveyId}`)
    const [row] = body as { status_changed_at: string }[]
    expect(row).toMatchObject({
      statusid: 1,
      started_at: row?.status_changed_at,
      ends_at: '2030-01-01T00:00:00.000Z',
      stated_loi: 10,
      stated_ir: 50,
      is_over_loi: true,
      is_under_ir: true,
      sell_price: 8.5,
      revenue: 51,
      margin: 24,
      recent_hours: `${thisHour - 3} 2,0,4`,
    })
  })

  test('the total’s CPI is over the priced completes: an exchange’s do not lower it; the cost summary agrees (§3.21, §3.22, api:S4, api:P11)', async () => {
    const { make, study, plain, advanced } = on
    const { accountId, supplierId } = study
    const projectId = await make.project({ accountId })
    const surveyId = await make.survey({ accountId, projectId })
    const place = { accountId, projectId, surveyId, supplierIds: [supplierId] }
    const [priced, exchange] = [
      await make.source(place),
      await make.source({ ...place, type: 'lucid', supplyPriceCents: null }),
    ]
    await make.rollup(accountId, 'source', priced, { entrants: 10, completes: 4, expenseCents: 1_000 })
    await make.rollup(accountId, 'source', exchange, { entrants: 30, completes: 16, expenseCents: 0 })
    for (const [scope, id] of [
      ['survey', surveyId],
      ['project', projectId],
    ] as const)
      await make.rollup(accountId, scope, id, { entrants: 40, completes: 20, pricedCompletes: 4, expenseCents: 1_000 })
    const { body } = await advanced('POST', `/v1/metrics/surveys/${surveyId}`)
    expect([body.completes, body.expense, body.supplierCpi]).toEqual([20, 10, 2.5])
    const [row] = (await advanced('POST', `/v1/metrics/projects?pm_proj_ud=${projectId}`, {})).body
    expect(row.supplierCpi).toBe(2.5)
    expect((await advanced('GET', `/v1/reports/costsummary?pm_proj_ud=${projectId}`)).body.total).toEqual({
      completes: 20,
      supplierCpi: 2.5,
      expense: 10,
      pricedCompletes: 4,
    })
    expect('supplierCpi' in (await plain('POST', `/v1/metrics/surveys/${surveyId}`)).body).toBe(false)
  })

  test('shows no source as live below a survey or project that is not (§4.1, api:U2)', async () => {
    const { make, study, plain } = on
    const { accountId } = study
    const projectId = await make.project({ accountId, status: 6 })
    const surveyId = await make.survey({ accountId, projectId })
    for (const status of [1, 2] as const) await make.source({ accountId, projectId, surveyId, status })
    const { body } = await plain('GET', `/v1/survey-stream-metrics/${surveyId}`)
    expect(
      (body as { statusid: number; effective_statusid: number }[]).map(row => [row.statusid, row.effective_statusid]),
    ).toEqual([
      [1, 6],
      [2, 2],
    ])
  })
})

test("a respondent explained by rid, without the supplier's name for the plain external view", async () => {
  const { study, plain, advanced, otherAccount, defender } = on
  const [stmid = 0] = study.sourceIds
  await fetch(`${platform().url}/entry/${stmid}?sup=${study.supplierId}&rid=r-1`, { redirect: 'manual' })
  const path = `/v1/survey-streams/${stmid}/respondent?find=r-1`
  const { status, body } = await advanced('GET', path)
  expect([status, body.rid, body.supplier]).toEqual([200, 'r-1', 'Northlight Panels'])
  const { supplier: _, ...seen } = body
  expect((await plain('GET', path)).body).toEqual(seen)
  expect([
    (await otherAccount('GET', path)).status,
    (await defender('GET', path)).status,
    (await plain('GET', `${path}2`)).status,
  ]).toEqual([404, 403, 404])
  const log = `/v1/respondents/survey/${study.surveyId}?supplier=Northlight+Panels`
  expect((await advanced('GET', log)).body.respondents.map(({ rid }: { rid: string }) => rid)).toEqual(['r-1'])
  // a filter by supplier would tell whose respondent it is
  expect((await plain('GET', log)).status).toBe(403)
})
