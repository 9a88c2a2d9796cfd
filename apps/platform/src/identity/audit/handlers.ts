import { LIST_LIMIT_DEFAULT } from '@desk/api/lists'
import { Clock, Effect, Stream } from 'effect'
import { HttpServerResponse } from 'effect/http'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import { verifyAudit } from '#kernel/audit/verify-audit'
import { Database } from '#kernel/db/database'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { CONTENT_TYPES, headOf, linesOf, type AuditFormat } from './audit-file.ts'
import { listAudit } from './audit.store.ts'
import type { AuditFilters } from '@desk/schema/audit/audit-entry'

const EXPORT_ROWS = 1_000

/** The lines of an export, read in portions: memory holds one at a time, and the next is read when the client has taken it. */
async function* linesIn(
  database: DeskDatabase,
  accountId: number,
  filters: AuditFilters,
  format: AuditFormat,
): AsyncGenerator<Uint8Array> {
  const head = headOf(format)
  if (head !== undefined) yield head
  let before: number | undefined
  for (;;) {
    const seq = before
    const entries = await database.readAsAccount(accountId, tx =>
      listAudit(tx, accountId, filters, { before: seq, limit: EXPORT_ROWS }),
    )
    if (entries.length > 0) yield linesOf(format, entries)
    before = entries.at(-1)?.seq
    if (entries.length < EXPORT_ROWS) return
  }
}

/** The audit log of the caller's account (docs/decisions/0044). */
export const auditHandlers = handlersOf(
  'audit',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      list: Effect.fn('Audit.list')(function* (
        { query: { before, limit = LIST_LIMIT_DEFAULT, ...filters } },
        { accountId },
      ) {
        // one more than asked for says whether there is another page
        const found = yield* database.readAsAccount(accountId, tx =>
          listAudit(tx, accountId, filters, { before, limit: limit + 1 }),
        )
        const entries = found.slice(0, limit)
        return { entries, next: found.length > limit ? (entries.at(-1)?.seq ?? null) : null }
      }),
      /** The log records each export before the user gets it. */
      export: Effect.fn('Audit.export')(function* ({ query: { format, ...filters } }, caller) {
        const { accountId, user } = caller
        const at = new Date(yield* Clock.currentTimeMillis)
        yield* database.asAccount(accountId, tx =>
          recordAudit(tx, {
            accountId,
            userId: user.uid,
            at,
            origin: originOf(caller),
            act: 'exported',
            scope: 'audit_log',
            objectId: null,
            changes: Object.entries({ format, ...filters }).map(([field, to]) => ({ field, from: null, to })),
          }),
        )
        return HttpServerResponse.stream(
          Stream.fromAsyncIterable(linesIn(database.core, accountId, filters, format), error => error),
          {
            contentType: CONTENT_TYPES[format],
            headers: { 'content-disposition': `attachment; filename="audit-log.${format}"` },
          },
        )
      }),
      verify: (_sent, { accountId }) => database.readAsAccount(accountId, tx => verifyAudit(tx, accountId)),
    }
  }),
)
