import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { listBusinessUnits } from './business-units.store.ts'
import { changeBusinessUnit, createBusinessUnit } from './edit-business-unit.ts'

/** Business units of the account that the session is in (§3.26, §7.28); to other accounts they do not exist. */
export const businessUnitHandlers = handlersOf(
  'businessUnits',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      list: Effect.fn('BusinessUnits.list')(function* ({ params: { id }, query: { uses, ...page } }, { accountId }) {
        yield* orNotFound(id === accountId ? id : undefined)
        return yield* database.readAsAccount(accountId, tx =>
          listBusinessUnits(tx, accountId, pageOf(page), uses === 'true'),
        )
      }),
      create: Effect.fn('BusinessUnits.create')(function* ({ params: { id }, payload: form }, caller) {
        yield* orNotFound(id === caller.accountId ? id : undefined)
        return yield* actFor(database, caller, ['business_unit.create', form], (tx, actor) =>
          createBusinessUnit(tx, actor, form),
        )
      }),
      change: Effect.fn('BusinessUnits.change')(function* ({ params: { id, unit }, payload: form }, caller) {
        yield* orNotFound(id === caller.accountId ? id : undefined)
        return yield* actFor(database, caller, ['business_unit.change', unit, form], (tx, actor) =>
          changeBusinessUnit(tx, actor, unit, form),
        )
      }),
    }
  }),
)
