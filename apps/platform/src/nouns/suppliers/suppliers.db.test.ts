import type { Caller } from '@desk/api/authorization'
import { Conflict, Forbidden, NotFound, Refused } from '@desk/api/errors'
import type { SupplierChanges, SupplierInput } from '@desk/schema/suppliers/supplier-form'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { callerOf, callOver, keyed, TEST_NOW } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { historyHandlers } from '../history/handlers.ts'
import { lookupHandlers } from '../lookups/handlers.ts'
import { supplierHandlers } from './handlers.ts'
import type { SupplierQuery } from './listed-suppliers.ts'

const fresh = useDatabase()
const make = () => new StudyMaker(fresh().database)
const over = () => fresh().database
const read = (caller: Caller, id: number) =>
  callOver(over(), supplierHandlers, 'read', { caller, sent: { params: { id } } })
const redirects = (caller: Caller, id: number) =>
  callOver(over(), supplierHandlers, 'redirects', { caller, sent: { params: { id } } })
const list = (caller: Caller, query: SupplierQuery = {}) =>
  callOver(over(), lookupHandlers, 'suppliers', { caller, sent: { query } })
const create = (caller: Caller, payload: SupplierInput, key?: string) =>
  callOver(over(), supplierHandlers, 'create', { caller, sent: { payload, headers: keyed(key) } })
const update = (caller: Caller, id: number, payload: SupplierChanges, key?: string) =>
  callOver(over(), supplierHandlers, 'update', { caller, sent: { params: { id }, payload, headers: keyed(key) } })
const remove = (caller: Caller, id: number) =>
  callOver(over(), supplierHandlers, 'remove', { caller, sent: { params: { id } } })
const history = (caller: Caller, id: number) =>
  callOver(over(), historyHandlers, 'read', { caller, sent: { params: { scope: 'supplier', id }, query: {} } })
/** The refusal, as data. */
const refused = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'not refused',
    (error: unknown) => error,
  )

/** An admin of a new account who sees prices. */
async function admin(view: 'internal' | 'external' = 'internal'): Promise<Caller> {
  const accountId = await make().account()
  const { userId } = await make().user({ accountId })
  return callerOf({ accountId, userId, view })
}

/** A user of the same account with the plain external view. */
const plainUser = ({ accountId }: Caller): Caller => callerOf({ accountId, roleId: 2, view: 'external' })

const HARBOR: SupplierInput = {
  name: ' Opinion Harbor ',
  pm_supplier_type_code_ud: 1,
  recruitment_type: 4,
  redirects: [
    { type: 'default', url: 'https://harbor.example/d' },
    { type: 'complete', url: ' https://harbor.example/c?p=[%RID%] ' },
    { type: 'quality', url: '' },
  ],
}
const STORED = {
  name: 'Opinion Harbor',
  pm_supplier_type_code_ud: 1,
  recruitment_type: 4,
  security_level: 6,
  custom_security_flg: false,
  text_analytics_flg: false,
  language_threshold: null,
  bot_detection_flg: false,
  threat_level: null,
  activity_enabled_flg: false,
  token_threshold: null,
  supplier_cpi: 0,
  redirects: [
    { type: 'complete', url: 'https://harbor.example/c?p=[%RID%]' },
    { type: 'default', url: 'https://harbor.example/d' },
  ],
  version: 1,
} as const

describe('a supplier', () => {
  test('is made with its redirects; a price that is left out is 0, an empty redirect is none (§3.7, api:U10)', async () => {
    const caller = await admin()
    const made = await create(caller, HARBOR)
    expect(made).toEqual({ ...STORED, pm_sup_ud: made.pm_sup_ud })
    expect(await read(caller, made.pm_sup_ud)).toEqual(made)
    expect(await redirects(caller, made.pm_sup_ud)).toEqual(STORED.redirects)
  })

  test('is changed as a whole: missing fields of §3.7 become empty, redirects and custom security stay (§3.7, api:U11)', async () => {
    const caller = await admin()
    const { pm_sup_ud: id } = await create(caller, {
      ...HARBOR,
      supplier_cpi: 2.5,
      custom_security_flg: true,
      bot_detection_flg: true,
      threat_level: 40,
    })
    const renamed = await update(caller, id, {
      name: 'Harbor',
      pm_supplier_type_code_ud: 2,
      recruitment_type: 7,
      version: 1,
    })
    expect(renamed).toEqual({
      ...STORED,
      pm_sup_ud: id,
      name: 'Harbor',
      pm_supplier_type_code_ud: 2,
      recruitment_type: 7,
      security_level: 7,
      custom_security_flg: true,
      version: 2,
    })
    const bare = await update(caller, id, { ...renamed, redirects: [], supplier_cpi: 4.35 })
    expect(bare).toEqual({ ...renamed, redirects: [], supplier_cpi: 4.35, version: 3 })
  })

  test('refuses a stale change with the stored supplier; a repeat passes (api:U11)', async () => {
    const caller = await admin()
    const made = await create(caller, HARBOR)
    const theirs = await update(caller, made.pm_sup_ud, { ...made, name: 'Theirs' })
    const mine = await refused(update(caller, made.pm_sup_ud, { ...made, name: 'Mine' }))
    expect(mine).toEqual(
      new Conflict({ message: 'The supplier has changed in the meantime.', reason: 'stale_version', current: theirs }),
    )
    expect(await update(caller, made.pm_sup_ud, { ...made, name: 'Theirs' })).toEqual(theirs)
    expect(await read(caller, made.pm_sup_ud)).toEqual(theirs)
  })

  test('thresholds are required when custom security and their flags are on (§5.17, api:U10, api:U11)', async () => {
    const caller = await admin()
    const secure: SupplierInput = {
      ...HARBOR,
      custom_security_flg: true,
      text_analytics_flg: true,
      language_threshold: null,
      activity_enabled_flg: true,
      token_threshold: 3,
    }
    const details = [{ path: ['language_threshold'], message: 'Language Threshold is required' }]
    expect(await refused(create(caller, secure))).toEqual(
      new Refused({ message: 'Language Threshold is required', details }),
    )
    const made = await create(caller, { ...secure, language_threshold: 60 })
    expect(await refused(update(caller, made.pm_sup_ud, { ...secure, version: 1 }))).toEqual(
      new Refused({ message: 'Language Threshold is required', details }),
    )
    expect(await update(caller, made.pm_sup_ud, { ...secure, custom_security_flg: false })).toMatchObject({
      security_level: 6,
      language_threshold: null,
      token_threshold: 3,
      version: 2,
    })
  })

  test('has a type and a recruitment type of the lists (§3.36, §5.16, api:U10)', async () => {
    const outside = { ...HARBOR, pm_supplier_type_code_ud: 6, recruitment_type: 9 }
    const details = [
      { path: ['pm_supplier_type_code_ud'], message: 'This type is not in the list' },
      { path: ['recruitment_type'], message: 'This recruitment type is not in the list' },
    ]
    expect(await refused(create(await admin(), outside))).toEqual(
      new Refused({ message: 'This type is not in the list', details }),
    )
  })

  test('records in its history who created, changed and deleted it, with the names of codes; the plain external view does not get the price', async () => {
    const caller = await admin()
    const made = await create(caller, { ...HARBOR, redirects: [{ type: 'complete', url: 'https://harbor.example/c' }] })
    const id = made.pm_sup_ud
    await update(caller, id, {
      ...made,
      recruitment_type: 8,
      supplier_cpi: 1.5,
      redirects: [{ type: 'complete', url: 'https://harbor.example/new' }],
    })
    await update(caller, id, { ...(await read(caller, id)) })
    await remove(caller, id)
    const [deleted, edited, created, ...others] = await history(caller, id)
    expect(edited).toEqual({
      act: 'edited',
      by: 'Ada Byron',
      by_uid: caller.user.uid,
      at: TEST_NOW,
      changes: [
        { field: 'recruitment_type', from: 'River', to: 'Invite-only' },
        { field: 'supplier_cpi', from: 0, to: 1.5 },
        { field: 'redirects_complete', from: 'https://harbor.example/c', to: 'https://harbor.example/new' },
      ],
      reason: null,
      note: null,
    })
    expect([deleted?.act, created?.act, others]).toEqual(['deleted', 'created', []])
    expect(created?.changes).toContainEqual({ field: 'pm_supplier_type_code_ud', from: null, to: 'Panel' })
    const seen = await history(plainUser(caller), id)
    expect(seen[1]?.changes.map(({ field }) => field)).toEqual(['recruitment_type', 'redirects_complete'])
  })
})

describe('deleting a supplier', () => {
  test('removes an unused one from lists and reads (api:U12)', async () => {
    const caller = await admin()
    const { pm_sup_ud: id } = await create(caller, HARBOR)
    await remove(caller, id)
    expect(await list(caller)).toEqual([])
    for (const after of [
      () => read(caller, id),
      () => update(caller, id, HARBOR),
      () => remove(caller, id),
      () => redirects(caller, id),
    ]) {
      expect(await refused(after())).toBeInstanceOf(NotFound)
    }
  })

  test('is refused while sources use it, with their number and the first twenty, for an admin in any view (api:U12)', async () => {
    const study = await make().study()
    const caller = callerOf({ accountId: study.accountId, userId: study.userId })
    const one = {
      stmid: study.sourceIds[0],
      name: 'Main',
      pm_sy_ud: study.surveyId,
      pm_sy_name: 'Gen pop US',
      pm_proj_ud: study.projectId,
      pm_proj_name: 'Streaming habits',
    }
    expect(await refused(remove(caller, study.supplierId))).toEqual(
      new Conflict({
        message: `It is used by 1 source: Main (${one.stmid}). Take it out of them first.`,
        reason: 'in_use',
        current: { count: 1, sources: [one] },
      }),
    )
    for (let no = 0; no < 20; no += 1)
      await make().source({ ...study, name: `More ${no}`, supplierIds: [study.supplierId] })
    const many = await refused(remove(caller, study.supplierId))
    expect(many).toMatchObject({
      message: expect.stringMatching(
        /^It is used by 21 sources: Main \(\d+\), .* and 1 more\. Take it out of them first\.$/,
      ),
      current: { count: 21 },
    })
    expect((many as Conflict).current).toMatchObject({ sources: expect.arrayContaining([one]) })
    expect(await refused(remove({ ...caller, view: 'external' }, study.supplierId))).toEqual(many)
    expect((await read(caller, study.supplierId)).version).toBe(1)
  })

  test('a source cannot add a deleted one (api:U12)', async () => {
    const study = await make().study()
    const caller = callerOf({ accountId: study.accountId, userId: study.userId })
    const { pm_sup_ud: id } = await create(caller, HARBOR)
    await remove(caller, id)
    await expect(make().source({ ...study, supplierIds: [id] })).rejects.toMatchObject({
      _tag: 'ForeignKeyViolation',
      table: 'source_supplier',
    })
  })

  test('and a source that begins to buy from it at the same moment: one of the two gives way (api:U12)', async () => {
    const study = await make().study()
    const caller = callerOf({ accountId: study.accountId, userId: study.userId })
    for (let no = 0; no < 10; no += 1) {
      const { pm_sup_ud: id } = await create(caller, HARBOR)
      const both = await Promise.all([
        remove(caller, id).then(
          () => 'deleted',
          () => 'kept',
        ),
        make()
          .source({ ...study, supplierIds: [id] })
          .then(
            () => 'bought',
            () => 'refused',
          ),
      ])
      expect([
        ['deleted', 'refused'],
        ['kept', 'bought'],
      ]).toContainEqual(both)
    }
  })
})

describe('who may', () => {
  test('write: the admins of a DESK account (§6.11, api:U10, api:U11, api:U12)', async () => {
    const study = await make().study()
    const user = callerOf({ accountId: study.accountId, roleId: 2 })
    const defender = callerOf({ accountId: study.accountId, accountType: 'DEFENDER' })
    for (const caller of [user, defender]) {
      for (const call of [
        () => create(caller, HARBOR),
        () => update(caller, study.supplierId, HARBOR),
        () => remove(caller, study.supplierId),
      ]) {
        expect(await refused(call())).toBeInstanceOf(Forbidden)
      }
      expect((await read(caller, study.supplierId)).name).toBe('Northlight Panels')
    }
    const superAdmin = callerOf({ accountId: study.accountId, userId: study.userId, roleId: 3 })
    expect((await update(superAdmin, study.supplierId, HARBOR)).version).toBe(2)
  })

  test('see the price and set it: the account’s admins in their plain view as well, and no user of it (§3.7, domain.md §4, api:U10, api:U11, api:U13)', async () => {
    const caller = await admin('external')
    const made = await create(caller, { ...HARBOR, supplier_cpi: 4.35 })
    expect([made, (await read(caller, made.pm_sup_ud)).supplier_cpi]).toEqual([
      { ...STORED, supplier_cpi: 4.35, pm_sup_ud: made.pm_sup_ud },
      4.35,
    ])
    expect((await update(caller, made.pm_sup_ud, { ...HARBOR, supplier_cpi: 3 })).supplier_cpi).toBe(3)
    expect(await refused(update(caller, made.pm_sup_ud, { ...HARBOR, version: 1 }))).toMatchObject({
      current: { supplier_cpi: 3 },
    })
    expect('supplier_cpi' in (await read(plainUser(caller), made.pm_sup_ud))).toBe(false)
  })
})

describe('the list', () => {
  test('is the account’s, by name, in pages, searched by name or id, of one type, in the order asked for (api:L3)', async () => {
    const study = await make().study()
    const caller = callerOf({ accountId: study.accountId, userId: study.userId })
    const { pm_sup_ud: id } = await create(caller, {
      ...HARBOR,
      name: 'Äther 100% Panel',
      pm_supplier_type_code_ud: 3,
      supplier_cpi: 9.5,
    })
    const used = {
      pm_sup_ud: study.supplierId,
      name: 'Northlight Panels',
      pm_supplier_type_code_ud: 1,
      recruitment_type: 1,
      sources_count: 1,
      redirect_types: [],
      supplier_cpi: 3,
    }
    const idle = {
      pm_sup_ud: id,
      name: 'Äther 100% Panel',
      pm_supplier_type_code_ud: 3,
      recruitment_type: 4,
      sources_count: 0,
      redirect_types: ['complete', 'default'],
      supplier_cpi: 9.5,
    }
    expect(await list(caller)).toEqual([idle, used])
    expect(await list(caller, { limit: 1, offset: 1 })).toEqual([used])
    expect([
      await list(caller, { search: ' NORTH' }),
      await list(caller, { search: '100%' }),
      await list(caller, { search: '%' }),
      await list(caller, { search: String(id) }),
    ]).toEqual([[used], [idle], [idle], [idle]])
    expect([
      await list(caller, { pm_supplier_type_code_ud: 3 }),
      await list(caller, { pm_supplier_type_code_ud: 4 }),
    ]).toEqual([[idle], []])
    expect([
      await list(caller, { sort: '-name' }),
      await list(caller, { sort: '-sources' }),
      await list(caller, { sort: 'recruitment' }),
      await list(caller, { sort: 'type' }),
      await list(caller, { sort: 'cpi' }),
    ]).toEqual(Array.from({ length: 5 }, () => [used, idle]))
  })

  test('gives a view without prices neither the price nor its sort order (§3.7, api:L3)', async () => {
    const caller = await admin()
    await create(caller, { ...HARBOR, name: 'A', supplier_cpi: 4.35 })
    await create(caller, { ...HARBOR, name: 'B', supplier_cpi: 1 })
    const plain = await list(plainUser(caller), { sort: 'cpi' })
    expect(plain.map(row => [row.name, 'supplier_cpi' in row])).toEqual([
      ['A', false],
      ['B', false],
    ])
    expect((await list(caller, { sort: 'cpi' })).map(({ name }) => name)).toEqual(['B', 'A'])
  })
})

test('every write is one row of history at most, and a repeat none', async () => {
  const caller = await admin()
  const made = await create(caller, HARBOR)
  await update(caller, made.pm_sup_ud, { ...made })
  const { rows } = await fresh().database.asSystem(tx =>
    sql<{ act: string }>`select act from object_edit where account_id = ${caller.accountId}`.execute(tx),
  )
  expect(rows).toEqual([{ act: 'created' }])
})
