import { beforeAll, describe, expect, test } from 'vitest'
import { INTERNAL_COLUMNS } from '#testing/internal-columns'
import { usePlatform, type Answer } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
/** The account's own admin, without the flags of §6.4. */
let admin: Ask
beforeAll(async () => {
  on = await stage(platform())
  const { accountId } = on.study
  admin = await askAs(platform(), on.make, { accountId, firstname: 'Ann', lastname: 'Admin', roleId: 1 })
})

const FORM = {
  respondents: 250,
  stream_status_cd: 1,
  click_balancing: false,
  calculation_type_code_ud: null,
  pacing: 1,
  country_id: 840,
  out_of_field_date: null,
  out_of_field_time_zone_code: 15,
} as const

/** The answer, in the shape that the test states. */
type Body = Answer['body']

/** The columns of figures that the plain external view lacks. */
const OF_FIGURES = INTERNAL_COLUMNS.filter(column =>
  /^(eqTerms|sqTerms|abandons|inflight|supplierCpi|expense|pricedCompletes|margin)$/.test(column),
)

function columnsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(columnsIn)
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([column, inner]) => [column, ...columnsIn(inner)])
    : []
}

describe('the account’s own admin', () => {
  test('makes a supplier, buys from it in a new source at a price, and launches it at once (domain.md §4, api:T8, api:T10, api:T14, api:T15, api:T18, api:T19, api:U10)', async () => {
    const { surveyId } = on.study
    const supplier = (
      await admin('POST', '/v1/suppliers', {
        name: 'Ann’s panel',
        pm_supplier_type_code_ud: 2,
        recruitment_type: 7,
        supplier_cpi: 1.5,
      })
    ).body
    expect([
      supplier.supplier_cpi,
      (await admin('GET', '/v1/suppliers?sort=cpi')).body.map(({ supplier_cpi }: Body) => supplier_cpi),
    ]).toEqual([1.5, [1.5, 3]])
    const made = await admin('POST', '/v1/survey-streams', {
      pm_sy_ud: surveyId,
      type: 'diy',
      ...FORM,
      stream_name: 'Ann’s',
      supplier_cpi: 2,
      suppliers: [{ pm_sup_ud: supplier.pm_sup_ud, allocation_percent: 100 }],
    })
    expect([made.status, made.body.stream_status_cd, made.body.live_blocks, made.body.supplier_cpi]).toEqual([
      200,
      1,
      [],
      2,
    ])
    const path = `/v1/survey-streams/${made.body.stmid}`
    const repriced = await admin('PATCH', `${path}/supplier-pricing`, { supplier_cpi: 2.5 })
    expect([
      repriced.status,
      (await admin('GET', path)).body.supplier_cpi,
      (await admin('GET', `/v1/stream-suppliers/${made.body.stmid}`)).body.suppliers[0].name,
    ]).toEqual([200, 2.5, 'Ann’s panel'])
    expect((await admin('GET', `/v1/history/source/${made.body.stmid}`)).body[0].changes).toContainEqual({
      field: 'supplier_cpi',
      from: 2,
      to: 2.5,
    })
    expect(
      new URL((await admin('GET', `/v1/survey/stream/${made.body.stmid}/test-survey`)).body.entry).searchParams.get(
        'sup',
      ),
    ).toBe(String(supplier.pm_sup_ud))
  })

  test('makes, reads and changes classic sources (api:U4, api:U5, api:U6)', async () => {
    const { surveyId, supplierId } = on.study
    const form = { ...FORM, stream_name: 'Own', supplier_cpi: 5, pm_sup_ud: supplierId }
    const { status, body } = await admin('POST', '/v3/classic-streams', { pm_sy_ud: surveyId, ...form })
    const changed = await admin('PUT', `/v1/classic-streams/${body.stmid}`, { ...form, supplier_cpi: 4 })
    expect([
      status,
      changed.status,
      (await admin('GET', `/v3/classic-streams/${body.stmid}`)).body.supplier_cpi,
    ]).toEqual([200, 200, 4])
  })

  test('sees every column of the figures, CPI and expense as well (§6.4, domain.md §4)', async () => {
    const { projectId, surveyId } = on.study
    const answers = await Promise.all([
      admin('GET', '/v1/projects'),
      admin('GET', `/v1/survey-stream-metrics/${surveyId}`),
      admin('POST', `/v1/metrics/surveys/${surveyId}`),
      admin('GET', `/v1/reports/costsummary?pm_proj_ud=${projectId}`),
      admin('GET', `/v2/reports/costsummary?pm_proj_ud=${projectId}`),
    ])
    const seen = new Set(columnsIn(answers.map(({ body }) => body)))
    expect([answers.map(({ status }) => status), OF_FIGURES.filter(column => !seen.has(column))]).toEqual([
      [200, 200, 200, 200, 200],
      [],
    ])
  })
})

describe('a user with the plain external view', () => {
  test('sees whom to ask for price and suppliers, the account’s own admins first; users with the right see no names (domain.md §4, api:S1)', async () => {
    const { accountId, surveyId } = on.study
    const house = await on.make.account({ name: 'Other house', isStaff: true })
    await on.make.user({ accountId: house, firstname: 'Foreign', lastname: 'Boss', roleId: 1 })
    await on.make.user({ accountId, firstname: 'Adam', lastname: 'Advanced', roleId: 2, advancedView: true })
    await on.make.user({ accountId, firstname: 'Aaron', lastname: 'Plain', roleId: 2 })
    const path = `/v1/surveys/${surveyId}`
    const [plain, own, advanced] = await Promise.all([on.plain, admin, on.advanced].map(ask => ask('GET', path)))
    expect([
      plain?.body.ask_supply_side,
      own !== undefined && 'ask_supply_side' in own.body,
      advanced !== undefined && 'ask_supply_side' in advanced.body,
    ]).toEqual([['Ada Byron', 'Ann Admin', 'Adam Advanced'], false, false])
  })
})
