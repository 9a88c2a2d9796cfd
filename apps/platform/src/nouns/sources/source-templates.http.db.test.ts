import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const AGE = { name: 'Age', param: 'age', min: 18, max: 64 }
const WOMEN = {
  name: 'Women',
  conditions: [{ param: 'gender', in: ['2'] }],
  target: 50,
  quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 34 }], target: 50 }],
}
const SETTINGS = { respondents: 100, click_balancing: true, calculation_type_code_ud: 2, pacing: 3, hold_places: 3 }

/** The answer, in the shape that the test states. */
type Body = Answer['body']

const platform = usePlatform()
let on: Stage
let other: number
let names = 0
beforeAll(async () => {
  on = await stage(platform())
  other = await on.make.supplier({ accountId: on.study.accountId, name: 'Opinion Harbor' })
})

const newName = () => `Template ${++names}`
const faultsOf = ({ body: { details } }: Answer): string[] =>
  details.map(({ path, message }: Body) => `${path.join('_')}: ${message}`)
const partOf = ({ pm_sup_ud, name, allocation_percent, supplier_cpi }: Body) => ({
  pm_sup_ud,
  name,
  allocation_percent,
  supplier_cpi,
})
const newSource = async (
  options: { surveyId?: number; name?: string; type?: 'diy' | 'classic' | 'lucid'; status?: 1 | 3 | 4 } = {},
) =>
  on.make.source({
    accountId: on.study.accountId,
    projectId: on.study.projectId,
    surveyId: on.study.surveyId,
    supplierIds: [on.study.supplierId],
    ...options,
  })

describe('source templates (api:T21–T26)', () => {
  test('a source is stored as it is, listed, previewed, and stored in another source (api:T21, api:T22, api:T23, api:T25)', async () => {
    const stmid = await newSource()
    await on.advanced('POST', '/v2/survey-quals-quotas', { stmid, qualifications: [AGE], quota_groups: [WOMEN] })
    const name = newName()
    const { status, body } = await on.advanced('POST', '/v1/source-template', { name, stmid })
    const line = {
      source_template_id: body.source_template_id,
      name,
      source_template_type: 1,
      qualifications_count: 1,
      quotas_count: 1,
      created_by: 'Ada Byron',
      created_at: body.created_at,
    }
    expect([status, body]).toEqual([200, line])
    expect((await on.plain('GET', '/v1/source-template')).body).toContainEqual(line)
    expect((await on.plain('GET', '/v2/source-template')).body).toContainEqual({
      ...line,
      respondents: 100,
      click_balancing: false,
      calculation_type_code_ud: 1,
      pacing: 1,
      hold_places: 1,
    })
    const preview = (await on.plain('GET', `/v1/source-template/${body.source_template_id}/quals-quotas`)).body
    expect(preview).toEqual({
      source_template_id: body.source_template_id,
      qualifications: [AGE],
      quota_groups: [WOMEN],
    })
    const { source_template_id: _, ...loaded } = preview
    const target = await newSource()
    expect(
      (await on.plain('POST', '/v2/survey-quals-quotas', { stmid: target, ...loaded, version: 1 })).body,
    ).toMatchObject({
      qualifications: [AGE],
      quota_groups: [{ name: 'Women', quotas: [{ quota_no: 1, name: 'Young' }] }],
    })
  })

  test('stores an editor’s content under a new name; 50 requests with one key create one (api:T24)', async () => {
    const name = newName()
    const keep = (key?: string) =>
      on.plain(
        'POST',
        '/v2/source-template',
        { name, source_template_type: 3, ...SETTINGS, qualifications: [AGE], quota_groups: [WOMEN] },
        key === undefined ? {} : { 'Idempotency-Key': key },
      )
    const answers = await Promise.all(Array.from({ length: 50 }, () => keep('keep-once')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.source_template_id}`)).size).toBe(1)
    expect(answers[0]?.body).toMatchObject({
      name,
      source_template_type: 3,
      ...SETTINGS,
      qualifications_count: 1,
      quotas_count: 1,
    })
    const again = await keep()
    expect([again.status, ...faultsOf(again)]).toEqual([422, 'name: There is a template of this name'])
    const faulty = await on.plain('POST', '/v2/source-template', {
      name: ' ',
      source_template_type: 1,
      ...SETTINGS,
      qualifications: [],
      quota_groups: [],
    })
    expect(faultsOf(faulty)).toEqual(['name: Template Name is required'])
    const repeated = await on.plain('POST', '/v2/source-template', {
      name: newName(),
      source_template_type: 1,
      ...SETTINGS,
      qualifications: [AGE, AGE],
      quota_groups: [],
    })
    expect(faultsOf(repeated)).toEqual(['qualifications_1_param: Qualification age is there twice'])
  })

  test('one is deleted, and its history says by whom; another account’s is not there (api:T25, api:T26)', async () => {
    const { body } = await on.plain('POST', '/v1/source-template', { name: newName(), stmid: on.study.sourceIds[0] })
    const id = body.source_template_id
    const path = `/v1/source-template?source_template_id=${id}`
    expect([
      (await on.otherAccount('DELETE', path)).status,
      (await on.defender('DELETE', path)).status,
      (await on.otherAccount('GET', `/v1/source-template/${id}/quals-quotas`)).status,
    ]).toEqual([404, 403, 404])
    expect([
      (await on.plain('DELETE', path)).status,
      (await on.plain('DELETE', path)).status,
      (await on.plain('GET', `/v1/source-template/${id}/quals-quotas`)).status,
    ]).toEqual([204, 404, 404])
    expect((await on.plain('GET', `/v1/history/source_template/${id}`)).body.map(({ act }: Body) => act)).toEqual([
      'deleted',
      'created',
    ])
    expect(
      (await on.otherAccount('POST', '/v1/source-template', { name: 'Foreign', stmid: on.study.sourceIds[0] })).status,
    ).toBe(404)
  })
})

describe('supplier allocation templates (api:T27–T32)', () => {
  const halves = () => [
    { pm_sup_ud: on.study.supplierId, allocation_percent: 50 },
    { pm_sup_ud: other, allocation_percent: 50, supplier_cpi: 4.35 },
  ]
  const make = async (suppliers: readonly object[] = halves(), name = newName()) =>
    on.advanced('POST', '/v1/supplierallocationtemplates', { name, template_type: 2, suppliers })

  test('one is made, read, listed, changed and deleted; a stale change is refused with it as it is (api:T27, api:T28, api:T29, api:T30, api:T31)', async () => {
    const name = newName()
    const { status, body } = await make(halves(), name)
    const id = body.supplier_allocation_template_id
    expect([status, body]).toEqual([
      200,
      {
        supplier_allocation_template_id: id,
        name,
        template_type: 2,
        version: 1,
        created_by: 'Ada Byron',
        created_at: body.created_at,
        suppliers: [
          {
            pm_sup_ud: on.study.supplierId,
            name: 'Northlight Panels',
            allocation_percent: 50,
            supplier_cpi: null,
            is_gone: false,
          },
          { pm_sup_ud: other, name: 'Opinion Harbor', allocation_percent: 50, supplier_cpi: 4.35, is_gone: false },
        ],
      },
    ])
    const path = `/v1/supplierallocationtemplates/${id}`
    expect((await on.advanced('GET', path)).body).toEqual(body)
    expect((await on.advanced('GET', '/v1/supplierallocationtemplates')).body).toContainEqual(body)
    const changes = {
      supplier_allocation_template_id: id,
      name,
      template_type: 1,
      suppliers: [{ pm_sup_ud: other, allocation_percent: 100 }],
      version: 1,
    }
    const won = await on.advanced('PUT', '/v1/supplierallocationtemplates', changes)
    expect([won.status, won.body.version, won.body.template_type, won.body.suppliers.length]).toEqual([200, 2, 1, 1])
    const lost = await on.advanced('PUT', '/v1/supplierallocationtemplates', { ...changes, template_type: 2 })
    expect([lost.status, lost.body.reason, lost.body.current]).toEqual([409, 'stale_version', won.body])
    expect((await on.advanced('PUT', '/v1/supplierallocationtemplates', changes)).body).toEqual(won.body)
    expect([(await on.advanced('DELETE', path)).status, (await on.advanced('GET', path)).status]).toEqual([204, 404])
    expect(
      (await on.advanced('GET', `/v1/history/allocation_template/${id}`)).body.map(({ act }: Body) => act),
    ).toEqual(['deleted', 'edited', 'created'])
  })

  test('it is an allocation: 100 %, each supplier once and of the account, with a unique name (§5.28, api:T29)', async () => {
    const name = newName()
    await make(halves(), name)
    expect(faultsOf(await make(halves(), name.toUpperCase()))).toEqual(['name: There is a template of this name'])
    expect(faultsOf(await make([{ pm_sup_ud: other, allocation_percent: 99 }]))).toEqual([
      'suppliers: Allocation must add up to 100 %, not 99 %',
    ])
    expect(faultsOf(await make([{ pm_sup_ud: 999_999, allocation_percent: 100 }]))).toEqual([
      'suppliers_0_pm_sup_ud: Supplier is not in the list',
    ])
    expect(faultsOf(await make([]))).toEqual(['suppliers: A template needs a supplier'])
  })

  test('of two concurrent changes to one name the later one is refused with that fault (§5.28, api:T28)', async () => {
    const [first, second] = [(await make()).body, (await make()).body]
    const name = newName()
    const rename = ({ supplier_allocation_template_id: id }: Body) =>
      on.advanced('PUT', '/v1/supplierallocationtemplates', {
        supplier_allocation_template_id: id,
        name,
        template_type: 2,
        suppliers: halves(),
      })
    const later = await platform().database.asSystem(async tx => {
      await sql`update allocation_template set name = ${name} where allocation_template_id = ${first.supplier_allocation_template_id}`.execute(
        tx,
      )
      const asked = rename(second)
      const waits = sql`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`
      await vi.waitFor(async () => expect((await waits.execute(tx)).rows).toHaveLength(1), { timeout: 10_000 })
      return { asked }
    })
    const refused = await later.asked
    expect([refused.status, ...faultsOf(refused)]).toEqual([422, 'name: There is a template of this name'])
  })

  test('loading into a source first previews what it overwrites, and overwrites it on request (api:T32)', async () => {
    const stmid = await newSource({ name: 'Main' })
    const { body: template } = await make()
    const path = `/v1/source/loadtemplate/${template.supplier_allocation_template_id}`
    const preview = await on.advanced('POST', path, { id: stmid, preview: true })
    const before = [
      { pm_sup_ud: on.study.supplierId, name: 'Northlight Panels', allocation_percent: 100, supplier_cpi: null },
    ]
    const after = template.suppliers.map(partOf)
    expect([preview.status, preview.body]).toEqual([
      200,
      { stored: false, streams: [{ stmid, stream_name: 'Main', before, after, changes: true }] },
    ])
    expect((await on.advanced('GET', `/v1/stream-suppliers/${stmid}`)).body.version).toBe(1)
    const loaded = await on.advanced('POST', path, { id: stmid })
    expect([loaded.body.stored, loaded.body.streams]).toEqual([true, preview.body.streams])
    const { version, suppliers } = (await on.advanced('GET', `/v1/stream-suppliers/${stmid}`)).body
    expect([version, suppliers.map(partOf)]).toEqual([2, after])
    expect((await on.advanced('GET', `/v1/history/source/${stmid}`)).body[0].changes).toHaveLength(1)
    expect((await on.advanced('POST', path, { id: stmid })).body.streams[0].changes).toBe(false)
  })

  test('loaded into a survey it is for its DIY sources that have not ended (api:T32)', async () => {
    const { accountId, projectId } = on.study
    const surveyId = await on.make.survey({ accountId, projectId })
    const [a, b] = [await newSource({ surveyId, name: 'A' }), await newSource({ surveyId, name: 'B', status: 3 })]
    for (const options of [{ type: 'classic' }, { type: 'lucid' }, { status: 4 }] as const)
      await newSource({ surveyId, ...options })
    const { body: template } = await make()
    const { body } = await on.advanced('POST', `/v1/survey/loadtemplate/${template.supplier_allocation_template_id}`, {
      id: surveyId,
    })
    expect([body.stored, body.streams.map(({ stmid, changes }: Body) => [stmid, changes])]).toEqual([
      true,
      [
        [a, true],
        [b, true],
      ],
    ])
    expect((await on.advanced('GET', `/v1/stream-suppliers/${b}`)).body.suppliers).toHaveLength(2)
  })

  test('with a supplier that was deleted since it is not loaded, and says so (api:T30, api:T32)', async () => {
    const gone = await on.make.supplier({ accountId: on.study.accountId, name: 'Gone' })
    const { body: template } = await make([{ pm_sup_ud: gone, allocation_percent: 100 }])
    await on.advanced('DELETE', `/v1/suppliers/${gone}`)
    expect(
      (await on.advanced('GET', `/v1/supplierallocationtemplates/${template.supplier_allocation_template_id}`)).body
        .suppliers[0].is_gone,
    ).toBe(true)
    const stmid = await newSource()
    const refused = await on.advanced('POST', `/v1/source/loadtemplate/${template.supplier_allocation_template_id}`, {
      id: stmid,
    })
    expect([
      refused.status,
      ...faultsOf(refused),
      (await on.advanced('GET', `/v1/stream-suppliers/${stmid}`)).body.version,
    ]).toEqual([422, 'suppliers: Gone cannot be bought from any more: change the template first', 1])
  })

  test('the plain external view does not see its history either (domain.md §4)', async () => {
    const path = `/v1/history/allocation_template/${(await make()).body.supplier_allocation_template_id}`
    expect([(await on.advanced('GET', path)).status, (await on.plain('GET', path)).status]).toEqual([200, 404])
  })

  test('the plain external view has none, nor another account any of this one (§3.2, api:T27, api:T28, api:T29, api:T30, api:T31, api:T32)', async () => {
    const { body: template } = await make()
    const id = template.supplier_allocation_template_id
    const input = { name: newName(), template_type: 2, suppliers: halves() }
    const calls = [
      ['GET', `/v1/supplierallocationtemplates/${id}`],
      ['PUT', '/v1/supplierallocationtemplates', { supplier_allocation_template_id: id, ...input }],
      ['DELETE', `/v1/supplierallocationtemplates/${id}`],
      ['POST', `/v1/source/loadtemplate/${id}`, { id: on.study.sourceIds[0] }],
    ] as const
    const statuses: number[][] = []
    for (const [method, path, body] of calls)
      statuses.push([
        (await on.plain(method, path, body)).status,
        (await on.otherAccount(method, path, body)).status,
        (await on.defender(method, path, body)).status,
      ])
    expect(statuses).toEqual(calls.map(() => [403, 404, 403]))
    expect([
      (await on.plain('GET', '/v1/supplierallocationtemplates')).status,
      (await on.plain('POST', '/v1/supplierallocationtemplates', input)).status,
      (await on.otherAccount('GET', '/v1/supplierallocationtemplates')).body,
    ]).toEqual([403, 403, []])
  })
})
