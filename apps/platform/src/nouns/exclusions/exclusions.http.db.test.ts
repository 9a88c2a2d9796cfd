import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
let other: number
let snacks: number
let drinks: number
let foreign: number
beforeAll(async () => {
  on = await stage(platform())
  const { accountId } = on.study
  other = await on.make.supplier({ accountId, name: 'Opinion Harbor' })
  snacks = await on.make.project({ accountId, name: 'Snacks', number: 'SN-1' })
  drinks = await on.make.project({ accountId, name: 'Drinks 100%', number: 'DR-1' })
  foreign = await on.make.project({ accountId: await on.make.account() })
})

const newSource = () => on.make.source({ ...on.study, supplierIds: [on.study.supplierId] })
const sample = (stmid: number, body: object) =>
  on.plain('POST', `/v1/sample-exclusion/${stmid}`, { projects: [], states: 'completes', look_back_days: 30, ...body })
const faultsOf = ({ status, body: { details = [] } }: Answer): unknown => [
  status,
  ...details.map(({ path, message }: Answer['body']) => `${path.join('_')}: ${message}`),
]
const changesOf = async (scope: string, id: number) =>
  (await on.advanced('GET', `/v1/history/${scope}/${id}`)).body[0].changes

describe('the search for projects to exclude (api:X1)', () => {
  const search = (body: object, id = on.study.projectId) => on.plain('POST', `/v1/project/${id}/project-search`, body)
  const idsOf = ({ body }: Answer): number[] => body.map(({ pm_proj_ud: id }: Answer['body']) => id)

  test('finds the account’s other projects by name, number and id, with their respondents (§7.17, api:X1)', async () => {
    await on.make.rollup(on.study.accountId, 'project', snacks, { entrants: 7, completes: 2 })
    const { status, body } = await search({ search: ' snack' })
    expect([status, body]).toEqual([
      200,
      [{ pm_proj_ud: snacks, name: 'Snacks', number: 'SN-1', statusid: 1, entrants: 7, completes: 2 }],
    ])
    expect([
      idsOf(await search({})),
      idsOf(await search({ search: 'dr-' })),
      idsOf(await search({ search: '0%' })),
      idsOf(await search({ search: String(snacks) })),
      idsOf(await search({ limit: 1, offset: 1 })),
      idsOf(await search({ search: 'Streaming' })),
    ]).toEqual([[drinks, snacks], [drinks], [drinks], [snacks], [snacks], []])
  })

  test('is refused for another account’s project, and for a search that cannot be (api:X1)', async () => {
    expect([
      (await search({}, foreign)).status,
      (await on.otherAccount('POST', `/v1/project/${on.study.projectId}/project-search`, {})).status,
      (await on.defender('POST', `/v1/project/${on.study.projectId}/project-search`, {})).status,
      (await search({ search: 'x'.repeat(201) })).status,
      (await search({ limit: 201 })).status,
    ]).toEqual([404, 404, 403, 422, 422])
  })
})

describe('the sample exclusion of a source (api:X2, api:X3)', () => {
  test('excludes no one until it is saved; then it says how many, and is in the history (§7.17, api:X2, api:X3)', async () => {
    const stmid = await newSource()
    const read = async () => (await on.plain('GET', `/v1/sample-exclusion/${stmid}`)).body
    expect(await read()).toEqual({
      stmid,
      version: 0,
      projects: [],
      states: 'completes',
      look_back_days: 90,
      kept_out: 0,
    })
    const hourAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 13) + ':00:00Z'
    const { accountId } = on.study
    await on.make.hour(accountId, 'project', snacks, hourAgo(2), { live: 3 })
    await on.make.hour(accountId, 'project', snacks, hourAgo(31 * 24), { live: 50 })
    await on.make.hour(accountId, 'project', drinks, hourAgo(5), { live: 4 })
    const { status, body } = await sample(stmid, { projects: [drinks, snacks], version: 0 })
    expect([status, body]).toEqual([
      200,
      {
        stmid,
        version: 1,
        projects: [
          { pm_proj_ud: drinks, name: 'Drinks 100%', number: 'DR-1', kept_out: 4 },
          { pm_proj_ud: snacks, name: 'Snacks', number: 'SN-1', kept_out: 3 },
        ],
        states: 'completes',
        look_back_days: 30,
        kept_out: 7,
      },
    ])
    expect(await read()).toEqual(body)
    expect((await sample(stmid, { projects: [snacks], look_back_days: 60 })).body.kept_out).toBe(53)
    expect(await changesOf('source', stmid)).toEqual([
      {
        field: 'excluded_projects',
        from: [`Drinks 100% (${drinks})`, `Snacks (${snacks})`],
        to: [`Snacks (${snacks})`],
      },
      { field: 'excluded_days', from: 30, to: 60 },
    ])
  })

  test('a faulty one is refused under its field, and nothing is stored (§5.28, api:X3)', async () => {
    const stmid = await newSource()
    const days = 'look_back_days: Look-back must be a whole number of days from 1 to 3,650'
    expect([
      faultsOf(await sample(stmid, { projects: [snacks, on.study.projectId] })),
      faultsOf(await sample(stmid, { projects: [foreign] })),
      faultsOf(await sample(stmid, { projects: [999_999] })),
      faultsOf(await sample(stmid, { projects: [snacks, snacks] })),
      faultsOf(await sample(stmid, { projects: Array.from({ length: 10_000 }, (_, at) => at + 1) })),
      faultsOf(await sample(stmid, { look_back_days: 0 })),
      faultsOf(await sample(stmid, { look_back_days: 100_000 })),
      faultsOf(await sample(stmid, { look_back_days: 1.5 })),
      (await sample(stmid, { states: 'everybody' })).status,
      (await on.plain('GET', `/v1/sample-exclusion/${stmid}`)).body.version,
    ]).toEqual([
      [422, 'projects_1: A source cannot exclude its own project'],
      [422, 'projects_0: Project is not in the list'],
      [422, 'projects_0: Project is not in the list'],
      [422, 'projects_1: This project is there twice'],
      [422, 'projects: At most 100 projects'],
      [422, days],
      [422, days],
      [422, days],
      422,
      0,
    ])
  })

  test('a stale edit is refused with the stored one, and of two at once one is (api:X3)', async () => {
    const stmid = await newSource()
    await sample(stmid, { projects: [snacks], version: 0 })
    const late = await sample(stmid, { projects: [drinks], version: 0 })
    expect([late.status, late.body.reason, late.body.current.version, late.body.current.projects.length]).toEqual([
      409,
      'stale_version',
      1,
      1,
    ])
    const both = await Promise.all(
      [[drinks], [snacks, drinks]].map(projects => sample(stmid, { projects, version: 1 })),
    )
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  })

  test('a copy of the source excludes the same, but not its own project', async () => {
    const stmid = await newSource()
    await sample(stmid, { projects: [drinks, snacks] })
    const pm_sy_ud = await on.make.survey({ accountId: on.study.accountId, projectId: snacks })
    const copy = (await on.plain('POST', '/v1/copystream', { stmid, pm_sy_ud })).body.stmid
    const { projects, look_back_days } = (await on.plain('GET', `/v1/sample-exclusion/${copy}`)).body
    expect([projects.map(({ pm_proj_ud: id }: Answer['body']) => id), look_back_days]).toEqual([[drinks], 30])
  })
})

describe('supplier exclusions (api:X4–api:X8)', () => {
  test('keep a supplier from projects, or from all of the account (§7.17, api:X4, api:X5, api:X6, api:X7, api:X8)', async () => {
    const { accountId, projectId, supplierId } = on.study
    const bySupplier = `/v1/supplierexclusion/bysupplier/${supplierId}`
    const byAccount = `/v1/supplierexclusion/byaccount/${accountId}`
    expect((await on.advanced('GET', bySupplier)).body).toEqual({
      pm_sup_ud: supplierId,
      version: 0,
      everywhere: false,
      projects: [],
    })
    expect((await on.advanced('POST', bySupplier, { projects: [projectId, snacks], version: 0 })).body).toEqual({
      pm_sup_ud: supplierId,
      version: 1,
      everywhere: false,
      projects: [
        { pm_proj_ud: snacks, name: 'Snacks', number: 'SN-1' },
        { pm_proj_ud: projectId, name: 'Streaming habits', number: 'AC-1' },
      ],
    })
    expect((await on.advanced('GET', byAccount)).body).toEqual({ pm_dsh_ud: accountId, version: 0, suppliers: [] })
    expect((await on.advanced('POST', byAccount, { suppliers: [other], version: 0 })).body).toEqual({
      pm_dsh_ud: accountId,
      version: 1,
      suppliers: [{ pm_sup_ud: other, name: 'Opinion Harbor' }],
    })
    expect((await on.advanced('GET', `/v1/supplierexclusion/${projectId}`)).body).toEqual({
      pm_proj_ud: projectId,
      suppliers: [
        { pm_sup_ud: supplierId, name: 'Northlight Panels', everywhere: false },
        { pm_sup_ud: other, name: 'Opinion Harbor', everywhere: true },
      ],
    })
    expect((await on.advanced('GET', `/v1/supplierexclusion/bysupplier/${other}`)).body.everywhere).toBe(true)
    expect(await changesOf('supplier', supplierId)).toEqual([
      { field: 'excluded_projects', from: null, to: [`Snacks (${snacks})`, `Streaming habits (${projectId})`] },
    ])
  })

  test('a faulty or stale one is refused, and that of another account does not exist (api:X6, api:X8)', async () => {
    const { accountId, projectId } = on.study
    const supplier = await on.make.supplier({ accountId, name: 'Third' })
    const bySupplier = `/v1/supplierexclusion/bysupplier/${supplier}`
    const byAccount = `/v1/supplierexclusion/byaccount/${accountId}`
    const { version } = (await on.advanced('GET', byAccount)).body
    await on.advanced('POST', bySupplier, { projects: [snacks], version: 0 })
    await on.advanced('POST', byAccount, { suppliers: [supplier], version })
    expect([
      faultsOf(await on.advanced('POST', bySupplier, { projects: [foreign] })),
      faultsOf(await on.advanced('POST', byAccount, { suppliers: [999_999] })),
      (await on.advanced('POST', bySupplier, { projects: [], version: 0 })).body.reason,
      (await on.advanced('POST', byAccount, { suppliers: [], version })).body.reason,
      (await on.advanced('POST', `/v1/supplierexclusion/bysupplier/999999`, { projects: [] })).status,
    ]).toEqual([
      [422, 'projects_0: Project is not in the list'],
      [422, 'suppliers_0: Supplier is not in the list'],
      'stale_version',
      'stale_version',
      404,
    ])
    const calls = [
      ['GET', `/v1/supplierexclusion/${projectId}`],
      ['GET', bySupplier],
      ['POST', bySupplier, { projects: [] }],
      ['GET', byAccount],
      ['POST', byAccount, { suppliers: [] }],
    ] as const
    for (const [method, path, body] of calls)
      expect([(await on.otherAccount(method, path, body)).status, (await on.plain(method, path, body)).status]).toEqual(
        [404, 403],
      )
  })
})
