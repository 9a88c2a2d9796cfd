import { Clock, Effect, Stream } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { STREAMED_HEADER } from '#kernel/http/contract-adapter'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { closePeriod, CLOSING_TIMEOUT_MS } from './close-period.ts'
import { readPeriods, readStatement } from './read-statements.ts'
import { findKey, statementKey } from './statement-keys.ts'
import { fileNameOf, statementFile } from './statement-lines-file.ts'
import { findStatement } from './statements.store.ts'

const MONTHS_A_PAGE = 12
const MONTHS_MAX = 24
const READ_TIMEOUT_MS = 30_000

/** Periods and statements (settlement.md §2, docs/decisions/0059). */
export const statementHandlers = handlersOf(
  'statements',
  Effect.gen(function* () {
    const database = yield* Database
    const key = statementKey((yield* PlatformConfig).secretKey)

    return {
      list: Effect.fn('Statements.list')(function* ({ query: { limit = MONTHS_A_PAGE, offset = 0 } }, { accountId }) {
        const at = new Date(yield* Clock.currentTimeMillis)
        const page = { limit: Math.min(limit, MONTHS_MAX), offset }
        return yield* database.readAsAccount(accountId, tx => readPeriods(tx, accountId, at, page), {
          timeoutMs: READ_TIMEOUT_MS,
        })
      }),
      read: Effect.fn('Statements.read')(function* (
        { params: { month }, query: { supplier = 0, ...page } },
        { accountId },
      ) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* orNotFound(
          yield* database.readAsAccount(
            accountId,
            tx => readStatement(tx, accountId, month, supplier, at, pageOf(page)),
            { timeoutMs: READ_TIMEOUT_MS },
          ),
        )
      }),
      file: Effect.fn('Statements.file')(function* ({ params: { month }, query: { supplier = 0 } }, { accountId }) {
        const statement = yield* orNotFound(
          yield* database.readAsAccount(accountId, tx => findStatement(tx, accountId, month, supplier)),
        )
        return HttpServerResponse.stream(
          Stream.fromAsyncIterable(statementFile(database.core, accountId, statement), error => error),
          {
            contentType: 'text/csv; charset=utf-8',
            headers: {
              'content-disposition': `attachment; filename="${fileNameOf(statement)}"`,
              [STREAMED_HEADER]: '1',
            },
          },
        )
      }),
      close: ({ params: { month } }, caller) =>
        actFor(
          database,
          caller,
          ['close period', month],
          (tx, actor) => closePeriod(tx, actor, month, key),
          'account',
          CLOSING_TIMEOUT_MS,
        ),
    }
  }),
)

/** The public keys that statements are signed with. */
export const statementKeyHandlers = handlersOf(
  'statementKeys',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      read: Effect.fn('StatementKeys.read')(function* ({ params: { fingerprint } }) {
        const found = yield* orNotFound(yield* database.readAsSystem(tx => findKey(tx, fingerprint)))
        return {
          algorithm: 'Ed25519' as const,
          pm_dsh_ud: found.accountId,
          account_name: found.accountName,
          public_key: found.publicKey,
          fingerprint,
        }
      }),
    }
  }),
)
