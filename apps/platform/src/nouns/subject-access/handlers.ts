import { SUBJECT_ROWS_MAX } from '@desk/schema/privacy/subject-access'
import { Clock, Effect } from 'effect'
import { originOf } from '#kernel/audit/record-audit'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { idOf } from '#ledger/explain/find-respondents.store'
import { objectionsOf } from '../objections/objections.store.ts'
import { recordAccess } from './record-access.ts'
import { findSubject, readParts } from './subject-access.store.ts'

/** All that the caller's account stores about one respondent. */
export const subjectAccessHandlers = handlersOf(
  'subjectAccess',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      /** The audit log has each answer, by an RDUD of the person. */
      read: Effect.fn('SubjectAccess.read')(function* ({ query: { rdud, supplier_id: supplierId, rid } }, caller) {
        const { accountId, user } = caller
        const hex = rdud === undefined ? null : idOf(accountId, rdud)
        const found = yield* database.readAsAccount(accountId, async tx => {
          const subject = await findSubject(tx, accountId, hex, supplierId, rid)
          if (subject === undefined) return undefined
          const parts = await readParts(tx, accountId, subject)
          return { ...subject, ...parts, objections: await objectionsOf(tx, accountId, subject) }
        })
        const {
          entries,
          events,
          verdicts,
          listed,
          statement_lines: lines,
          recontact,
          ...person
        } = yield* orNotFound(found)
        const rows = person.reconciliation_rows
        const at = new Date(yield* Clock.currentTimeMillis)
        yield* database.asAccount(accountId, tx =>
          recordAccess(tx, { accountId, userId: user.uid, at, origin: originOf(caller) }, entries[0]?.rdud ?? null),
        )
        const most = <Row>(all: readonly Row[]): readonly Row[] => all.slice(0, SUBJECT_ROWS_MAX)
        return {
          ...person,
          entries: most(entries),
          events: most(events),
          verdicts: most(verdicts),
          listed: most(listed),
          statement_lines: most(lines),
          recontact: most(recontact),
          reconciliation_rows: most(rows),
          is_partial: [entries, events, verdicts, listed, lines, recontact, rows].some(
            ({ length }) => length > SUBJECT_ROWS_MAX,
          ),
        }
      }),
    }
  }),
)
