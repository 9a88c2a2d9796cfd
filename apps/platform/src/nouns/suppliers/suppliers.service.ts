import type { Caller } from '@desk/api/authorization'
import { Forbidden } from '@desk/api/errors'
import type { SupplierSort } from '@desk/schema/suppliers/supplier'
import type { SupplierChanges, SupplierInput } from '@desk/schema/suppliers/supplier-form'
import { isAdmin } from '@desk/schema/users/current-user'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandDesk } from '#identity/accounts/access'
import { editorView } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { toView } from '#ledger/figures/view'
import { changeSupplier, createSupplier, removeSupplier } from './edit-supplier.ts'
import { findSupplier, listSuppliers } from './suppliers.store.ts'

/** What the list can be asked for (api:L3). */
export interface SupplierQuery extends PageQuery {
  readonly search?: string
  readonly pm_supplier_type_code_ud?: number
  readonly sort?: SupplierSort
}

const make = Effect.gen(function* () {
  const database = yield* Database

  /** The account's suppliers; to whom prices are not shown, their order does not tell them either (domain.md §4). */
  const list = Effect.fn('Suppliers.list')(function* (
    caller: Caller,
    { search, pm_supplier_type_code_ud: typeCode, sort = 'name', ...page }: SupplierQuery,
  ) {
    const order = editorView(caller) === 'external' && (sort === 'cpi' || sort === '-cpi') ? 'name' : sort
    const filters = { search: search?.trim() ?? '', sort: order, ...(typeCode === undefined ? {} : { typeCode }) }
    const rows = yield* database.readAsAccount(caller.accountId, tx =>
      listSuppliers(tx, caller.accountId, filters, pageOf(page)),
    )
    return rows.map(row => toView(row, editorView(caller)))
  })

  /** A supplier; its price is hidden from the plain external view (domain.md §4). */
  const read = Effect.fn('Suppliers.read')(function* (caller: Caller, supplierId: number) {
    const supplier = yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => findSupplier(tx, caller.accountId, supplierId)),
    )
    return toView(supplier, editorView(caller))
  })

  /** Where a supplier takes its respondents back (api:U3). */
  const redirects = Effect.fn('Suppliers.redirects')(function* (caller: Caller, supplierId: number) {
    return (yield* read(caller, supplierId)).redirects
  })

  /** Suppliers are written by the admins of a DESK account (domain.md §8). */
  const editorOf = Effect.fn('Suppliers.editorOf')(function* (caller: Caller) {
    yield* demandDesk(caller)
    if (!isAdmin(caller.user)) return yield* new Forbidden({ message: 'Only an administrator may change suppliers.' })
    const at = new Date(yield* Clock.currentTimeMillis)
    return { accountId: caller.accountId, userId: caller.user.uid, at } satisfies Actor
  })

  const create = Effect.fn('Suppliers.create')(function* (caller: Caller, input: SupplierInput, key?: string) {
    const editor = yield* editorOf(caller)
    const made = actFor(
      database,
      caller,
      { key, request: ['supplier.create', JSON.stringify(input)], at: editor.at },
      tx => createSupplier(tx, editor, input),
    )
    return yield* Effect.catchTag(made, 'NotFound', Effect.die)
  })

  const update = Effect.fn('Suppliers.update')(function* (
    caller: Caller,
    supplierId: number,
    changes: SupplierChanges,
    key?: string,
  ) {
    const editor = yield* editorOf(caller)
    const request = ['supplier.update', supplierId, JSON.stringify(changes)]
    return yield* actFor(database, caller, { key, request, at: editor.at }, tx =>
      changeSupplier(tx, editor, supplierId, changes),
    )
  })

  const remove = Effect.fn('Suppliers.remove')(function* (caller: Caller, supplierId: number) {
    const editor = yield* editorOf(caller)
    yield* actFor(database, caller, { key: undefined, request: [], at: editor.at }, tx =>
      removeSupplier(tx, editor, supplierId),
    )
  })

  return { list, read, redirects, create, update, remove }
})

/** Suppliers (§3.7). */
export class Suppliers extends Context.Service<Suppliers, Effect.Success<typeof make>>()('@desk/platform/Suppliers') {
  static readonly layer = Layer.effect(Suppliers, make)
}
