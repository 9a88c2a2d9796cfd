import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker } from '#testing/study'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})

const ADA = { name: 'Ada Byron', email: 'ada@panel.example', phone: '+1 (555) 010-0', role: 'Sales' }
const BEN = { name: 'Ben Okri', email: 'ben@panel.example', phone: '', role: '' }
const PATH = '/v1/supplier-accounts'

/** An account with a supplier, its admin and a super admin in it, and the account of the supplier. */
async function open(): Promise<{
  readonly accountId: number
  readonly supplierId: number
  readonly linkedId: number
  readonly admin: Ask
  readonly superAdmin: Ask
}> {
  const accountId = await make.account({ name: 'Buyer' })
  const supplierId = await make.supplier({ accountId, name: 'North panel' })
  const linkedId = await make.account({ name: 'North Panels Ltd' })
  return {
    accountId,
    supplierId,
    linkedId,
    admin: await askAs(platform(), make, { accountId, roleId: 1 }),
    superAdmin: await askAs(platform(), make, { accountId, roleId: 3, isStaff: true }),
  }
}
const faultsOf = ({ status, body: { details = [] } }: Answer): unknown => [
  status,
  ...details.map(({ path, message }: Answer['body']) => `${path.join('_')}: ${message}`),
]

test('a super admin links a supplier to its account; admins read the link and change its contacts, each in its history (§2.25)', async () => {
  const { accountId, supplierId, linkedId, admin, superAdmin } = await open()
  const study = await make.study({ accountId })
  await platform().database.asSystem(tx =>
    sql`update source_supplier set supplier_id = ${supplierId} where source_id = ${study.sourceIds[0]}`.execute(tx),
  )
  const linked = await superAdmin('POST', PATH, {
    pm_sup_ud: supplierId,
    pm_dsh_ud: linkedId,
    contacts: [{ ...ADA, name: '  Ada Byron ' }],
  })
  const { supplier_account_ud: id } = linked.body
  const link = {
    supplier_account_ud: id,
    pm_sup_ud: supplierId,
    supplier_name: 'North panel',
    pm_dsh_ud: linkedId,
    account_name: 'North Panels Ltd',
    is_suspended: false,
    sources_count: 1,
    contacts: [ADA],
    linked_at: linked.body.linked_at,
    version: 1,
  }
  expect([linked.status, linked.body]).toEqual([200, { ...link, keys_count: 0 }])
  expect((await admin('GET', PATH)).body).toEqual([link])
  const changed = await admin('PUT', `${PATH}/${id}`, { contacts: [BEN, ADA], version: 1 })
  expect(changed.body).toEqual({ ...link, contacts: [BEN, ADA], version: 2 })
  const stale = await admin('PUT', `${PATH}/${id}`, { contacts: [], version: 1 })
  expect([stale.status, stale.body.reason, stale.body.current]).toEqual([409, 'stale_version', changed.body])
  expect((await superAdmin('DELETE', `${PATH}/${id}`)).status).toBe(204)
  expect((await admin('GET', PATH)).body).toEqual([])
  const facts = { supplier: 'North panel', account: 'North Panels Ltd' }
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ act: string; changes: { field: string; from: unknown; to: unknown }[] }>`
      select act, changes from object_edit where scope = 'supplier_account' and object_id = ${id} order by edit_no`.execute(
      tx,
    ),
  )
  const [ada, ben] = ['Ada Byron, Sales, ada@panel.example, +1 (555) 010-0', 'Ben Okri, ben@panel.example']
  expect(rows.map(({ act, changes }) => [act, ...changes.map(({ from, to }) => [from, to])])).toEqual([
    ['created', [null, facts.supplier], [null, facts.account], [null, [ada]]],
    ['edited', [[ada], [ben, ada]]],
    ['deleted', [facts.supplier, null], [facts.account, null], [[ben, ada], null]],
  ])
})

test('an account admin never joins accounts, and other accounts see nothing of a link, the linked one neither', async () => {
  const { supplierId, linkedId, admin, superAdmin } = await open()
  const other = await askAs(platform(), make, { accountId: linkedId, roleId: 1 })
  const refused = await admin('POST', PATH, { pm_sup_ud: supplierId, pm_dsh_ud: linkedId, contacts: [] })
  expect([refused.status, (await admin('DELETE', `${PATH}/1`)).status]).toEqual([403, 403])
  const { body } = await superAdmin('POST', PATH, { pm_sup_ud: supplierId, pm_dsh_ud: linkedId, contacts: [ADA] })
  const at = `${PATH}/${body.supplier_account_ud}`
  const superThere = await askAs(platform(), make, { accountId: linkedId, roleId: 3, isStaff: true })
  expect([
    (await other('GET', PATH)).body,
    (await other('PUT', at, { contacts: [] })).status,
    (await superThere('DELETE', at)).status,
    (await other('GET', `/v1/history/supplier_account/${body.supplier_account_ud}`)).status,
    (await admin('GET', `/v1/history/supplier_account/${body.supplier_account_ud}`)).status,
    (await admin('GET', PATH)).body.length,
  ]).toEqual([[], 404, 404, 404, 200, 1])
})

test('what cannot be linked is refused at its field: foreign and linked suppliers, unknown accounts, and the account itself', async () => {
  const { accountId, supplierId, linkedId, superAdmin } = await open()
  const foreign = await make.supplier({ accountId: linkedId, name: 'Foreign' })
  const link = async (pm_sup_ud: unknown, pm_dsh_ud: unknown) =>
    faultsOf(await superAdmin('POST', PATH, { pm_sup_ud, pm_dsh_ud, contacts: [] }))
  expect([
    await link(foreign, linkedId),
    await link(supplierId, 999_999_999),
    await link(supplierId, accountId),
    await link('x', -1),
    await link(supplierId, linkedId),
    await link(supplierId, linkedId),
  ]).toEqual([
    [422, 'pm_sup_ud: Supplier is not in the list'],
    [422, 'pm_dsh_ud: Account is not in the list'],
    [422, 'pm_dsh_ud: An account is not its own supplier'],
    [422, 'pm_sup_ud: Supplier is required', 'pm_dsh_ud: Account is required'],
    [200],
    [422, 'pm_sup_ud: This supplier has an account already'],
  ])
})

test('two links of one supplier at once make one', async () => {
  const { supplierId, linkedId, superAdmin } = await open()
  const both = await Promise.all(
    [1, 2].map(() => superAdmin('POST', PATH, { pm_sup_ud: supplierId, pm_dsh_ud: linkedId, contacts: [] })),
  )
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422])
})

test('a contact has a name and a mail address; odd texts are refused under their fields', async () => {
  const { supplierId, linkedId, superAdmin } = await open()
  const link = async (contacts: unknown) =>
    faultsOf(await superAdmin('POST', PATH, { pm_sup_ud: supplierId, pm_dsh_ud: linkedId, contacts }))
  expect([
    await link([{ ...ADA, name: ' ', email: 'ada' }]),
    await link([ADA, { ...ADA, phone: 'call me', role: 'x'.repeat(101) }]),
    await link([{ ...ADA, email: 'a@b c.example' }]),
    await link([{ ...ADA, role: 'a\u202Eb' }]),
    await link(Array.from({ length: 21 }, () => ADA)),
  ]).toEqual([
    [422, 'contacts_0_name: Name is required', 'contacts_0_email: Mail must be a mail address'],
    [
      422,
      'contacts_1_phone: Phone has digits, spaces and + ( ) . / - alone',
      'contacts_1_role: Role must be at most 100 characters',
    ],
    [422, 'contacts_0_email: Mail must be a mail address'],
    [422, 'contacts_0_role: Role must not contain control characters'],
    [422, 'contacts: There are at most 20 contacts'],
  ])
})

test('super admins see how many working keys the account of the supplier has, and no one else does', async () => {
  const { supplierId, linkedId, admin, superAdmin } = await open()
  const { userId } = await make.user({ accountId: linkedId })
  await platform().database.asSystem(tx =>
    sql`insert into api_key (account_id, user_id, name, handle, secret_hash, scopes, created_at, expires_at, revoked_at)
        select ${linkedId}, ${userId}, name, substr(md5(name || ${linkedId}::text), 1, 12), sha256(convert_to(name, 'UTF8')), '{read_studies}',
               now() - interval '9 days', now() + days * interval '1 day', revoked
        from (values ('live', 9, null::timestamptz), ('over', -1, null), ('revoked', 9, now())) k (name, days, revoked)`.execute(
      tx,
    ),
  )
  const { body } = await superAdmin('POST', PATH, { pm_sup_ud: supplierId, pm_dsh_ud: linkedId, contacts: [] })
  const [seen] = (await admin('GET', PATH)).body
  expect([body.keys_count, 'keys_count' in seen]).toEqual([1, false])
})

test('with the feature off the account has neither list nor links, super admins neither (§6.10)', async () => {
  const { accountId, supplierId, linkedId, admin, superAdmin } = await open()
  const calls = async (ask: Ask) => [
    (await ask('GET', PATH)).status,
    (await ask('PUT', `${PATH}/1`, { contacts: [] })).status,
    (await ask('POST', PATH, { pm_sup_ud: supplierId, pm_dsh_ud: linkedId, contacts: [] })).status,
  ]
  await platform().database.asSystem(tx =>
    sql`insert into account_feature (account_id, feature, is_on, changed_at) values (${accountId}, 'supplier_account_admin', false, now())`.execute(
      tx,
    ),
  )
  expect([await calls(admin), await calls(superAdmin)]).toEqual([
    [403, 403, 403],
    [403, 403, 403],
  ])
})
