import { Refused } from '@desk/api/errors'
import type { LineKind } from '@desk/schema/statements/statement-line'
import { Clock, Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type Page } from '#kernel/lists/page'
import type { OutcomeScope } from '../reconciliation/outcomes.store.ts'
import { closePeriod, CLOSING_TIMEOUT_MS } from './close-period.ts'
import { openOutcomeFile, outcomeFile, outcomeFileName } from './outcome-file.ts'
import { readPeriods, readSellPeriods, readSellStatement, readStatement } from './read-statements.ts'
import { signedAnswer } from './signed-files.ts'
import type { ChangedSum } from './changed-lines.ts'
import { readStatementChange } from './statement-changes.ts'
import { findKey, statementKey } from './statement-keys.ts'
import { fileNameOf, statementFile } from './statement-lines-file.ts'
import { findStatement } from './statements.store.ts'

const MONTHS_A_PAGE = 12
const MONTHS_MAX = 24
const READ_TIMEOUT_MS = 30_000
/** Lines for a change are held in memory, not on the disk. */
const CHANGE_READS = { timeoutMs: READ_TIMEOUT_MS, sortMemoryMb: 32 }
const EITHER_OR = 'Exactly one of reconciliation_ud and month must be there'

/** The scope of a supplier's file; undefined: not exactly one is given. */
function scopeOf(requestId: number | undefined, month: string | undefined): OutcomeScope | undefined {
  if (requestId === undefined) return month === undefined ? undefined : { month }
  return month === undefined ? { requestId } : undefined
}

/** The sum that is asked about; undefined: none, for the contract lets none through that is named in part. */
const sumOf = (
  placeId: number | undefined,
  kind: LineKind | undefined,
  origin: string | undefined,
  priceCents: number | undefined,
): ChangedSum | undefined =>
  placeId === undefined || kind === undefined || origin === undefined || priceCents === undefined
    ? undefined
    : { placeId, kind, origin, priceCents }

const monthsPage = ({ limit = MONTHS_A_PAGE, offset = 0 }: Partial<Page>): Page => ({
  limit: Math.min(limit, MONTHS_MAX),
  offset,
})

/** Periods and statements (settlement.md §2, docs/decisions/0059). */
export const statementHandlers = handlersOf(
  'statements',
  Effect.gen(function* () {
    const database = yield* Database
    const key = statementKey((yield* PlatformConfig).secretKey)

    return {
      list: Effect.fn('Statements.list')(function* ({ query: { search = '', state, ...page } }, { accountId }) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* database.readAsAccount(
          accountId,
          tx => readPeriods(tx, accountId, at, monthsPage(page), { search, state }),
          { timeoutMs: READ_TIMEOUT_MS },
        )
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
      /** Why a statement, one of its sums, or all of a month, changed between two moments. */
      changes: Effect.fn('Statements.changes')(function* (
        { params: { month }, query: { supplier = 0, all, source, kind, origin, price_cents: priceCents, ...span } },
        { accountId, view },
      ) {
        const at = new Date(yield* Clock.currentTimeMillis)
        const of = {
          scope: 'supplier',
          month,
          scopeId: all === undefined ? supplier : null,
          sum: sumOf(source, kind, origin, priceCents),
        } as const
        return yield* orNotFound(
          yield* database.readAsAccount(
            accountId,
            tx => readStatementChange(tx, { accountId, view }, of, span, at),
            CHANGE_READS,
          ),
        )
      }),
      file: Effect.fn('Statements.file')(function* (
        { params: { month }, query: { supplier = 0, format = 'csv' } },
        { accountId },
      ) {
        const statement = yield* orNotFound(
          yield* database.readAsAccount(accountId, tx =>
            findStatement(tx, accountId, { scope: 'supplier', month, scopeId: supplier }),
          ),
        )
        return signedAnswer(fileNameOf(statement), format, statementFile(database.core, accountId, statement))
      }),
      outcomes: Effect.fn('Statements.outcomes')(function* (
        { query: { supplier, reconciliation_ud: requestId, month, format = 'csv' } },
        { accountId },
      ) {
        const at = new Date(yield* Clock.currentTimeMillis)
        const scope = scopeOf(requestId, month)
        if (scope === undefined)
          return yield* new Refused({
            message: EITHER_OR,
            details: [{ path: ['reconciliation_ud'], message: EITHER_OR }],
          })
        const opened = yield* query(() =>
          openOutcomeFile(database.core, { accountId, supplierId: supplier, scope, at }, key),
        )
        const file = yield* orNotFound(opened)
        return signedAnswer(outcomeFileName(file), format, outcomeFile(database.core, file))
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

/** Statements of projects and business units (settlement.md §2, docs/decisions/0059). */
export const sellStatementHandlers = handlersOf(
  'sellStatements',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      list: Effect.fn('SellStatements.list')(function* (
        { query: { of: scope, search = '', state, ...page } },
        { accountId },
      ) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* database.readAsAccount(
          accountId,
          tx => readSellPeriods(tx, accountId, at, monthsPage(page), { scope, search, state }),
          { timeoutMs: READ_TIMEOUT_MS },
        )
      }),
      read: Effect.fn('SellStatements.read')(function* (
        { params: { month }, query: { of: scope, id: scopeId = 0, ...page } },
        { accountId },
      ) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* orNotFound(
          yield* database.readAsAccount(
            accountId,
            tx => readSellStatement(tx, accountId, { scope, month, scopeId }, at, pageOf(page)),
            { timeoutMs: READ_TIMEOUT_MS },
          ),
        )
      }),
      /** Why a statement, one of its sums, or all of a month, changed between two moments. */
      changes: Effect.fn('SellStatements.changes')(function* (
        {
          params: { month },
          query: { of: scope, id = 0, all, survey, kind, origin, price_cents: priceCents, ...span },
        },
        { accountId, view },
      ) {
        const at = new Date(yield* Clock.currentTimeMillis)
        const sum = sumOf(survey, kind, origin, priceCents)
        const of = { scope, month, scopeId: all === undefined ? id : null, sum }
        return yield* orNotFound(
          yield* database.readAsAccount(
            accountId,
            tx => readStatementChange(tx, { accountId, view }, of, span, at),
            CHANGE_READS,
          ),
        )
      }),
      file: Effect.fn('SellStatements.file')(function* (
        { params: { month }, query: { of: scope, id: scopeId = 0, format = 'csv' } },
        { accountId },
      ) {
        const statement = yield* orNotFound(
          yield* database.readAsAccount(accountId, tx => findStatement(tx, accountId, { scope, month, scopeId })),
        )
        return signedAnswer(fileNameOf(statement), format, statementFile(database.core, accountId, statement))
      }),
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
