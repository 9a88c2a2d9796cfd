import { startOfDay, subDays } from 'date-fns'
import { TZDate } from '@date-fns/tz'
import { NO_CONSULTANT_UID } from '@desk/schema/lookups/lookups'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
let managerId: number
let unitId: number
beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const { accountId, projectId, surveyId } = study
  managerId = (await make.user({ accountId, firstname: 'Grace', lastname: 'Hopper', isConsultant: true })).userId
  unitId = await make.businessUnit({ accountId, name: 'North' })
  const other = await make.project({
    accountId,
    name: 'Snacks',
    status: 3,
    consultantUserId: managerId,
    businessUnitId: unitId,
  })
  // live by themselves, and not in the field below a draft
  const otherSurvey = await make.survey({ accountId, projectId: other, sellPriceCents: 100, status: 1 })
  await make.source({ accountId, projectId: other, surveyId: otherSurvey, status: 1 })
  await make.rollup(accountId, 'project', projectId, {
    entrants: 40,
    eqTerms: 2,
    terms: 5,
    oqs: 5,
    sqTerms: 1,
    abandons: 3,
    inflight: 4,
    completes: 20,
    expenseCents: 5005,
    revenueCents: 16_000,
  })
  await make.rollup(accountId, 'survey', surveyId, { completes: 20, expenseCents: 5005, revenueCents: 16_000 })
  await make.rollup(accountId, 'project', other, {
    entrants: 10,
    terms: 5,
    completes: 5,
    expenseCents: 1000,
    revenueCents: 400,
  })
  await make.rollup(accountId, 'survey', otherSurvey, { completes: 5, expenseCents: 1000, revenueCents: 400 })
})

describe('the statistics of the landing page (§7.26)', () => {
  test('all traffic, and the number of live objects (api:D1)', async () => {
    const { accountId } = on.study
    const { status, body } = await on.advanced('GET', `/v1/TrafficStatsForDashboard/${accountId}`)
    const seenByAll = {
      pm_dsh_ud: accountId,
      entrants: 50,
      terms: 10,
      oQs: 5,
      completes: 25,
      ir: 25 / 40,
      conversion: 0.5,
      live_projects: 1,
      live_surveys: 1,
      live_sources: 1,
    }
    expect([status, body]).toEqual([
      200,
      {
        ...seenByAll,
        eqTerms: 2,
        sqTerms: 1,
        abandons: 3,
        inflight: 4,
        supplierCpi: 2.4,
        expense: 60.05,
        pricedCompletes: 25,
      },
    ])
    expect((await on.plain('GET', `/v1/TrafficStatsForDashboard/${accountId}`)).body).toEqual(seenByAll)
  })

  test('the CPI is over the priced completes: a project filled by an exchange does not lower it (§3.21, api:D1)', async () => {
    const { make, study, advanced } = await stage(platform())
    const { accountId } = study
    const exchange = await make.project({ accountId, name: 'Exchange alone' })
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
    const { completes, expense, supplierCpi } = (await advanced('GET', `/v1/TrafficStatsForDashboard/${accountId}`))
      .body
    expect({ completes, expense, supplierCpi }).toEqual({ completes: 36, expense: 10, supplierCpi: 2.5 })
  })

  test('the margin is of the completes whose supply price is known, and says of how many; an exchange’s are not free (api:D2, 0092)', async () => {
    const { make, study, advanced, plain } = await stage(platform())
    const { accountId } = study
    const moneyOf = async () => (await advanced('GET', `/v1/Financials/${accountId}/0`)).body
    const exchange = { completes: 195, revenueCents: 19_500, pricedCompletes: 0 }
    await make.rollup(accountId, 'project', study.projectId, exchange)
    expect(await moneyOf()).toMatchObject({
      revenue: 195,
      expense: null,
      pricedCompletes: 0,
      margin: null,
      margin_share: null,
    })
    await make.rollup(accountId, 'project', study.projectId, {
      completes: 360,
      revenueCents: 36_000,
      expenseCents: 8_250,
      pricedCompletes: 165,
      pricedRevenueCents: 16_500,
    })
    expect(await moneyOf()).toMatchObject({
      completes: 360,
      revenue: 360,
      expense: 82.5,
      pricedCompletes: 165,
      margin: 82.5,
      margin_share: 0.5,
    })
    expect(Object.keys((await plain('GET', `/v1/Financials/${accountId}/0`)).body).toSorted()).toEqual([
      'completes',
      'currency',
      'pm_dsh_ud',
      'revenue',
    ])
  })

  test('what its projects bring, each complete at the price that it was sold for, and cost, all of them or one business unit’s (api:D2)', async () => {
    const { accountId } = on.study
    const of = async (unit: number) => (await on.advanced('GET', `/v1/Financials/${accountId}/${unit}`)).body
    expect(await of(0)).toEqual({
      pm_dsh_ud: accountId,
      currency: 'USD',
      completes: 25,
      revenue: 164,
      expense: 60.05,
      pricedCompletes: 25,
      margin: 103.95,
      margin_share: 10_395 / 16_400,
    })
    expect(await of(unitId)).toEqual({
      pm_dsh_ud: accountId,
      currency: 'USD',
      completes: 5,
      revenue: 4,
      expense: 10,
      pricedCompletes: 5,
      margin: -6,
      margin_share: -1.5,
    })
    expect((await on.plain('GET', `/v1/Financials/${accountId}/0`)).body).toEqual({
      pm_dsh_ud: accountId,
      currency: 'USD',
      completes: 25,
      revenue: 164,
    })
    expect((await on.advanced('GET', `/v1/Financials/${accountId}/999999`)).status).toBe(404)
  })

  test('project managers by completes, projects without one under “Other”; all of them or one business unit’s (§9.10, api:D3)', async () => {
    const { body } = await on.plain('GET', `/v1/ProjectManagersByPerformance/${on.study.accountId}/0`)
    expect(body).toEqual([
      {
        uid: NO_CONSULTANT_UID,
        name: 'Other (no consultant)',
        projects: 1,
        live_projects: 1,
        entrants: 40,
        completes: 20,
        ir: 20 / 30,
        conversion: 0.5,
      },
      {
        uid: managerId,
        name: 'Grace Hopper',
        projects: 1,
        live_projects: 0,
        entrants: 10,
        completes: 5,
        ir: 0.5,
        conversion: 0.5,
      },
    ])
    const ofUnit = await on.plain('GET', `/v1/ProjectManagersByPerformance/${on.study.accountId}/${unitId}`)
    expect([
      ofUnit.body,
      (await on.plain('GET', `/v1/ProjectManagersByPerformance/${on.study.accountId}/999999`)).status,
    ]).toEqual([body.slice(1), 404])
  })

  test('its last seven days in the caller’s zone, today last (api:D4)', async () => {
    const { accountId, projectId } = on.study
    const today = startOfDay(new TZDate(Date.now(), 'America/New_York'))
    const days = Array.from({ length: 7 }, (_, ago) => new Date(subDays(today, 6 - ago).getTime()).toISOString())
    await on.make.hour(accountId, 'project', projectId, days[6]!, { live: 3, test: 1 })
    await on.make.hour(accountId, 'project', projectId, days[0]!, { live: 2 })
    await on.make.hour(accountId, 'project', projectId, new Date(subDays(today, 7).getTime()).toISOString(), {
      live: 9,
    })
    const { body } = await on.plain('GET', '/v1/TrafficStatsForDashboardWeekly')
    expect(body).toEqual(
      days.map((Start_Time, day) => ({
        Start_Time,
        Completes_Count_Live: day === 6 ? 3 : day === 0 ? 2 : 0,
        Completes_Count_Test: day === 6 ? 1 : 0,
      })),
    )
  })
})

describe('the statistics of the projects that match the list’s filters (§3.30, §7.26)', () => {
  let of: (query: string) => Promise<object>
  let [manager, unit] = [0, 0]
  beforeAll(async () => {
    const { make, study, advanced, otherAccount } = await stage(platform())
    const { accountId, projectId, userId } = study
    manager = (await make.user({ accountId, firstname: 'Grace', lastname: 'Hopper', isConsultant: true })).userId
    unit = await make.businessUnit({ accountId, name: 'North' })
    const snacks = await make.project({
      accountId,
      name: 'Snacks',
      number: 'SN-7',
      consultantUserId: manager,
      businessUnitId: unit,
    })
    const surveyId = await make.survey({ accountId, projectId: snacks })
    for (let source = 0; source < 2; source++) await make.source({ accountId, projectId: snacks, surveyId })
    const draft = await make.project({ accountId, name: 'Snacks again', status: 3, consultantUserId: userId })
    // another account's projects pass the same filters
    const otherId = (await otherAccount('GET', '/v1/user-login-details')).body.pm_dsh_ud
    const others = await make.project({ accountId: otherId, name: 'Snacks', number: 'SN-7' })
    const now = new Date().toISOString()
    for (const [account, project, completes] of [
      [accountId, projectId, 20],
      [accountId, snacks, 5],
      [accountId, draft, 0],
      [otherId, others, 70],
    ] as const) {
      await make.rollup(account, 'project', project, {
        entrants: 2 * completes,
        terms: completes,
        completes,
        expenseCents: 200 * completes,
        revenueCents: 500 * completes,
      })
      await make.hour(account, 'project', project, now, { live: completes, test: 1 })
    }
    of = async query => {
      const read = async (path: string) => (await advanced('GET', `/v1/${path}?${query}`)).body
      const { completes, entrants, ir, supplierCpi, live_projects, live_surveys, live_sources } = await read(
        `TrafficStatsForDashboard/${accountId}`,
      )
      const { revenue, expense, margin } = await read(`Financials/${accountId}/0`)
      const managers = await read(`ProjectManagersByPerformance/${accountId}/0`)
      const { Completes_Count_Live, Completes_Count_Test } = (await read('TrafficStatsForDashboardWeekly')).at(-1)
      return {
        traffic: [completes, entrants, ir, supplierCpi],
        inField: [live_projects, live_surveys, live_sources],
        money: [revenue, expense, margin],
        managers: managers.map(
          ({ name, projects, completes: own }: { name: string; projects: number; completes: number }) =>
            `${name}: ${own} of ${projects}`,
        ),
        today: [Completes_Count_Live, Completes_Count_Test],
      }
    }
  })

  const snacksAlone = {
    traffic: [5, 10, 0.5, 2],
    inField: [1, 1, 2],
    money: [25, 10, 15],
    managers: ['Grace Hopper: 5 of 1'],
    today: [5, 1],
  }
  const nothing = { traffic: [0, 0, null, null], inField: [0, 0, 0], money: [0, 0, 0], managers: [], today: [0, 0] }

  test('by status, manager, business unit and words: traffic, the studies in the field, money, managers and the last days, of the own account alone (api:D1, api:D2, api:D3, api:D4)', async () => {
    expect(await of('')).toEqual({
      traffic: [25, 50, 0.5, 2],
      inField: [2, 2, 3],
      money: [125, 50, 75],
      managers: ['Other (no consultant): 20 of 1', 'Grace Hopper: 5 of 1', 'Ada Byron: 0 of 1'],
      today: [25, 3],
    })
    expect(await of('status=all&consultant=all&business_unit_ud=all')).toEqual(await of(''))
    expect([
      await of(`consultant=${manager}`),
      await of(`business_unit_ud=${unit}`),
      await of('search=sn-7'),
      await of('search=snacks&status=1'),
    ]).toEqual([snacksAlone, snacksAlone, snacksAlone, snacksAlone])
    expect(await of('consultant=1900001')).toEqual({
      traffic: [20, 40, 0.5, 2],
      inField: [1, 1, 1],
      money: [100, 40, 60],
      managers: ['Other (no consultant): 20 of 1'],
      today: [20, 1],
    })
    expect([await of('status=3'), await of('business_unit_ud=999999')]).toEqual([
      { ...nothing, managers: ['Ada Byron: 0 of 1'], today: [0, 1] },
      nothing,
    ])
  })

  test('an invalid filter is refused (api:D1, api:D2, api:D3, api:D4)', async () => {
    const { advanced, study } = on
    const paths = [
      `TrafficStatsForDashboard/${study.accountId}`,
      `Financials/${study.accountId}/0`,
      `ProjectManagersByPerformance/${study.accountId}/0`,
      'TrafficStatsForDashboardWeekly',
    ]
    expect(
      await Promise.all(paths.map(async path => (await advanced('GET', `/v1/${path}?status=soon`)).status)),
    ).toEqual([422, 422, 422, 422])
  })
})
