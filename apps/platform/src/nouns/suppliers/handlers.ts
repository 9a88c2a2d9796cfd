import type { Caller } from '@desk/api/authorization'
import { Clock, Effect } from 'effect'
import { editorView } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import type { Actor } from '#kernel/edits/edit'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { toView } from '#ledger/figures/view'
import { changeSupplier, createSupplier, removeSupplier } from './edit-supplier.ts'
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

    const editorOf = Effect.fn('Suppliers.editorOf')(function* ({ accountId, user }: Caller) {
      return { accountId, userId: user.uid, at: new Date(yield* Clock.currentTimeMillis) } satisfies Actor
    })

    return {
      read: ({ params }, caller) => read(caller, params.id),
      /** Where a supplier takes its respondents back (api:U3). */
      redirects: Effect.fn('Suppliers.redirects')(function* ({ params: { id: supplierId } }, caller) {
        return (yield* read(caller, supplierId)).redirects
      }),
      create: Effect.fn('Suppliers.create')(function* ({ payload: input }, caller) {
        const editor = yield* editorOf(caller)
        const made = actFor(
          database,
          caller,
          { key: caller.idempotencyKey, request: ['supplier.create', JSON.stringify(input)], at: editor.at },
          tx => createSupplier(tx, editor, input),
        )
        return yield* Effect.catchTag(made, 'NotFound', Effect.die)
      }),
      update: Effect.fn('Suppliers.update')(function* ({ params: { id: supplierId }, payload: changes }, caller) {
        const editor = yield* editorOf(caller)
        const request = ['supplier.update', supplierId, JSON.stringify(changes)]
        return yield* actFor(database, caller, { key: caller.idempotencyKey, request, at: editor.at }, tx =>
          changeSupplier(tx, editor, supplierId, changes),
        )
      }),
      remove: Effect.fn('Suppliers.remove')(function* ({ params: { id: supplierId } }, caller) {
        const editor = yield* editorOf(caller)
        yield* actFor(database, caller, { key: undefined, request: [], at: editor.at }, tx =>
          removeSupplier(tx, editor, supplierId),
        )
      }),
    }
  }),
)
