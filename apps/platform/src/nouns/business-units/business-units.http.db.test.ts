import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker } from '#testing/study'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})

/** A DESK account whose projects belong to business units. */
const invoicingAccount = (): Promise<number> => make.account({ invoicesByBusinessUnit: true })
const pathOf = (accountId: number) => `/v1/dashboard/${accountId}/businessunits/`
const unitOf = (accountId: number, unit: number) => `/v1/dashboard/${accountId}/businessunits/${unit}`
const adminOf = (accountId: number) => askAs(platform(), make, { accountId, roleId: 1 })
const newUnit = async (ask: Ask, accountId: number, name: string) => {
  const { status, body } = await ask('POST', pathOf(accountId), { business_unit_name: name })
  expect(status).toBe(200)
  return body
}
const projectForm = (unit: number) => ({
  pm_proj_name: 'Habits',
  pm_proj_rep_num: 'P-1',
  consultant: 1_900_001,
  out_of_field_date: '2099-03-01T04:00:00.000Z',
  out_of_field_time_zone_code: 15,
  business_unit_ud: unit,
})

test('only units in use are listed, by name, in pages, with their uses where these are asked for (§3.26, api:B1)', async () => {
  const accountId = await invoicingAccount()
  const admin = await adminOf(accountId)
  const zurich = await make.businessUnit({ accountId, name: 'Zürich' })
  const orsted = await make.businessUnit({ accountId, name: 'Ørsted' })
  const apac = await make.businessUnit({ accountId, name: 'apac' })
  await make.businessUnit({ accountId, name: 'Closed', statusId: 2 })
  await make.businessUnit({ accountId: await make.account(), name: 'Foreign' })
  await make.project({ accountId, businessUnitId: orsted, status: 2 })
  // ended
  await make.project({ accountId, businessUnitId: orsted, status: 4 })
  const listed = async (query = '') => (await admin('GET', `${pathOf(accountId)}${query}`)).body
  expect(await listed()).toEqual([
    { business_unit_ud: apac, business_unit_name: 'apac', status_id: 1, version: 1 },
    { business_unit_ud: orsted, business_unit_name: 'Ørsted', status_id: 1, version: 1 },
    { business_unit_ud: zurich, business_unit_name: 'Zürich', status_id: 1, version: 1 },
  ])
  expect(await listed('?limit=1&offset=1&uses=true')).toEqual([
    {
      business_unit_ud: orsted,
      business_unit_name: 'Ørsted',
      status_id: 1,
      version: 1,
      projects_count: 1,
      rate_cards_count: 0,
    },
  ])
})

test('a unit is made, renamed, retired and taken back into use, each in its history (§3.26, §7.28, api:B2, api:B3)', async () => {
  const accountId = await invoicingAccount()
  const admin = await adminOf(accountId)
  const made = await newUnit(admin, accountId, '  Health  ')
  const { business_unit_ud: id } = made
  expect(made).toEqual({ business_unit_ud: id, business_unit_name: 'Health', status_id: 1, version: 1 })
  const change = async (body: object) => (await admin('PUT', unitOf(accountId, id), body)).body
  expect(await change({ business_unit_name: 'Healthcare', version: 1 })).toEqual({
    ...made,
    business_unit_name: 'Healthcare',
    version: 2,
  })
  expect(await change({ business_unit_name: 'Healthcare', status_id: 2, version: 2 })).toEqual({
    ...made,
    business_unit_name: 'Healthcare',
    status_id: 2,
    version: 3,
  })
  expect((await admin('GET', pathOf(accountId))).body).toEqual([])
  await change({ business_unit_name: 'Healthcare', status_id: 1 })
  expect((await admin('GET', pathOf(accountId))).body).toEqual([
    { ...made, business_unit_name: 'Healthcare', version: 4 },
  ])
  const { body: history } = await admin('GET', `/v1/history/business_unit/${id}`)
  expect(history.map(({ act, changes }: { act: string; changes: object[] }) => [act, changes])).toEqual([
    ['edited', [{ field: 'status_id', from: 'Retired', to: 'In use' }]],
    ['edited', [{ field: 'status_id', from: 'In use', to: 'Retired' }]],
    ['edited', [{ field: 'business_unit_name', from: 'Health', to: 'Healthcare' }]],
    [
      'created',
      [
        { field: 'business_unit_name', from: null, to: 'Health' },
        { field: 'status_id', from: null, to: 'In use' },
      ],
    ],
  ])
})

test('a name in use is refused at the field, in whatever case and with any spaces, also those without width; that of a retired unit is free (§5.28, api:B2, api:B3)', async () => {
  const accountId = await invoicingAccount()
  const admin = await adminOf(accountId)
  const { business_unit_ud: health } = await newUnit(admin, accountId, 'Health')
  const { business_unit_ud: retail } = await newUnit(admin, accountId, 'Retail')
  await newUnit(admin, accountId, 'Home care')
  const refusals = [
    await admin('POST', pathOf(accountId), { business_unit_name: ' HEALTH ' }),
    await admin('POST', pathOf(accountId), { business_unit_name: 'Home  Care' }),
    await admin('POST', pathOf(accountId), { business_unit_name: 'Home\u200B Care' }),
    await admin('PUT', unitOf(accountId, retail), { business_unit_name: 'health' }),
    await admin('POST', pathOf(accountId), { business_unit_name: '   ' }),
    await admin('POST', pathOf(accountId), { business_unit_name: '\u200B' }),
    await admin('POST', pathOf(accountId), { business_unit_name: 'x'.repeat(101) }),
  ]
  expect(refusals.map(({ status, body }) => [status, body.details])).toEqual(
    [
      'There is a business unit HEALTH already',
      'There is a business unit Home Care already',
      'There is a business unit Home Care already',
      'There is a business unit health already',
      'Name is required',
      'Name is required',
      'Name must be at most 100 characters',
    ].map(message => [422, [{ path: ['business_unit_name'], message }]]),
  )
  // its own name in another case is a change
  expect((await admin('PUT', unitOf(accountId, health), { business_unit_name: 'HEALTH' })).status).toBe(200)
  await admin('PUT', unitOf(accountId, health), { business_unit_name: 'HEALTH', status_id: 2 })
  expect((await admin('POST', pathOf(accountId), { business_unit_name: 'Health' })).status).toBe(200)
  const back = await admin('PUT', unitOf(accountId, health), { business_unit_name: 'HEALTH', status_id: 1 })
  expect([back.status, back.body.details]).toEqual([
    422,
    [{ path: ['business_unit_name'], message: 'There is a business unit HEALTH already' }],
  ])
})

test('of two who make the same name at once one is refused; a repeated request makes one (api:B2)', async () => {
  const accountId = await invoicingAccount()
  const admin = await adminOf(accountId)
  const both = await Promise.all([1, 2].map(() => admin('POST', pathOf(accountId), { business_unit_name: 'Health' })))
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
  const key = { 'Idempotency-Key': 'one' }
  const [first, second] = await Promise.all(
    [1, 2].map(() => admin('POST', pathOf(accountId), { business_unit_name: 'Retail' }, key)),
  )
  expect([second?.body, first?.status]).toEqual([first?.body, 200])
})

test('a unit in use is not retired: the conflict names the projects that have not ended, and the rate cards (§3.26, api:B3)', async () => {
  const accountId = await invoicingAccount()
  const admin = await adminOf(accountId)
  const { business_unit_ud: unit } = await newUnit(admin, accountId, 'Health')
  const projects = [1, 2, 3].map(at => ({ name: `Study ${at}`, number: `P-${at}`, status: at as 1 | 2 | 3 }))
  const ids: number[] = []
  for (const project of projects) ids.push(await make.project({ accountId, businessUnitId: unit, ...project }))
  await make.project({ accountId, businessUnitId: unit, name: 'Ended', status: 4 })
  const { rows } = await platform().database.asSystem(tx =>
    sql<{ id: number }>`
      insert into rate_card (account_id, name, business_unit_id, currency, version, effective_from, loi_minutes, ir_percents, prices_minor)
      select ${accountId}, name, ${unit}, 'USD', version, now(), '{10}', '{50}', '[[100]]' from (values ('Old', 1), ('Health card', 2)) c (name, version)
      returning rate_card_id as id`.execute(tx),
  )
  const { status, body } = await admin('PUT', unitOf(accountId, unit), { business_unit_name: 'Health', status_id: 2 })
  expect([status, body.reason, body.message, body.current]).toEqual([
    409,
    'in_use',
    `It is used by 3 projects: Study 1 (${ids[0]}), Study 2 (${ids[1]}), Study 3 (${ids[2]}), and by 1 rate card: Health card (${rows[1]?.id}). Give the projects another business unit and withdraw the rate cards first.`,
    {
      projects_count: 3,
      projects: projects.map(({ name, number }, at) => ({
        pm_proj_ud: ids[at],
        pm_proj_name: name,
        pm_proj_rep_num: number,
      })),
      rate_cards_count: 1,
      rate_cards: [{ rate_card_ud: rows[1]?.id, rate_card_name: 'Health card' }],
    },
  ])
  expect((await admin('GET', pathOf(accountId))).body).toMatchObject([{ business_unit_ud: unit, version: 1 }])
})

test('admins edit units, and users with the flag; no one in an account that does not invoice by them, and no other account (§6.8, domain.md §8)', async () => {
  const accountId = await invoicingAccount()
  const otherId = await invoicingAccount()
  const admin = await adminOf(accountId)
  const { business_unit_ud: unit } = await newUnit(admin, accountId, 'Health')
  const [flagged, plain, other] = [
    await askAs(platform(), make, { accountId, roleId: 2, editsBusinessUnits: true }),
    await askAs(platform(), make, { accountId, roleId: 2 }),
    await adminOf(otherId),
  ]
  const callsOf = async (ask: Ask, id: number, name: string) => [
    (await ask('POST', pathOf(id), { business_unit_name: name })).status,
    (await ask('PUT', unitOf(id, unit), { business_unit_name: `${name} 2` })).status,
    (await ask('PUT', unitOf(id, unit), { business_unit_name: `${name} 2`, status_id: 2 })).status,
    (await ask('PUT', unitOf(id, unit), { business_unit_name: `${name} 2`, status_id: 1 })).status,
    (await ask('GET', `/v1/history/business_unit/${unit}`)).status,
  ]
  expect(await callsOf(admin, accountId, 'By an admin')).toEqual([200, 200, 200, 200, 200])
  expect(await callsOf(flagged, accountId, 'By the flag')).toEqual([200, 200, 200, 200, 200])
  expect(await callsOf(plain, accountId, 'Without')).toEqual([403, 403, 403, 403, 404])
  expect(await callsOf(other, accountId, 'From elsewhere')).toEqual([404, 404, 404, 404, 404])
  // in their own account this unit does not exist
  expect(await callsOf(other, otherId, 'Elsewhere')).toEqual([200, 404, 404, 404, 404])
  await platform().database.asSystem(tx =>
    sql`update account set invoices_by_business_unit = false where account_id = ${accountId}`.execute(tx),
  )
  expect(await callsOf(admin, accountId, 'Without units')).toEqual([403, 403, 403, 403, 404])
  const refused = await admin('POST', pathOf(accountId), { business_unit_name: 'None' })
  expect(refused.body.message).toBe('This account does not invoice by business unit.')
})

test('a project that is saved while its unit is being retired does not take it (§5.8, api:B3)', async () => {
  const accountId = await invoicingAccount()
  const admin = await adminOf(accountId)
  const { business_unit_ud: unit } = await newUnit(admin, accountId, 'Health')
  const { saving, isWaiting } = await platform().database.asSystem(async tx => {
    await sql`update business_unit set status_id = 2, edit_version = edit_version + 1 where business_unit_id = ${unit}`.execute(
      tx,
    )
    const begun = admin('POST', '/v1/projects', projectForm(unit))
    // the save waits for the lock of the unit, which this transaction has
    for (;;) {
      const { rows } = await platform().database.readAsSystem(read =>
        sql`select from pg_locks where not granted`.execute(read),
      )
      if (rows.length > 0) return { saving: begun, isWaiting: true }
      const ended = await Promise.race([begun.then(() => true), new Promise(done => setImmediate(done, false))])
      if (ended === true) return { saving: begun, isWaiting: false }
    }
  })
  const { status, body } = await saving
  expect([isWaiting, status, body.details]).toEqual([
    true,
    422,
    [{ path: ['business_unit_ud'], message: 'Business Unit is not in the list' }],
  ])
})

test('an ended project keeps its retired unit, and takes no other retired one (§5.8)', async () => {
  const accountId = await invoicingAccount()
  const admin = await adminOf(accountId)
  const { business_unit_ud: unit } = await newUnit(admin, accountId, 'Health')
  const project = await make.project({ accountId, businessUnitId: unit, status: 4 })
  await admin('PUT', unitOf(accountId, unit), { business_unit_name: 'Health', status_id: 2 })
  const kept = await admin('PUT', `/v1/projects/${project}`, projectForm(unit))
  expect([kept.status, kept.body.business_unit_name]).toEqual([200, 'Health'])
  const { business_unit_ud: other } = await newUnit(admin, accountId, 'Retail')
  await admin('PUT', unitOf(accountId, other), { business_unit_name: 'Retail', status_id: 2 })
  const taken = await admin('PUT', `/v1/projects/${project}`, projectForm(other))
  expect([taken.status, taken.body.details]).toEqual([
    422,
    [{ path: ['business_unit_ud'], message: 'Business Unit is not in the list' }],
  ])
})
