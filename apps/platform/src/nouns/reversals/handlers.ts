import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { readReversals } from './read-reversals.ts'
import { hasScope } from './triangle.store.ts'

/** Reversals still to come (forecast.md §6, docs/decisions/0111). */
export const reversalsHandlers = handlersOf(
  'reversals',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      read: Effect.fn('Reversals.read')(function* ({ query }, { accountId }) {
        const now = new Date(yield* Clock.currentTimeMillis)
        const scope = {
          projectId: query.pm_proj_ud,
          supplierId: query.pm_sup_ud,
          businessUnitId: query.business_unit_ud,
        }
        return yield* orNotFound(
          yield* database.readAsAccount(accountId, async tx =>
            (await hasScope(tx, accountId, scope))
              ? await readReversals(tx, accountId, scope, query.month, now)
              : undefined,
          ),
        )
      }),
    }
  }),
)
