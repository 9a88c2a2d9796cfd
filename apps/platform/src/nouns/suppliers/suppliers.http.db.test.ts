import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const HARBOR = { name: 'Opinion Harbor', pm_supplier_type_code_ud: 2, recruitment_type: 7 }

test('a supplier over HTTP; the plain external view does not have its price, and another account gets 404 (§3.7, api:U13)', async () => {
  const { study, plain, advanced, otherAccount } = on
  const path = `/v1/suppliers/${study.supplierId}`
  const { status, body } = await advanced('GET', path)
  expect([status, body.name, body.supplier_cpi]).toEqual([200, 'Northlight Panels', 3])
  const { supplier_cpi: _, ...seen } = body
  expect((await plain('GET', path)).body).toEqual(seen)
  expect((await otherAccount('GET', path)).status).toBe(404)
})

test('an admin makes, changes and deletes a supplier; its redirects have a call of their own too (api:U3, api:U10, api:U11, api:U12)', async () => {
  const { advanced, plain, otherAccount } = on
  const redirects = [{ type: 'quality', url: 'https://harbor.example/q' }]
  const made = await advanced('POST', '/v1/suppliers', { ...HARBOR, redirects }, { 'Idempotency-Key': 'make' })
  const path = `/v1/suppliers/${made.body.pm_sup_ud}`
  expect([
    made.status,
    made.body.version,
    (await advanced('POST', '/v1/suppliers', { ...HARBOR, redirects }, { 'Idempotency-Key': 'make' })).body,
  ]).toEqual([200, 1, made.body])
  expect([
    (await plain('GET', `${path}/supplier-redirects`)).body,
    (await otherAccount('GET', `${path}/supplier-redirects`)).status,
  ]).toEqual([redirects, 404])
  const changed = await advanced('PUT', path, { ...made.body, name: 'Harbor' })
  expect([changed.status, changed.body]).toEqual([200, { ...made.body, name: 'Harbor', version: 2 }])
  const stale = await advanced('PUT', path, { ...made.body, name: 'Late' })
  expect([stale.status, stale.body.reason, stale.body.current]).toEqual([409, 'stale_version', changed.body])
  const writes = await Promise.all([
    plain('POST', '/v1/suppliers', HARBOR),
    plain('PUT', path, HARBOR),
    plain('DELETE', path),
  ])
  expect(writes.map(({ status }) => status)).toEqual([403, 403, 403])
  expect([
    (await advanced('DELETE', path)).status,
    (await advanced('DELETE', path)).status,
    (await advanced('GET', path)).status,
  ]).toEqual([204, 404, 404])
})

test('one that a source uses is not deleted, and the refusal names the source (api:U12)', async () => {
  const { advanced, study } = on
  const { status, body } = await advanced('DELETE', `/v1/suppliers/${study.supplierId}`)
  const uses = {
    count: 1,
    sources: [
      {
        stmid: study.sourceIds[0],
        name: 'Main',
        pm_sy_ud: study.surveyId,
        pm_sy_name: 'Gen pop US',
        pm_proj_ud: study.projectId,
        pm_proj_name: 'Streaming habits',
      },
    ],
  }
  expect([status, body.reason, body.current]).toEqual([409, 'in_use', uses])
})

test('one that only ended sources use can be deleted: these keep its name and can be edited, but neither launched again nor copied with it (§4.1, api:U5, api:U12, api:T13, api:T19)', async () => {
  const { advanced, study, make } = on
  const { accountId, projectId, surveyId } = study
  const supplierId = await make.supplier({ accountId, name: 'Gone Panels' })
  const place = { accountId, projectId, surveyId, supplierIds: [supplierId] }
  const [diy, cancelled, open] = [
    await make.source({ ...place, status: 4 }),
    await make.source({ ...place, status: 5 }),
    await make.source({ ...place, status: 3, name: 'Open' }),
  ]
  const classic = await make.source({ ...place, status: 4, type: 'classic' })
  const path = `/v1/suppliers/${supplierId}`
  const inUse = await advanced('DELETE', path)
  expect([inUse.status, inUse.body.message, inUse.body.current.count]).toEqual([
    409,
    `It is used by 1 source: Open (${open}). Take it out of them first.`,
    1,
  ])
  const { status_version: version } = (await advanced('GET', `/v1/survey-streams/${open}`)).body
  await advanced('PATCH', '/v1/survey-streams', { scope: 'source', id: open, statusid: 5, version })
  expect([(await advanced('DELETE', path)).status, (await advanced('GET', path)).status]).toEqual([204, 404])

  const stored = (await advanced('GET', `/v1/survey-streams/${diy}`)).body
  expect([
    stored.suppliers.map(({ name }: { name: string }) => name),
    (await advanced('GET', `/v1/survey-streams/${cancelled}`)).body.suppliers.length,
  ]).toEqual([['Gone Panels'], 1])
  const priced = await advanced('PATCH', `/v1/survey-streams/${diy}/supplier-pricing`, {
    suppliers: [{ pm_sup_ud: supplierId, supplier_cpi: 1.5 }],
  })
  expect([priced.status, priced.body.suppliers[0].supplier_cpi]).toEqual([200, 1.5])
  const relaunch = await advanced('PATCH', '/v1/survey-streams', {
    scope: 'source',
    id: diy,
    statusid: 1,
    version: stored.status_version,
  })
  expect([relaunch.status, relaunch.body.reason]).toEqual([409, 'supplier_missing'])
  const copy = await advanced('POST', '/v1/copystream', { stmid: diy, pm_sy_ud: surveyId })
  expect([copy.status, copy.body.suppliers]).toEqual([200, []])

  const form = {
    stream_name: 'Renamed',
    respondents: 100,
    supplier_cpi: 2.5,
    stream_status_cd: 4,
    pm_sup_ud: supplierId,
    redirects: [],
  }
  const renamed = await advanced('PUT', `/v1/classic-streams/${classic}`, form)
  expect([renamed.status, renamed.body.stream_name, renamed.body.supplier]).toEqual([200, 'Renamed', 'Gone Panels'])
  const open2 = await make.source({ ...place, supplierIds: [study.supplierId], status: 3, type: 'classic' })
  expect(
    (await advanced('PUT', `/v1/classic-streams/${open2}`, { ...form, stream_status_cd: 3 })).body.details,
  ).toEqual([{ path: ['pm_sup_ud'], message: 'Supplier is not in the list' }])
})

test('a refusal has the path of each field (§5.16, §5.17, §5.28, api:U10)', async () => {
  const { advanced } = on
  const empty = await advanced('POST', '/v1/suppliers', {
    name: ' ',
    redirects: [{ type: 'complete', url: 'ftp://p.example' }],
  })
  expect([empty.status, empty.body.details]).toEqual([
    422,
    [
      { path: ['name'], message: 'Name is required' },
      { path: ['pm_supplier_type_code_ud'], message: 'Type is required' },
      { path: ['recruitment_type'], message: 'Recruitment Type is required' },
      { path: ['redirects', 'complete'], message: 'Complete redirect must begin with https://' },
    ],
  ])
  const secure = await advanced('POST', '/v1/suppliers', {
    ...HARBOR,
    custom_security_flg: true,
    bot_detection_flg: true,
  })
  expect([secure.status, secure.body.details]).toEqual([
    422,
    [{ path: ['threat_level'], message: 'Threat Level is required' }],
  ])
})

test('the list over HTTP is searched, of one type, and sorted (api:L3)', async () => {
  const { advanced, study } = on
  const names = async (query: string) =>
    (await advanced('GET', `/v1/suppliers?${query}`)).body.map(({ name }: { name: string }) => name)
  await advanced('POST', '/v1/suppliers', { ...HARBOR, name: 'Sand Router', pm_supplier_type_code_ud: 3 })
  expect([
    await names('search=north'),
    await names('pm_supplier_type_code_ud=3'),
    await names('sort=-name&limit=1'),
    await names(`search=${study.supplierId}`),
  ]).toEqual([['Northlight Panels'], ['Sand Router'], ['Sand Router'], ['Northlight Panels']])
  expect((await advanced('GET', '/v1/suppliers?sort=price')).status).toBe(422)
})

test('a changed redirect soon applies to respondents already in the survey (api:U11)', async () => {
  const { advanced, study } = on
  const path = `/v1/suppliers/${study.supplierId}`
  const { body: before } = await advanced('GET', path)
  const redirectTo = async (host: string, version: number) =>
    (
      await advanced('PUT', path, {
        ...before,
        version,
        redirects: [{ type: 'complete', url: `https://${host}.example/c?p=[%RID%]` }],
      })
    ).body.version as number
  const version = await redirectTo('old', before.version)
  const entered = await fetch(`${platform().url}/entry/${study.sourceIds[0]}?sup=${study.supplierId}&rid=r1`, {
    redirect: 'manual',
  })
  const rdud = new URL(entered.headers.get('location') ?? '').searchParams.get('id')
  const back = async () =>
    (await fetch(`${platform().url}/return?inbound_code=1000&rdud=${rdud}`, { redirect: 'manual' })).headers.get(
      'location',
    )
  expect(await back()).toBe('https://old.example/c?p=r1')
  await redirectTo('new', version)
  // a repeated return is redirected as the first one would be now
  await vi.waitFor(async () => expect(await back()).toBe('https://new.example/c?p=r1'), {
    timeout: 5_000,
    interval: 100,
  })
})

test('the sources of a supplier come with the figures of its own respondents, for users who see the supply side alone (domain.md §4, day.md §9)', async () => {
  const { make, study, plain, advanced, otherAccount } = on
  const { accountId, projectId, surveyId } = study
  const supplierId = await make.supplier({ accountId, name: 'Kestrel' })
  const sourceId = await make.source({ accountId, projectId, surveyId, name: 'Main', supplierIds: [supplierId] })
  const path = `/v1/suppliers/${supplierId}/sources`
  const nothing = { entrants: 0, completes: 0, ir: null, conversion: null, rejected: 0, reject_rate: null }
  expect(await advanced('GET', path)).toMatchObject({
    status: 200,
    body: [
      {
        stmid: sourceId,
        name: 'Main',
        pm_proj_ud: projectId,
        pm_sy_name: 'Gen pop US',
        allocation_percent: 100,
        ...nothing,
      },
    ],
  })
  expect([(await plain('GET', path)).status, (await otherAccount('GET', path)).status]).toEqual([403, 404])
  await platform().database.asSystem(tx =>
    sql`insert into supplier_rollup (account_id, source_id, supplier_id, entrants, code_30, code_31, code_50)
        values (${accountId}, ${sourceId}, ${supplierId}, 10, 3, 2, 1), (${accountId}, ${sourceId}, 0, 90, 80, 0, 0)`.execute(
      tx,
    ),
  )
  expect((await advanced('GET', path)).body).toMatchObject([
    { entrants: 10, completes: 3, ir: 0.6, conversion: 0.3, rejected: 1, reject_rate: 0.25 },
  ])
})
