import { may } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { formatRdud, parseRdud } from '#ledger/facts/rdud'
import { decide, readQueue } from './reviews.ts'
import { listChanges } from './reviews.store.ts'

/** Flagged completes and what reviewers say of them (§2.27). */
export const reviewHandlers = handlersOf(
  'reviews',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      /** A page of the queue. */
      queue: Effect.fn('Reviews.queue')(function* ({ query }, { accountId, user }) {
        const nowMs = yield* Clock.currentTimeMillis
        const seesSuppliers = may(user, 'see the supply side')
        return yield* database.readAsAccount(accountId, tx => readQueue(tx, accountId, query, seesSuppliers, nowMs))
      }),
      /** Stores decisions of the caller. */
      decide: ({ payload }, caller) =>
        actFor(database, caller, ['review of completes', payload], (tx, actor) => decide(tx, actor, payload)),
      /** A complete's decisions, and those taken back. */
      history: Effect.fn('Reviews.history')(function* ({ query }, { accountId }) {
        const rdud = parseRdud(query.rdud)
        const changes =
          rdud === null || rdud.accountId !== accountId
            ? undefined
            : yield* database.readAsAccount(accountId, tx => listChanges(tx, accountId, rdud.hex))
        return { rdud: formatRdud(accountId, rdud?.hex ?? ''), changes: yield* orNotFound(changes) }
      }),
    }
  }),
)
