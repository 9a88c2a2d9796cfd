import { NO_FIELD_FACTS } from '@desk/schema/figures/no-field-facts'
import { beforeAll, describe, expect, test } from 'vitest'
import { FORECAST_SCOPES, sealForecasts, type MadeForecast } from '#forecasts/seal.store'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const idsOf = ({ body }: { body: { pm_proj_ud: number }[] }) => body.map(project => project.pm_proj_ud)
const figures = {
  entrants: 20,
  eqTerms: 1,
  terms: 2,
  oqs: 3,
  sqTerms: 1,
  abandons: 1,
  inflight: 2,
  completes: 10,
  expenseCents: 2_501,
  revenueCents: 9_000,
  loiMedianSeconds: 690,
  lastCompleteAt: new Date('2026-11-02T10:00:00Z'),
  version: 7,
}
const plainFigures = {
  entrants: 20,
  terms: 2,
  oQs: 3,
  completes: 10,
  ir: 10 / 15,
  conversion: 0.5,
  loi: 11.5,
  last_complete_at: '2026-11-02T10:00:00.000Z',
  figures_version: 7,
  ...NO_FIELD_FACTS,
  sell_price: 9,
  revenue: 90,
}
const OF_SURVEY = { stated_loi: 10, stated_ir: 50, sell_price: 8.5 }
const allFigures = {
  ...plainFigures,
  eqTerms: 1,
  sqTerms: 1,
  abandons: 1,
  inflight: 2,
  supplierCpi: 2.5,
  expense: 25.01,
  pricedCompletes: 10,
  margin: 64.99,
}

describe('the project list (§3.30, api:P1)', () => {
  test('a project as the list gives it (§3.5, api:P1)', async () => {
    const { study, plain } = on
    const { status, body } = await plain('GET', '/v1/projects')
    const [project] = body
    expect([status, body]).toEqual([
      200,
      [
        {
          pm_proj_ud: study.projectId,
          pm_proj_name: 'Streaming habits',
          pm_proj_rep_num: 'AC-1',
          consultant: null,
          consultant_name: null,
          business_unit_ud: null,
          business_unit_name: null,
          out_of_field_date: null,
          out_of_field_time_zone_code: 15,
          respondents: 300,
          pm_cy_cs_id: null,
          languages_id: null,
          est_loi: null,
          qualifying_rate: null,
          pm_sy_client_cpi: 9,
          statusid: 1,
          status_reason: null,
          status_changed_by: null,
          status_changed_at: project.status_changed_at,
          status_version: 1,
          survey_count: 1,
          live_source_count: 1,
          created_at: project.created_at,
        },
      ],
    ])
  })

  test('filters by status, consultant and business unit; \'all\' is no filter, and "Other" is no consultant (§3.30, §9.10, api:P1)', async () => {
    const { make, otherAccount } = on
    const accountId = (await otherAccount('GET', '/v1/user-login-details')).body.pm_dsh_ud
    const { userId } = await make.user({ accountId, firstname: 'Grace', lastname: 'Hopper', isConsultant: true })
    const unit = await make.businessUnit({ accountId, name: 'Health' })
    const live = await make.project({ accountId, status: 1, consultantUserId: userId })
    const draft = await make.project({ accountId, status: 3, businessUnitId: unit })
    const ids = async (query: string) => idsOf(await otherAccount('GET', `/v1/projects?${query}`))
    expect(await ids('status=all&consultant=all&business_unit_ud=all')).toEqual([draft, live])
    expect([await ids('status=1'), await ids('status=3'), await ids('status=2')]).toEqual([[live], [draft], []])
    expect([await ids(`consultant=${userId}`), await ids('consultant=1900001')]).toEqual([[live], [draft]])
    expect([await ids(`business_unit_ud=${unit}`), await ids(`business_unit_ud=${unit}&status=1`)]).toEqual([
      [draft],
      [],
    ])
    const [newest, oldest] = (await otherAccount('GET', '/v1/projects')).body
    expect([newest.business_unit_name, oldest.consultant_name]).toEqual(['Health', 'Grace Hopper'])
  })

  test('searches name and number, letter for letter, and goes in pages, newest first (api:P1)', async () => {
    const { make, defender, otherAccount } = on
    const accountId = (await otherAccount('GET', '/v1/user-login-details')).body.pm_dsh_ud
    const odd = await make.project({ accountId, name: 'Recall 50% off_peak', number: 'ZZ-77' })
    const plainOne = await make.project({ accountId, name: 'Recall 50 days offXpeak', number: 'YY-78' })
    const ids = async (query: string) => idsOf(await otherAccount('GET', `/v1/projects?${query}`))
    expect(await ids('search=recall%2050')).toEqual([plainOne, odd])
    expect([
      await ids('search=50%25'),
      await ids('search=off_peak'),
      await ids('search=zz-7'),
      await ids('search=%5C'),
    ]).toEqual([[odd], [odd], [odd], []])
    expect([
      await ids('search=recall&limit=1'),
      await ids('search=recall&limit=1&offset=1'),
      await ids('search=%20'),
    ]).toEqual([[plainOne], [odd], await ids('')])
    const refused = await Promise.all(
      ['limit=0', 'limit=1001', 'offset=-1', 'limit=x', 'status=0', `search=${'x'.repeat(201)}`].map(query =>
        otherAccount('GET', `/v1/projects?${query}`),
      ),
    )
    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 422])
    expect((await defender('GET', '/v1/projects')).status).toBe(403)
  })
})

test('totals are over all projects that match the filters, not only a page; ratios come from the sums, and each view gets only its columns (§3.2, §3.10–§3.22, §3.30)', async () => {
  const { make, study } = await stage(platform())
  const { accountId } = study
  const plain = await askAs(platform(), make, { accountId, roleId: 2 })
  const advanced = await askAs(platform(), make, { accountId, roleId: 1, advancedView: true })
  const nothing = {
    entrants: 0,
    terms: 0,
    oQs: 0,
    completes: 0,
    ir: null,
    conversion: null,
    last_complete_at: null,
    target: 300,
  }
  expect((await plain('GET', '/v1/metrics/projects')).body).toEqual(nothing)

  const draft = await make.project({ accountId, name: 'Drafted', number: 'AC-2', status: 3, target: 50 })
  await make.rollup(accountId, 'project', study.projectId, figures)
  await make.rollup(accountId, 'project', draft, {
    ...figures,
    terms: 10,
    completes: 30,
    expenseCents: 7_500,
    lastCompleteAt: new Date('2026-11-03T10:00:00Z'),
  })
  const all = {
    entrants: 40,
    terms: 12,
    oQs: 6,
    completes: 40,
    ir: 40 / 58,
    conversion: 1,
    last_complete_at: '2026-11-03T10:00:00.000Z',
    target: 350,
  }
  const found = async (query: string) => (await plain('GET', `/v1/metrics/projects?${query}`)).body
  expect([await found(''), await found('status=all'), await found('status=3'), await found('search=nobody')]).toEqual([
    all,
    all,
    {
      entrants: 20,
      terms: 10,
      oQs: 3,
      completes: 30,
      ir: 30 / 43,
      conversion: 1.5,
      last_complete_at: '2026-11-03T10:00:00.000Z',
      target: 50,
    },
    { ...nothing, target: 0 },
  ])
  expect((await advanced('GET', '/v1/metrics/projects')).body).toEqual({
    ...all,
    eqTerms: 2,
    sqTerms: 2,
    abandons: 2,
    inflight: 4,
    supplierCpi: 2.5,
    expense: 100.01,
    pricedCompletes: 40,
  })
})

test('the CPI of a project, and of all filtered ones, is over the priced completes (§3.21, §3.30, api:P8)', async () => {
  const { make, study } = await stage(platform())
  const { accountId } = study
  const advanced = await askAs(platform(), make, { accountId, roleId: 1, advancedView: true })
  const exchange = await make.project({ accountId, name: 'Exchange alone', number: 'AC-2', status: 3 })
  const mixed = { pm_proj_ud: study.projectId, completes: 20, expense: 10, supplierCpi: 2.5 }
  await make.rollup(accountId, 'project', study.projectId, {
    entrants: 40,
    completes: 20,
    pricedCompletes: 4,
    expenseCents: 1_000,
  })
  await make.rollup(accountId, 'project', exchange, {
    entrants: 30,
    completes: 16,
    pricedCompletes: 0,
    expenseCents: 0,
  })
  const { body: rows } = await advanced('POST', '/v1/metrics/projects', { pm_proj_uds: [study.projectId, exchange] })
  expect(rows).toMatchObject([mixed, { pm_proj_ud: exchange, completes: 16, expense: null, supplierCpi: null }])
  const total = async (query: string) => {
    const { completes, expense, supplierCpi } = (await advanced('GET', `/v1/metrics/projects${query}`)).body
    return { completes, expense, supplierCpi }
  }
  expect([await total(''), await total('?status=1'), await total('?status=3')]).toEqual([
    { completes: 36, expense: 10, supplierCpi: 2.5 },
    { completes: 20, expense: 10, supplierCpi: 2.5 },
    { completes: 16, expense: null, supplierCpi: null },
  ])
})

describe('one project (api:P2)', () => {
  test("is the list's project with what its status menu allows (§4.1, api:P2)", async () => {
    const { study, advanced } = on
    const { body: list } = await advanced('GET', '/v1/projects')
    const { status, body } = await advanced('GET', `/v1/projects/${study.projectId}`)
    expect([status, body]).toEqual([
      200,
      {
        ...list[0],
        country_name: null,
        language_name: null,
        survey_url: null,
        device_compatibility: null,
        dearest_source: null,
        warnings: [],
        version: 1,
        allowed: [
          { to: 3, allowed: false, reason: 'not_a_transition' },
          { to: 2, allowed: true, reason: null },
          { to: 6, allowed: false, reason: 'system_only' },
          { to: 4, allowed: true, reason: null },
          { to: 5, allowed: false, reason: 'not_a_transition' },
        ],
      },
    ])
  })
})

describe('figures of projects (api:P8)', () => {
  beforeAll(async () => {
    const { make, study } = on
    await make.rollup(study.accountId, 'project', study.projectId, figures)
    await make.rollup(study.accountId, 'survey', study.surveyId, figures)
    await make.rollup(study.accountId, 'source', study.sourceIds[0] ?? 0, figures)
  })

  test('of all, or of the given ones; ids of other accounts are left out (§3.10–§3.22, api:P8)', async () => {
    const { study, advanced, otherAccount } = on
    const row = { pm_proj_ud: study.projectId, ...allFigures, target: 300 }
    expect((await advanced('POST', '/v1/metrics/projects', {})).body).toEqual([row])
    expect(
      (await advanced('POST', '/v1/metrics/projects', { pm_proj_uds: [study.projectId, 2_000_000_000] })).body,
    ).toEqual([row])
    expect((await advanced('POST', '/v1/metrics/projects', { pm_proj_uds: [] })).body).toEqual([])
    expect((await otherAccount('POST', '/v1/metrics/projects', { pm_proj_uds: [study.projectId] })).body).toEqual([])
  })

  test("with pm_proj_ud they are its surveys' (api:P8)", async () => {
    const { study, advanced, otherAccount } = on
    const path = `/v1/metrics/projects?pm_proj_ud=${study.projectId}`
    expect((await advanced('POST', path, {})).body).toEqual([
      {
        pm_sy_ud: study.surveyId,
        pm_proj_ud: study.projectId,
        ...allFigures,
        ...OF_SURVEY,
        allocation: 1,
        target: 200,
      },
    ])
    expect((await otherAccount('POST', path, {})).status).toBe(404)
  })

  test('the plain external view gets only its columns (§3.2, api:P8)', async () => {
    const { study, plain, defender } = on
    expect((await plain('POST', '/v1/metrics/projects', {})).body).toEqual([
      { pm_proj_ud: study.projectId, ...plainFigures, target: 300 },
    ])
    expect((await plain('POST', `/v1/metrics/projects?pm_proj_ud=${study.projectId}`, {})).body).toEqual([
      {
        pm_sy_ud: study.surveyId,
        pm_proj_ud: study.projectId,
        ...plainFigures,
        ...OF_SURVEY,
        allocation: 1,
        target: 200,
      },
    ])
    expect((await defender('POST', '/v1/metrics/projects', {})).status).toBe(403)
  })
})

describe('completes by hour and day (§3.24, api:P10)', () => {
  const path = '/v1/TrafficStatsForDashboardHourly'
  beforeAll(async () => {
    const { make, study } = on
    const { accountId, projectId, surveyId, sourceIds } = study
    for (const [scope, id] of [
      ['project', projectId],
      ['survey', surveyId],
      ['source', sourceIds[0] ?? 0],
    ] as const) {
      await make.hour(accountId, scope, id, '2026-11-19T12:00:00Z', { live: 100 })
      await make.hour(accountId, scope, id, '2026-11-19T13:00:00Z', { live: 3, test: 1 })
      await make.hour(accountId, scope, id, '2026-11-20T12:00:00Z', { live: 5 })
      await make.hour(accountId, scope, id, '2026-11-20T13:00:00Z', { live: 200 })
    }
  })
  const rowsOf = async (body: object, ask = on.plain) =>
    (await ask('POST', path, { end: '2026-11-20T12:34:56.789Z', zone_code: 15, ...body })).body as {
      Start_Time: string
      Completes_Count_Live: number
    }[]
  const filled = <Row extends { Completes_Count_Live: number }>(rows: readonly Row[]) =>
    rows.filter(row => row.Completes_Count_Live > 0)

  test('the past 24 hours, empty ones too, of a project and of a survey (§2.45, §3.24, api:P10)', async () => {
    const { study } = on
    const expected = Array.from({ length: 24 }, (_, hour) => ({
      Start_Time: new Date(Date.parse('2026-11-19T13:00:00Z') + hour * 3_600_000).toISOString(),
      Completes_Count_Live: { 0: 3, 23: 5 }[hour] ?? 0,
      Completes_Count_Test: hour === 0 ? 1 : 0,
    }))
    expect(await rowsOf({ mode: 'PROJECT', id: study.projectId, grain: 'hour' })).toEqual(expected)
    expect(await rowsOf({ mode: 'SURVEY', id: study.surveyId, grain: 'hour' })).toEqual(expected)
  })

  test('one series for each source of a survey (§2.45, api:P10)', async () => {
    const { make, study } = on
    const [first = 0] = study.sourceIds
    const second = await make.source({
      accountId: study.accountId,
      projectId: study.projectId,
      surveyId: study.surveyId,
      status: 3,
    })
    const rows = await rowsOf({ mode: 'SOURCES', id: study.surveyId, grain: 'hour' })
    expect(rows.length).toBe(48)
    expect(new Set(rows.map(row => (row as { stmid?: number }).stmid))).toEqual(new Set([first, second]))
    expect(filled(rows)).toEqual([
      { Start_Time: '2026-11-19T13:00:00.000Z', Completes_Count_Live: 3, Completes_Count_Test: 1, stmid: first },
      { Start_Time: '2026-11-20T12:00:00.000Z', Completes_Count_Live: 5, Completes_Count_Test: 0, stmid: first },
    ])
  })

  test("14 days by the zone's own borders; an hour belongs to the day in which it starts (§2.45, api:P10)", async () => {
    const { study } = on
    const daily = (zone_code: number) => rowsOf({ mode: 'PROJECT', id: study.projectId, grain: 'day', zone_code })
    expect((await daily(15)).map(row => row.Start_Time).slice(-2)).toEqual([
      '2026-11-19T05:00:00.000Z',
      '2026-11-20T05:00:00.000Z',
    ])
    expect((await daily(15)).length).toBe(14)
    expect(filled(await daily(15)).map(row => [row.Start_Time, row.Completes_Count_Live])).toEqual([
      ['2026-11-19T05:00:00.000Z', 103],
      ['2026-11-20T05:00:00.000Z', 205],
    ])
    // Adelaide's midnight is 13:30 UTC: its day is counted from 14:00 UTC, and the hour of 13:00 is the day's before
    expect(filled(await daily(51)).map(row => [row.Start_Time, row.Completes_Count_Live])).toEqual([
      ['2026-11-18T14:00:00.000Z', 103],
      ['2026-11-19T14:00:00.000Z', 205],
    ])
  })

  test("the default zone is the caller's own, the default end is now (api:P10)", async () => {
    const { study, plain } = on
    const { status, body } = await plain('POST', path, { mode: 'PROJECT', id: study.projectId, grain: 'day' })
    expect([status, body.length]).toEqual([200, 14])
  })

  test('an invalid zone or end is refused by its field, and foreign ids get 404 (§5.28, api:P10)', async () => {
    const { study, plain, otherAccount, defender } = on
    const body = { mode: 'PROJECT', id: study.projectId, grain: 'hour' }
    const faults = [
      { zone_code: 999 },
      { zone_code: 3_000_000_000 },
      { zone_code: -9_007_199_254_740_991 },
      { end: '2026-13-45T00:00:00Z' },
      { end: '1899-12-31T23:59:59Z' },
      { mode: 'OTHER' },
      { id: 0 },
      { grain: null },
    ]
    const answers = await Promise.all(faults.map(fault => plain('POST', path, { ...body, ...fault })))
    expect(answers.map(({ status, body: { details } }) => [status, details[0].path])).toEqual(
      faults.map(fault => [422, Object.keys(fault)]),
    )
    expect((await otherAccount('POST', path, body)).status).toBe(404)
    expect((await otherAccount('POST', path, { ...body, mode: 'SOURCES', id: study.surveyId })).status).toBe(404)
    expect((await defender('POST', path, body)).status).toBe(403)
  })

  test('each hour has the completes that its sealed forecasts expected, until one has another target and no hour after it (day.md §3)', async () => {
    const { study } = on
    const [sourceId = 0] = study.sourceIds
    const due = (time: string, expectedNow: number | null, target = 100): MadeForecast => ({
      scope: FORECAST_SCOPES.source,
      scopeId: sourceId,
      quotaNo: 0,
      askedAtMs: Date.parse(`2026-11-20T${time}:00Z`),
      completes: 5,
      target,
      endsAtMs: Date.parse('2026-12-01T00:00:00Z'),
      p10AtMs: null,
      p50AtMs: null,
      p90AtMs: null,
      fullPerMille: 500,
      expectedNow,
      expectedAtEnd: 100,
      pool: 'prior',
      likeCount: 0,
      model: 1,
    })
    // the plan of 08:30 is due as in the hour after it; of that of 11:30 no hour after it is known
    const made = [due('05:30', 10), due('06:30', 14), due('07:30', 20), due('08:30', 40, 200), due('09:30', 48, 200)]
    await platform().database.asSystem(tx =>
      sealForecasts(tx, study.accountId, [...made, due('10:30', 56, 200), due('11:30', 30)]),
    )
    const expected = (await rowsOf({ mode: 'SURVEY', id: study.surveyId, grain: 'hour' })).flatMap(row =>
      'Completes_Count_Expected' in row ? [[row.Start_Time.slice(11, 13), row.Completes_Count_Expected]] : [],
    )
    expect(expected).toEqual([
      ['06', 5],
      ['07', 7],
      ['08', 8],
      ['09', 8],
    ])
  })
})
