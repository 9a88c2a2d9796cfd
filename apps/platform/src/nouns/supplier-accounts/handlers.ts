import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { askingOf, changeContacts, linkSupplier, unlinkSupplier } from './edit-supplier-account.ts'
import { listSupplierAccounts } from './supplier-accounts.store.ts'

/** Suppliers with an account of their own (§2.25); read as the system, since the name of another account is part of each. */
export const supplierAccountHandlers = handlersOf(
  'supplierAccounts',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      list: Effect.fn('SupplierAccounts.list')(function* ({ query }, caller) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* database.readAsSystem(tx => listSupplierAccounts(tx, askingOf({ ...caller, at }), pageOf(query)))
      }),
      link: ({ payload }, caller) =>
        actFor(
          database,
          caller,
          ['supplier_account.link', payload],
          (tx, actor) => linkSupplier(tx, actor, payload),
          'system',
        ).pipe(Effect.catchTag('NotFound', Effect.die)),
      change: ({ params: { id }, payload }, caller) =>
        actFor(
          database,
          caller,
          ['supplier_account.change', id, payload],
          (tx, actor) => changeContacts(tx, actor, id, payload),
          'system',
        ),
      unlink: ({ params: { id } }, caller) =>
        Effect.asVoid(
          actFor(
            database,
            caller,
            ['supplier_account.unlink', id],
            (tx, actor) => unlinkSupplier(tx, actor, id),
            'system',
          ),
        ),
    }
  }),
)
