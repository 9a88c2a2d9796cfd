import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

/** The answer, in the shape that the test states. */
type Body = Answer['body']

const platform = usePlatform()
let on: Stage
let other: number
beforeAll(async () => {
  on = await stage(platform())
  other = await on.make.supplier({ accountId: on.study.accountId, name: 'Opinion Harbor' })
})

const faultsOf = ({ body: { details } }: Answer): string[] =>
  details.map(({ path, message }: Body) => `${path.join('_')}: ${message}`)
const newSource = (options: { status?: 1 | 3; type?: 'diy' | 'classic' | 'lucid'; supplierIds?: number[] } = {}) =>
  on.make.source({
    accountId: on.study.accountId,
    projectId: on.study.projectId,
    surveyId: on.study.surveyId,
    supplierIds: [on.study.supplierId],
    ...options,
  })
const part = (pm_sup_ud: number, allocation_percent: number, price?: number | null) => ({
  pm_sup_ud,
  allocation_percent,
  ...(price === undefined ? {} : { supplier_cpi: price }),
})
const NOBODY = { entrants: 0, completes: 0, rejected: 0 }
const allocate = (stmid: number, suppliers: readonly object[], version?: number) =>
  on.advanced('PUT', `/v1/stream-suppliers/${stmid}`, { suppliers, ...(version === undefined ? {} : { version }) })

describe('the allocation of a source (api:T14, api:T15)', () => {
  test('is replaced as a whole, with a price of each supplier’s own or none, and is in the history and in the table; each supplier has its counts (§5.19, api:T14, api:T15)', async () => {
    const stmid = await newSource()
    const { status, body } = await allocate(stmid, [part(on.study.supplierId, 66.67), part(other, 33.33, 4.35)])
    expect([status, body]).toEqual([
      200,
      {
        stmid,
        version: 2,
        type: 'diy',
        supplier_cpi: 2.5,
        client_cpi: 8.5,
        suppliers: [
          {
            pm_sup_ud: on.study.supplierId,
            name: 'Northlight Panels',
            allocation_percent: 66.67,
            supplier_cpi: null,
            default_cpi: 3,
            ...NOBODY,
          },
          {
            pm_sup_ud: other,
            name: 'Opinion Harbor',
            allocation_percent: 33.33,
            supplier_cpi: 4.35,
            default_cpi: 3,
            ...NOBODY,
          },
        ],
        warnings: [],
      },
    ])
    expect((await on.advanced('GET', `/v1/stream-suppliers/${stmid}`)).body).toEqual(body)
    await platform().database.asSystem(tx =>
      sql`insert into supplier_rollup (account_id, source_id, supplier_id, entrants, code_30, code_51, code_50)
          values (${on.study.accountId}, ${stmid}, ${other}, 40, 9, 1, 2)`.execute(tx),
    )
    expect((await on.advanced('GET', `/v1/stream-suppliers/${stmid}`)).body.suppliers[1]).toMatchObject({
      entrants: 40,
      completes: 10,
      rejected: 2,
    })
    const [newest] = (await on.advanced('GET', `/v1/history/source/${stmid}`)).body
    expect(newest.changes).toEqual([
      {
        field: 'suppliers',
        from: ['Northlight Panels 100 %'],
        to: ['Northlight Panels 66.67 %', 'Opinion Harbor 33.33 % at 4.35'],
      },
    ])
    expect((await on.plain('GET', `/v1/history/source/${stmid}`)).body[0].changes).toEqual([])
    const row = (await on.advanced('GET', `/v1/survey-stream-metrics/${on.study.surveyId}`)).body.find(
      (source: Body) => source.stmid === stmid,
    )
    expect(row.suppliers).toEqual(['Northlight Panels', 'Opinion Harbor'])
  })

  test.each([
    [() => [part(on.study.supplierId, 99.98)], 'suppliers: Allocation must add up to 100 %, not 99.98 %'],
    [
      () => [part(on.study.supplierId, 50), part(on.study.supplierId, 50)],
      'suppliers_1_pm_sup_ud: This supplier is there twice',
    ],
    [() => [part(999_999, 100)], 'suppliers_0_pm_sup_ud: Supplier is not in the list'],
    [() => [part(other, 100, 201)], 'suppliers_0_supplier_cpi: Supply Price value must be less than $200.00'],
    [() => [], 'suppliers: A source that was launched needs a supplier'],
  ])('%# is refused by its path and changes nothing (§5.19, §5.28)', async (suppliers, said) => {
    const stmid = await newSource()
    const answer = await allocate(stmid, suppliers())
    expect([
      answer.status,
      ...faultsOf(answer),
      (await on.advanced('GET', `/v1/stream-suppliers/${stmid}`)).body.version,
    ]).toEqual([422, said, 1])
  })

  test('another account’s supplier, a second supplier of a manual source and a price of a Lucid one are refused', async () => {
    const foreign = await on.make.supplier({ accountId: await on.make.account() })
    expect(faultsOf(await allocate(await newSource(), [part(foreign, 100)]))).toEqual([
      'suppliers_0_pm_sup_ud: Supplier is not in the list',
    ])
    expect(
      faultsOf(await allocate(await newSource({ type: 'classic' }), [part(on.study.supplierId, 50), part(other, 50)])),
    ).toEqual(['suppliers: A manual source has one supplier'])
    expect(faultsOf(await allocate(await newSource({ type: 'lucid' }), [part(other, 100, 2)]))).toEqual([
      'suppliers_0_supplier_cpi: An exchange source has one CPI, and no prices of suppliers',
    ])
  })

  test('a supplier deleted in between is refused', async () => {
    const gone = await on.make.supplier({ accountId: on.study.accountId, name: 'Gone' })
    await on.advanced('DELETE', `/v1/suppliers/${gone}`)
    expect(faultsOf(await allocate(await newSource(), [part(gone, 100)]))).toEqual([
      'suppliers_0_pm_sup_ud: Supplier is not in the list',
    ])
  })

  test('a stale change is refused with the stored allocation, and a repeat of the successful one passes', async () => {
    const stmid = await newSource()
    const won = await allocate(stmid, [part(other, 100)], 1)
    const lost = await allocate(stmid, [part(on.study.supplierId, 100)], 1)
    expect([lost.status, lost.body.reason, lost.body.current]).toEqual([409, 'stale_version', won.body])
    expect((await allocate(stmid, [part(other, 100)], 1)).body).toEqual(won.body)
  })
})

describe('supply prices (api:T18, api:T19)', () => {
  const price = (stmid: number, body: object) =>
    on.advanced('PATCH', `/v1/survey-streams/${stmid}/supplier-pricing`, body)

  test('of the source and of several suppliers change at once; absent ones stay, and null falls back (api:T18, api:T19)', async () => {
    const stmid = await newSource()
    await allocate(stmid, [part(on.study.supplierId, 60, 2), part(other, 40, 3)])
    const { body } = await price(stmid, { supplier_cpi: 4.35, suppliers: [{ pm_sup_ud: other, supplier_cpi: null }] })
    expect([body.version, body.supplier_cpi, body.suppliers.map(({ supplier_cpi }: Body) => supplier_cpi)]).toEqual([
      3,
      4.35,
      [2, null],
    ])
    expect((await on.advanced('GET', `/v1/survey-streams/${stmid}/supplier-pricing`)).body).toEqual(body)
    expect((await on.advanced('GET', `/v1/survey-streams/${stmid}`)).body).toMatchObject({
      supplier_cpi: 4.35,
      version: 2,
    })
    expect((await on.advanced('GET', `/v1/history/source/${stmid}`)).body[0].changes[0]).toEqual({
      field: 'supplier_cpi',
      from: 2.5,
      to: 4.35,
    })
  })

  test('of the source is refused while every supplier has a price of its own, by any call; the price that stays passes (§5.19, api:T9, api:T19)', async () => {
    const stmid = await newSource({ status: 3 })
    await allocate(stmid, [part(on.study.supplierId, 60, 2), part(other, 40, 3)])
    const form = (supplier_cpi: number) => ({
      stmid,
      stream_name: 'Main',
      respondents: 100,
      stream_status_cd: 3,
      supplier_cpi,
    })
    const refused = [
      await price(stmid, { supplier_cpi: 0.29 }),
      await on.advanced('PUT', '/v1/survey-streams', form(0.29)),
    ]
    expect(refused.map(answer => [answer.status, ...faultsOf(answer)])).toEqual(
      Array.from({ length: 2 }, () => [422, 'supplier_cpi: Every supplier of this source has its own price']),
    )
    expect([
      (await price(stmid, { supplier_cpi: 2.5, suppliers: [{ pm_sup_ud: other, supplier_cpi: 4 }] })).status,
      (await on.advanced('PUT', '/v1/survey-streams', { ...form(2.5), respondents: 90 })).status,
      (await on.advanced('GET', `/v1/survey-streams/${stmid}`)).body.supplier_cpi,
    ]).toEqual([200, 200, 2.5])
    const { body } = await price(stmid, { supplier_cpi: 0.29, suppliers: [{ pm_sup_ud: other, supplier_cpi: null }] })
    expect(body.supplier_cpi).toBe(0.29)
  })

  test('for suppliers not in the source are refused; an exchange takes one CPI (§5.19, §5.28)', async () => {
    expect(faultsOf(await price(await newSource(), { suppliers: [{ pm_sup_ud: other, supplier_cpi: 1 }] }))).toEqual([
      'suppliers_0_pm_sup_ud: This supplier does not sell to the source',
    ])
    expect((await price(await newSource({ type: 'lucid' }), { supplier_cpi: 1 })).body.supplier_cpi).toBe(1)
    expect(faultsOf(await price(await newSource(), { supplier_cpi: 0 }))).toEqual([
      'supplier_cpi: Supply Price must be a valid number',
    ])
  })

  test('a complete costs the price in force when it is made (§3.21, §3.22, api:T19)', async () => {
    const stmid = await newSource()
    await allocate(stmid, [part(other, 100)])
    const complete = async (rid: string) => {
      const location = await vi.waitFor(
        async () => {
          const found = (
            await fetch(`${platform().url}/entry/${stmid}?sup=${other}&rid=${rid}`, { redirect: 'manual' })
          ).headers.get('location')
          if (found === null) throw new Error('The supplier is not known to the door yet.')
          return found
        },
        { timeout: 10_000, interval: 200 },
      )
      await fetch(`${platform().url}/return?inbound_code=1000&rdud=${/id=(.*)$/.exec(location)?.[1]}`, {
        redirect: 'manual',
      })
    }
    await complete('first')
    await price(stmid, { supplier_cpi: 1.15 })
    await complete('second')
    const row = (await on.advanced('GET', `/v1/survey-stream-metrics/${on.study.surveyId}`)).body.find(
      (source: Body) => source.stmid === stmid,
    )
    expect([row.completes, row.expense]).toEqual([2, 3.65])
  })
})

test('the suppliers of a survey, with their sources and prices (api:U1)', async () => {
  const { accountId } = on.study
  const projectId = await on.make.project({ accountId })
  const surveyId = await on.make.survey({ accountId, projectId })
  const a = await on.make.source({
    accountId,
    projectId,
    surveyId,
    name: 'A',
    supplierIds: [other, on.study.supplierId],
  })
  const b = await on.make.source({
    accountId,
    projectId,
    surveyId,
    name: 'B',
    status: 3,
    type: 'lucid',
    supplierIds: [other],
    supplyPriceCents: null,
  })
  const { body } = await on.advanced('GET', `/v3/survey-suppliers/${surveyId}`)
  expect(body).toEqual([
    {
      pm_sup_ud: on.study.supplierId,
      name: 'Northlight Panels',
      streams: [{ stmid: a, stream_name: 'A', statusid: 1, allocation_percent: 50, supplier_cpi: 2.5 }],
    },
    {
      pm_sup_ud: other,
      name: 'Opinion Harbor',
      streams: [
        { stmid: a, stream_name: 'A', statusid: 1, allocation_percent: 50, supplier_cpi: 2.5 },
        { stmid: b, stream_name: 'B', statusid: 3, allocation_percent: 100, supplier_cpi: null },
      ],
    },
  ])
  expect((await on.advanced('GET', `/v3/survey-suppliers/${surveyId}?limit=1&offset=1`)).body).toEqual([body[1]])
})

describe('the buyer rate of a survey (api:T11, api:T12)', () => {
  test('is the sell price that its form has, with the same version and history (§5.11, api:T11, api:T12)', async () => {
    const { accountId } = on.study
    const surveyId = await on.make.survey({ accountId, projectId: await on.make.project({ accountId }) })
    const path = `/v1/survey-buyer-rate/${surveyId}`
    expect((await on.plain('GET', path)).body).toEqual({
      pm_sy_ud: surveyId,
      pm_sy_client_cpi: 8.5,
      project_client_cpi: 9,
      version: 1,
    })
    const changed = await on.plain('PUT', path, { pm_sy_client_cpi: 4.35, version: 1 })
    expect([changed.status, changed.body]).toEqual([
      200,
      { pm_sy_ud: surveyId, pm_sy_client_cpi: 4.35, project_client_cpi: 9, version: 2 },
    ])
    const stale = await on.plain('PUT', path, { pm_sy_client_cpi: 1, version: 1 })
    expect([stale.status, stale.body.reason, stale.body.current]).toEqual([409, 'stale_version', changed.body])
    expect((await on.plain('GET', `/v1/history/survey/${surveyId}`)).body[0].changes).toEqual([
      { field: 'pm_sy_client_cpi', from: 8.5, to: 4.35 },
    ])
    expect((await on.plain('GET', `/v1/surveys/${surveyId}`)).body.pm_sy_client_cpi).toBe(4.35)
    const refused = await on.plain('PUT', path, { pm_sy_client_cpi: 300.01 })
    expect([refused.status, ...faultsOf(refused)]).toEqual([
      422,
      'pm_sy_client_cpi: Sell Price cannot be greater than $300',
    ])
    expect([
      (await on.otherAccount('GET', path)).status,
      (await on.otherAccount('PUT', path, { pm_sy_client_cpi: 1 })).status,
      (await on.defender('GET', path)).status,
    ]).toEqual([404, 404, 403])
  })
})

test('the Defender features of a survey, in order of evaluation (api:U9)', async () => {
  const { accountId, surveyId } = on.study
  await platform().database.asSystem(tx =>
    sql`insert into defender_rule (account_id, survey_id, rule, threshold, window_hours) values (${accountId}, ${surveyId}, 'country', null, null), (${accountId}, ${surveyId}, 'duplicate_ip', 3, 24)`.execute(
      tx,
    ),
  )
  const path = `/v1/survey/${surveyId}/defendersettings`
  expect((await on.plain('GET', path)).body).toEqual({
    pm_sy_ud: surveyId,
    rules: [
      { rule: 'duplicate_ip', threshold: 3, window_hours: 24 },
      { rule: 'country', threshold: null, window_hours: null },
    ],
  })
  expect([(await on.otherAccount('GET', path)).status, (await on.defender('GET', path)).status]).toEqual([404, 403])
})
