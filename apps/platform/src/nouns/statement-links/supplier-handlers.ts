import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database, query } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { actByLink } from '#kernel/edits/act-by-link'
import { settled } from '#kernel/edits/outcome'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { raiseByLink } from '../reconciliation/disputes/raise-dispute.ts'
import { disputesOfRows } from '../reconciliation/disputes/supplier-disputes.store.ts'
import { BEFORE_ALL, listOutcomes } from '../reconciliation/outcomes.store.ts'
import { findWindow } from '../reconciliation/requests.store.ts'
import { openOutcomeFile, outcomeFile, outcomeFileName } from '../statements/outcome-file.ts'
import { readStatement } from '../statements/read-statements.ts'
import { signedAnswer } from '../statements/signed-files.ts'
import { fileNameOf, statementFile } from '../statements/statement-lines-file.ts'
import { statementKey } from '../statements/statement-keys.ts'
import { findStatement } from '../statements/statements.store.ts'
import { readSupplierMonths } from '../statements/supplier-months.ts'
import { linkAccess } from './link-access.ts'
import { NOTHING_PRESENT, readPresent } from './supplier-present.store.ts'

const READ_TIMEOUT_MS = 30_000

/**
 * The reads of a supplier's link, without a session: each is of the link's account and supplier, whatever the call
 * says (S11).
 */
export const supplierStatementHandlers = handlersOf(
  'supplierStatements',
  Effect.gen(function* () {
    const database = yield* Database
    const { secretKey, publicUrl } = yield* PlatformConfig
    const key = statementKey(secretKey)
    const { open } = linkAccess(database)
    const reading = { timeoutMs: READ_TIMEOUT_MS }

    return {
      desk: Effect.fn('SupplierStatements.desk')(function* ({ headers: { authorization } }, from) {
        const { accountId, supplierId, month, at, ...link } = yield* open(authorization, from)
        const { zone, months, ...now } = yield* database.readAsAccount(
          accountId,
          async tx => ({
            ...(await readSupplierMonths(tx, accountId, supplierId, month, at)),
            ...(month === null ? await readPresent(tx, accountId, supplierId, publicUrl) : NOTHING_PRESENT),
          }),
          reading,
        )
        return {
          account_name: link.accountName,
          supplier_name: link.supplierName,
          expires_at: link.expiresAt.toISOString(),
          zone,
          currency: ACCOUNT_CURRENCY,
          ...now,
          months,
        }
      }),
      read: Effect.fn('SupplierStatements.read')(function* (
        { headers: { authorization }, params: { month }, query: page },
        from,
      ) {
        const { accountId, supplierId, at } = yield* open(authorization, from, month)
        const { parts, ...statement } = yield* orNotFound(
          yield* database.readAsAccount(
            accountId,
            tx => readStatement(tx, accountId, month, supplierId, at, pageOf(page)),
            reading,
          ),
        )
        return { ...statement, parts: parts.map(({ project_name: _name, ...part }) => part) }
      }),
      file: Effect.fn('SupplierStatements.file')(function* (
        { headers: { authorization }, params: { month }, query: { format = 'csv' } },
        from,
      ) {
        const { accountId, supplierId } = yield* open(authorization, from, month)
        const statement = yield* orNotFound(
          yield* database.readAsAccount(accountId, tx =>
            findStatement(tx, accountId, { scope: 'supplier', month, scopeId: supplierId }),
          ),
        )
        return signedAnswer(fileNameOf(statement), format, statementFile(database.core, accountId, statement))
      }),
      outcomes: Effect.fn('SupplierStatements.outcomes')(function* (
        { headers: { authorization }, params: { month }, query: page },
        from,
      ) {
        const { accountId, supplierId } = yield* open(authorization, from, month)
        const { limit, offset } = pageOf(page)
        const { rows, stands } = yield* database.readAsAccount(
          accountId,
          async tx => {
            const window = await findWindow(tx, accountId)
            const found = await listOutcomes(
              tx,
              accountId,
              supplierId,
              { month },
              window,
              BEFORE_ALL,
              limit + 1,
              offset,
            )
            return { rows: found, stands: await disputesOfRows(tx, accountId, supplierId, found) }
          },
          reading,
        )
        return {
          rows: rows.slice(0, limit).map(({ place: _place, reason, reason_name, ...row }, at) => ({
            ...row,
            reason_code: reason,
            reason: reason_name,
            ...(stands[at] ?? { dispute: null, can_dispute: false }),
          })),
          has_more: rows.length > limit,
        }
      }),
      dispute: Effect.fn('SupplierStatements.dispute')(function* (
        { headers: { authorization, [IDEMPOTENCY_KEY_HEADER]: idempotencyKey }, params: { month }, payload },
        from,
      ) {
        const { accountId, linkId, supplierId, at } = yield* open(authorization, from, month)
        const raised = yield* database.asAccount(accountId, async tx => {
          const raise = () => raiseByLink(tx, { accountId, linkId, supplierId, month, at }, payload)
          const link = { accountId, linkId, at, key: idempotencyKey }
          return actByLink(tx, link, ['dispute.raise', month, payload], raise)
        })
        const { state, evidence, raised_at, lapses_at, decided_at, decision_note } = yield* settled(raised)
        return { state, evidence, raised_at, lapses_at, decided_at, decision_note }
      }),
      outcomesFile: Effect.fn('SupplierStatements.outcomesFile')(function* (
        { headers: { authorization }, params: { month }, query: { format = 'csv' } },
        from,
      ) {
        const { accountId, supplierId, at } = yield* open(authorization, from, month)
        const opened = yield* query(() =>
          openOutcomeFile(database.core, { accountId, supplierId, scope: { month }, at }, key),
        )
        const file = yield* orNotFound(opened)
        return signedAnswer(outcomeFileName(file), format, outcomeFile(database.core, file))
      }),
    }
  }),
)
