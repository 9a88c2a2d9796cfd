import type { AuditAct, AuditBy } from '@desk/schema/audit/audit-entry'
import type { HistoryChange } from '@desk/schema/history/history'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import type { Tx } from '#kernel/db/tx'
import type { Calling } from '#kernel/http/requester'

/** An act of signing in, or of the ways in which a user signs in. */
export interface ActOfUser {
  readonly act: AuditAct
  readonly accountId: number
  /** Who acts. */
  readonly userId: number
  /** Whose sign-in it is; the one who acts by default. */
  readonly of?: number
  readonly at: Date
  readonly from: Parameters<typeof originOf>[0]
  readonly changes?: readonly HistoryChange[]
  /** Unset: as the caller acts. */
  readonly by?: AuditBy
}

/** Writes an act into the audit log of the account, in the open transaction; its object is the user. */
export function auditOfUser(
  tx: Tx,
  { act, accountId, userId, of = userId, at, from, changes = [], by }: ActOfUser,
): Promise<void> {
  return recordAudit(tx, {
    act,
    accountId,
    userId,
    at,
    origin: { ...originOf(from), ...(by === undefined ? {} : { by }) },
    scope: 'session',
    objectId: of,
    changes,
  })
}

/** That a caller ended sessions of a user, and how many. */
export function auditEnded(tx: Tx, caller: Calling, at: Date, of: number, count: number): Promise<void> {
  const { accountId, user } = caller
  const changes = [{ field: 'open_sessions', from: null, to: `${count} ended` }]
  return auditOfUser(tx, { act: 'sessions_ended', accountId, userId: user.uid, of, at, from: caller, changes })
}
