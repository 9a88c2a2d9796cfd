import { Clock, Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { decideErasure, requestErasure } from './decide-erasure.ts'
import { ErasureLogUnwritable } from './erasure-log.ts'
import { findErasure, findSubjects, listErasures, readScope } from './erasures.store.ts'
import { eraseSome } from './run-erasure.ts'

const READ_TIMEOUT_MS = 30_000

/** Erasure of respondents (docs/decisions/0116). */
export const erasureHandlers = handlersOf(
  'erasures',
  Effect.gen(function* () {
    const database = yield* Database
    const { erasureLog } = yield* PlatformConfig
    return {
      list: ({ query: page }, { accountId }) =>
        database.readAsAccount(accountId, tx => listErasures(tx, accountId, pageOf(page))),
      scope: ({ payload }, { accountId }) =>
        database.readAsAccount(
          accountId,
          async tx => readScope(tx, accountId, await findSubjects(tx, accountId, payload)),
          { timeoutMs: READ_TIMEOUT_MS },
        ),
      request: ({ payload }, caller) =>
        Effect.catchTag(
          actFor(
            database,
            caller,
            ['erasure.request', payload],
            (tx, actor) => requestErasure(tx, actor, payload),
            'account',
            READ_TIMEOUT_MS,
          ),
          'NotFound',
          Effect.die,
        ),
      confirm: Effect.fn('Erasures.confirm')(function* ({ params: { id } }, caller) {
        const { accountId } = caller
        yield* actFor(database, caller, ['erasure.confirm', id], (tx, actor) =>
          decideErasure(tx, actor, id, 'confirmed'),
        )
        const nowMs = yield* Clock.currentTimeMillis
        const erasures = { database: database.core, nowMs: () => nowMs, log: erasureLog }
        // the sweep goes on where there are more, and where the log could not be written
        yield* query(() =>
          eraseSome(erasures, accountId, id).catch((error: unknown) => {
            if (error instanceof ErasureLogUnwritable) return false
            throw error
          }),
        )
        return yield* orNotFound(yield* database.readAsAccount(accountId, tx => findErasure(tx, accountId, id)))
      }),
      withdraw: ({ params: { id } }, caller) =>
        actFor(database, caller, ['erasure.withdraw', id], (tx, actor) => decideErasure(tx, actor, id, 'withdrawn')),
    }
  }),
)
