import type { Caller } from '@desk/api/authorization'
import { Context, Effect, Layer } from 'effect'
import { orNotFound } from '../accounts/access.ts'
import { Database } from '../db/database.ts'
import { toView } from '../figures/view.ts'
import { findSupplier } from './suppliers.store.ts'

const make = Effect.gen(function* () {
  const database = yield* Database

  /** A supplier; its price is hidden from the plain external view (domain.md §4). */
  const read = Effect.fn('Suppliers.read')(function* (caller: Caller, supplierId: number) {
    const supplier = yield* orNotFound(yield* database.readAsAccount(caller.accountId, tx => findSupplier(tx, caller.accountId, supplierId)))
    return toView(supplier, caller.view)
  })

  return { read }
})

/** Suppliers (§3.7). */
export class Suppliers extends Context.Service<Suppliers, Effect.Success<typeof make>>()('@desk/platform/Suppliers') {
  static readonly layer = Layer.effect(Suppliers, make)
}
