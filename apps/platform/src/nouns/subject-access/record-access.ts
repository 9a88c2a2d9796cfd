import { recordAudit, type Origin } from '#kernel/audit/record-audit'
import type { Tx } from '#kernel/db/tx'

/** One who sees what an account stores about a person: a user, or a link of a supplier without one. */
export interface Reader {
  readonly accountId: number
  readonly userId: number | null
  readonly at: Date
  readonly origin: Origin
}

/** Writes an access to the audit log, by an RDUD: the log never forgets, so it gets no ID of the supplier. */
export const recordAccess = (tx: Tx, reader: Reader, rdud: string | null): Promise<void> =>
  recordAudit(tx, {
    ...reader,
    act: 'exported',
    scope: 'respondent',
    objectId: null,
    changes: [{ field: 'rdud', from: null, to: rdud }],
  })
