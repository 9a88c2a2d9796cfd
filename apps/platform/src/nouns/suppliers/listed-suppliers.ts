import type { Caller } from '@desk/api/authorization'
import type { SupplierSort } from '@desk/schema/suppliers/supplier'
import { Effect } from 'effect'
import { editorView } from '#identity/accounts/supply-side'
import type { Database } from '#kernel/db/database'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { toView } from '#ledger/figures/view'
import { listSuppliers } from './suppliers.store.ts'

/** The query of the list (api:L3). */
export interface SupplierQuery extends PageQuery {
  readonly search?: string
  readonly pm_supplier_type_code_ud?: number
  readonly sort?: SupplierSort
}

/** The account's suppliers; views without prices cannot sort by them either (domain.md §4). */
export const readListedSuppliers = Effect.fn('Suppliers.list')(function* (
  database: Database['Service'],
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
