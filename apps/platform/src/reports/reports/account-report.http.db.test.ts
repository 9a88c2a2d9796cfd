import { REPORT_DIMENSIONS } from '@desk/schema/reports/report'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { addEntries } from '#ledger/testing/sums'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'

interface Counts {
  readonly sourceId: number
  readonly supplierId: number
  readonly entrants: number
  readonly defenderTerms?: number
  readonly clientTerms?: number
  readonly overquotas?: number
  readonly abandons?: number
  readonly completes?: number
  readonly expenseCents?: number
  readonly revenueCents?: number
}

const platform = usePlatform()
let on: Stage
let manager: number
let otherProject: number
let otherSource: number
let otherSupplier: number

/** The counts of a supplier within a source, as the ledger would have left them, in rollup and sums. */
const count = (counts: Counts) =>
  platform().database.asSystem(async tx => {
    const { sourceId, supplierId, entrants, defenderTerms = 0, clientTerms = 0, overquotas = 0 } = counts
    const { abandons = 0, completes = 0, expenseCents = 0, revenueCents = 0 } = counts
    const states = [
      [20, defenderTerms],
      [31, clientTerms],
      [32, overquotas],
      [40, abandons],
      [30, completes],
    ] as const
    const others = states.reduce((rest, [, respondents]) => rest - respondents, entrants)
    for (const [code, respondents] of [...states, [11, others] as const])
      if (respondents > 0)
        await addEntries(tx, {
          accountId: on.study.accountId,
          sourceId,
          supplierId,
          code,
          respondents,
          reason: code === 20 ? 'country' : '',
          ...(code === 30 ? { expenseCents, revenueCents, seconds: 900, statedSeconds: 600 } : {}),
        })
    await sql`
      insert into supplier_rollup (account_id, source_id, supplier_id, entrants, code_20, code_31, code_32, code_40, code_30, priced_completes, expense_cents, revenue_cents, priced_revenue_cents)
      values (${on.study.accountId}, ${sourceId}, ${supplierId}, ${entrants}, ${defenderTerms}, ${clientTerms}, ${overquotas}, ${abandons}, ${completes},
              ${completes}, ${expenseCents}, ${revenueCents}, ${revenueCents})`.execute(tx)
  })

beforeAll(async () => {
  on = await stage(platform())
  const { make, study } = on
  const { accountId } = study
  manager = (await make.user({ accountId, firstname: 'Grace', lastname: 'Hopper' })).userId
  otherProject = await make.project({ accountId, name: 'Beverages', consultantUserId: manager })
  const survey = await make.survey({ accountId, projectId: otherProject, name: 'Beverages UK' })
  otherSource = await make.source({ accountId, projectId: otherProject, surveyId: survey, name: 'Exchange' })
  otherSupplier = await make.supplier({ accountId, name: 'River Ltd' })
  const [main = 0] = study.sourceIds
  await count({
    sourceId: main,
    supplierId: study.supplierId,
    entrants: 100,
    defenderTerms: 10,
    clientTerms: 20,
    overquotas: 5,
    abandons: 15,
    completes: 50,
    expenseCents: 12_500,
    revenueCents: 25_000,
  })
  await count({ sourceId: main, supplierId: 0, entrants: 4, clientTerms: 4 })
  await count({
    sourceId: otherSource,
    supplierId: otherSupplier,
    entrants: 30,
    clientTerms: 20,
    completes: 10,
    expenseCents: 3333,
  })
})

const read = async (path: string, ask: Ask = on.advanced) => {
  const { status, body } = await ask('GET', path)
  expect([path, status]).toEqual([path, 200])
  return body
}
const DIMENSIONS = Object.keys(REPORT_DIMENSIONS)
const linesOf = async (path: string) => {
  const { lines }: { lines: Record<string, { name: string } | null | number>[] } = await read(path)
  return lines.map(line =>
    Object.fromEntries(
      Object.entries(line)
        .filter(([key]) => key === 'entrants' || DIMENSIONS.includes(key))
        .map(([key, value]) => [key, value !== null && typeof value === 'object' ? value.name : value]),
    ),
  )
}

const PERFORMANCE = { loi_ratio: 1.5, rejected_since: 0, reject_rate: 0 }
const NOT_ADJUSTED = { revenue_adjusted: 0, expense_adjusted: 0, adjusted_completes: 0, adjusted_priced: 0 }
const BEVERAGES = {
  entrants: 30,
  eqTerms: 0,
  terms: 20,
  oQs: 0,
  sqTerms: 0,
  abandons: 0,
  inflight: 0,
  completes: 10,
  ir: 10 / 30,
  conversion: 10 / 30,
  supplierCpi: 3.33,
  expense: 33.33,
  pricedCompletes: 10,
  drop_off: 0,
  epc: 1.11,
}
const TOTAL = {
  entrants: 134,
  eqTerms: 10,
  terms: 44,
  oQs: 5,
  sqTerms: 0,
  abandons: 15,
  inflight: 0,
  completes: 60,
  ir: 60 / 109,
  conversion: 60 / 134,
  supplierCpi: 2.64,
  expense: 158.33,
  pricedCompletes: 60,
  drop_off: 15 / 134,
  epc: 1.18,
}

describe('the traffic report', () => {
  test('has a line for each project, the most entrants first, and the total of all (api:P6)', async () => {
    const { projectId } = on.study
    const body = await read('/v1/reports/traffic?limit=1&offset=1')
    expect(body).toEqual({
      type: 'traffic',
      by: ['project'],
      as_of: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      currency: 'USD',
      lines: [{ project: { id: otherProject, name: 'Beverages' }, ...BEVERAGES }],
      total: TOTAL,
    })
    const [first] = (await read('/v1/reports/traffic')).lines
    expect([first.project.id, first.entrants, first.epc, first.drop_off]).toEqual([projectId, 104, 1.2, 15 / 104])
  })

  test('is by any two of project, survey, source, supplier, manager, unit and country; those without one have a line too (api:P6)', async () => {
    expect(await linesOf('/v1/reports/traffic?by=source&and=supplier')).toEqual([
      { source: 'Main', supplier: expect.any(String), entrants: 100 },
      { source: 'Exchange', supplier: 'River Ltd', entrants: 30 },
      { source: 'Main', supplier: null, entrants: 4 },
    ])
    expect(await linesOf('/v1/reports/traffic?by=manager&and=business_unit')).toEqual([
      { manager: null, business_unit: null, entrants: 104 },
      { manager: 'Grace Hopper', business_unit: null, entrants: 30 },
    ])
    expect(await linesOf('/v1/reports/traffic?by=country&and=country')).toEqual([
      { country: 'United States of America', entrants: 134 },
    ])
  })

  test('is narrowed to one project, survey, source, supplier, country or manager (api:P6)', async () => {
    const { projectId, surveyId, sourceIds, supplierId } = on.study
    const entrantsOf = async (query: string) => (await read(`/v1/reports/traffic?${query}`)).total.entrants
    expect(await entrantsOf(`pm_proj_ud=${projectId}`)).toBe(104)
    expect(await entrantsOf(`pm_sy_ud=${surveyId}`)).toBe(104)
    expect(await entrantsOf(`stmid=${sourceIds[0]}`)).toBe(104)
    expect(await entrantsOf(`pm_sup_ud=${supplierId}`)).toBe(100)
    expect(await entrantsOf(`consultant=${manager}`)).toBe(30)
    expect(await entrantsOf('pm_cy_cs_id=826')).toBe(0)
    expect(await entrantsOf('search=bever')).toBe(30)
  })

  test('of several projects is asked for by a body; unknown ones are left out (api:P7)', async () => {
    const { projectId } = on.study
    const of = async (payload: object) => {
      const { status, body } = await on.advanced('POST', '/v1/reports/traffic', payload)
      return [
        status,
        body.by,
        body.lines?.map((line: { project: { id: number } }) => line.project.id),
        body.total?.entrants,
      ]
    }
    expect(await of({ pm_proj_uds: [otherProject, 2_000_000_000] })).toEqual([200, ['project'], [otherProject], 30])
    expect(await of({ pm_proj_uds: [] })).toEqual([200, ['project'], [], 0])
    expect(await of({ by: 'project', and: 'source' })).toEqual([
      200,
      ['project', 'source'],
      [projectId, otherProject],
      134,
    ])
    expect((await of({ pm_proj_uds: [0] }))[0]).toBe(422)
    expect((await of({ by: 'rid' }))[0]).toBe(422)
  })
})

describe('the other reports (api:M14)', () => {
  test('suppliers: what each brought, what it cost and earned per click', async () => {
    const body = await read('/v1/reports/suppliers')
    expect(body.lines[1]).toEqual({ supplier: { id: otherSupplier, name: 'River Ltd' }, ...BEVERAGES, ...PERFORMANCE })
    expect([body.type, body.by, body.lines.length, body.total]).toEqual([
      'suppliers',
      ['supplier'],
      3,
      { ...TOTAL, ...PERFORMANCE },
    ])
  })

  test('terminations: each state that turned a respondent away or lost them, with its share of the entrants', async () => {
    const body = await read(`/v1/reports/terminations?pm_proj_ud=${on.study.projectId}`)
    const project = { id: on.study.projectId, name: expect.any(String) }
    expect(body.lines).toEqual([
      { project, state: 31, rule: null, respondents: 24, share: 24 / 104 },
      { project, state: 40, rule: null, respondents: 15, share: 15 / 104 },
      { project, state: 20, rule: 'country', respondents: 10, share: 10 / 104 },
      { project, state: 32, rule: null, respondents: 5, share: 5 / 104 },
    ])
  })

  test('managers: the traffic of their projects', async () => {
    expect(await linesOf('/v1/reports/managers')).toEqual([
      { manager: null, entrants: 104 },
      { manager: 'Grace Hopper', entrants: 30 },
    ])
  })

  test('costs: what completes brought and cost, and the margin, by project, with the total of all', async () => {
    const body = await read('/v1/reports/costs')
    const { projectId } = on.study
    expect(body.lines.map(({ project, ...figures }: { project: { id: number } }) => [project.id, figures])).toEqual([
      [
        projectId,
        {
          completes: 50,
          revenue: 250,
          expense: 125,
          pricedCompletes: 50,
          margin: 125,
          margin_share: 0.5,
          ...NOT_ADJUSTED,
        },
      ],
      [
        otherProject,
        {
          completes: 10,
          revenue: 0,
          expense: 33.33,
          pricedCompletes: 10,
          margin: -33.33,
          margin_share: null,
          ...NOT_ADJUSTED,
        },
      ],
    ])
    expect(body.total).toEqual({ ...TOTAL, revenue: 250, margin: 91.67, margin_share: 91.67 / 250, ...NOT_ADJUSTED })
  })

  test('costs: an exchange’s completes bring revenue and have no margin; EPC is not known where their entrants are among others (0092)', async () => {
    const { make, study, advanced } = await stage(platform())
    const { accountId, projectId, surveyId, sourceIds, supplierId } = study
    const exchange = await make.source({ accountId, projectId, surveyId, name: 'Exchange', type: 'lucid' })
    await platform().database.asSystem(async tx => {
      const completes = { accountId, supplierId, code: 30 } as const
      const [sourceId = 0] = sourceIds
      await addEntries(tx, { ...completes, sourceId, respondents: 165, expenseCents: 8_250, revenueCents: 16_500 })
      await addEntries(tx, { ...completes, sourceId: exchange, respondents: 195, revenueCents: 19_500 })
    })
    const costs = await read('/v1/reports/costs?by=source', advanced)
    const known = { revenue: 165, expense: 82.5, pricedCompletes: 165, margin: 82.5, margin_share: 0.5 }
    expect([...costs.lines, costs.total]).toMatchObject([
      {
        source: { name: 'Exchange' },
        revenue: 195,
        expense: null,
        pricedCompletes: 0,
        margin: null,
        margin_share: null,
      },
      { source: { name: 'Main' }, completes: 165, ...known },
      { completes: 360, ...known, revenue: 360 },
    ])
    const { lines, total } = await read('/v1/reports/suppliers?by=source', advanced)
    expect([...lines, total].map(({ epc, supplierCpi }) => ({ epc, supplierCpi }))).toEqual([
      { epc: null, supplierCpi: null },
      { epc: 0.5, supplierCpi: 0.5 },
      { epc: null, supplierCpi: 0.5 },
    ])
  })

  test('a report that does not exist and a wrong filter are refused', async () => {
    const statuses = []
    for (const path of ['nonsense', 'suppliers?limit=0', 'suppliers?by=rid', 'terminations?pm_proj_ud=x'])
      statuses.push((await on.advanced('GET', `/v1/reports/${path}`)).status)
    expect(statuses).toEqual([422, 422, 422, 422])
  })
})

describe('who reads what of a report', () => {
  test('the plain external view has no hidden column and no hidden state, and no suppliers (domain.md §4)', async () => {
    const traffic = await read('/v1/reports/traffic', on.plain)
    expect(Object.keys(traffic.total).toSorted()).toEqual(['completes', 'conversion', 'entrants', 'ir', 'oQs', 'terms'])
    expect(Object.keys(traffic.lines[0]).toSorted()).toEqual([
      'completes',
      'conversion',
      'entrants',
      'ir',
      'oQs',
      'project',
      'terms',
    ])
    expect(Object.keys((await read('/v1/reports/costs', on.plain)).lines[0]).toSorted()).toEqual([
      'completes',
      'project',
      'revenue',
      'revenue_adjusted',
    ])
    expect(Object.keys((await read('/v1/reports/traffic?by=state', on.plain)).lines[0]).toSorted()).toContain('state')
    const { lines } = await read('/v1/reports/terminations', on.plain)
    expect(new Set(lines.map(({ state }: { state: number }) => state))).toEqual(new Set([31, 32]))
    const refused = []
    for (const path of ['suppliers', 'traffic?by=supplier', `traffic?pm_sup_ud=${on.study.supplierId}`])
      refused.push((await on.plain('GET', `/v1/reports/${path}`)).status)
    expect(refused).toEqual([403, 403, 403])
  })

  test('another account’s report has nothing of this one, and its project, survey, source and supplier do not exist there', async () => {
    const { projectId, surveyId, sourceIds, supplierId } = on.study
    expect((await read('/v1/reports/traffic', on.otherAccount)).lines).toEqual([])
    const statuses = []
    for (const query of [
      `pm_proj_ud=${projectId}`,
      `pm_sy_ud=${surveyId}`,
      `stmid=${sourceIds[0]}`,
      `pm_sup_ud=${supplierId}`,
    ])
      statuses.push((await on.otherAccount('GET', `/v1/reports/terminations?${query}`)).status)
    expect(statuses).toEqual([404, 404, 404, 404])
    const { body } = await on.otherAccount('POST', '/v1/reports/traffic', { pm_proj_uds: [projectId] })
    expect(body.lines).toEqual([])
  })
})
