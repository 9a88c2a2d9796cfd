import type { Caller } from '@desk/api/authorization'
import { canonicalJson } from '@desk/machines/journal/fingerprint'
import type { AuditAct, AuditBy, AuditScope } from '@desk/schema/audit/audit-entry'
import type { HistoryChange } from '@desk/schema/history/history'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'
import type { Requester } from '../http/requester.ts'

/** The address and the means by which a user acts. */
export interface Origin {
  readonly by: AuditBy
  readonly apiKeyId: number | null
  readonly address: string | null
  readonly userAgent: string | null
}

/** The origin of a caller's act. */
export function originOf({
  apiKey,
  address,
  userAgent,
  isThroughAssistant = false,
}: Pick<Caller, 'apiKey'> & Partial<Requester>): Origin {
  return {
    by: apiKey === undefined ? (isThroughAssistant ? 'assistant' : 'screen') : 'api_key',
    apiKeyId: apiKey?.id ?? null,
    address: address === undefined || address === '' ? null : address,
    userAgent: userAgent ?? null,
  }
}

/** A user's act on an object of an account. */
export interface AuditedAct {
  readonly accountId: number
  readonly userId: number | null
  readonly at: Date
  readonly origin: Origin
  readonly act: AuditAct
  readonly scope: AuditScope
  readonly objectId: number | null
  readonly changes: readonly HistoryChange[]
}

/** The text that the chain hashes; the columns beside it are for finding, and the verifier compares them with it. */
export function contentOf({ accountId, userId, at, origin, act, scope, objectId, changes }: AuditedAct): string {
  const { by, apiKeyId, address, userAgent } = origin
  return canonicalJson({
    account: accountId,
    act,
    address,
    api_key: apiKeyId,
    at: at.toISOString(),
    by,
    changes,
    object: objectId,
    scope,
    user: userId,
    user_agent: userAgent,
  })
}

/** Writes an entry of the account's audit log in the open transaction: it holds when the act does. The commit chains it (migrations/baseline/history.sql). */
export const recordAudit = (tx: Tx, act: AuditedAct): Promise<void> => recordAudits(tx, [act])

/** The same for several acts, in their order. */
export async function recordAudits(tx: Tx, acts: readonly AuditedAct[]): Promise<void> {
  if (acts.length === 0) return
  const rows = acts.map(act => {
    const { accountId, userId, at, origin, scope, objectId } = act
    return sql`(${accountId}, ${at}, ${act.act}, ${scope}, ${objectId}, ${userId}, ${origin.by}, ${origin.apiKeyId}, ${contentOf(act)})`
  })
  await sql`
    insert into audit_entry (account_id, at, act, scope, object_id, user_id, by, api_key_id, content) values ${sql.join(rows)}`.execute(
    tx,
  )
}
