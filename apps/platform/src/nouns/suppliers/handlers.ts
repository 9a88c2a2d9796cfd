import type { Caller } from '@desk/api/authorization'
import { Effect } from 'effect'
import { editorView } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { toView } from '#ledger/figures/view'
import { changeSupplier, createSupplier, removeSupplier } from './edit-supplier.ts'
import { listSupplierSources } from './supplier-sources.store.ts'
import { findSupplier } from './suppliers.store.ts'

/** Suppliers (§3.7). */
export const supplierHandlers = handlersOf(
  'suppliers',
  Effect.gen(function* () {
    const database = yield* Database

    /** A supplier; its price is hidden from the plain external view (domain.md §4). */
    const read = Effect.fn('Suppliers.read')(function* (caller: Caller, supplierId: number) {
      const supplier = yield* orNotFound(
        yield* database.readAsAccount(caller.accountId, tx => findSupplier(tx, caller.accountId, supplierId)),
      )
      return toView(supplier, editorView(caller))
    })

    return {
      read: ({ params }, caller) => read(caller, params.id),
      /** A supplier's redirects (api:U3). */
      redirects: Effect.fn('Suppliers.redirects')(function* ({ params: { id: supplierId } }, caller) {
        return (yield* read(caller, supplierId)).redirects
      }),
      /** The sources that buy from it, with the figures of its respondents. */
      sources: Effect.fn('Suppliers.sources')(function* ({ params: { id: supplierId }, query: page }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, async tx =>
            (await findSupplier(tx, caller.accountId, supplierId)) === undefined
              ? undefined
              : listSupplierSources(tx, caller.accountId, supplierId, pageOf(page)),
          ),
        )
      }),
      create: ({ payload: input }, caller) =>
        Effect.catchTag(
          actFor(database, caller, ['supplier.create', input], (tx, actor) => createSupplier(tx, actor, input)),
          'NotFound',
          Effect.die,
        ),
      update: ({ params: { id }, payload: changes }, caller) =>
        actFor(database, caller, ['supplier.update', id, changes], (tx, actor) =>
          changeSupplier(tx, actor, id, changes),
        ),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(actFor(database, caller, ['supplier.delete', id], (tx, actor) => removeSupplier(tx, actor, id))),
    }
  }),
)
