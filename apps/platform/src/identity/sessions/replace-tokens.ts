import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { hashToken, newToken } from '../tokens/token.ts'
import { holdSession, insertToken } from './sessions.store.ts'

/**
 * Gives a session a new token; all its former ones end at once, without a grace period.
 * @returns the new token, for the session's owner alone
 */
export async function replaceTokens(tx: Tx, sessionId: string, now: Date): Promise<string> {
  const token = newToken()
  const tokenHash = hashToken(token)
  if (!tokenHash) throw new Error('A new token has the wrong form.')
  // a concurrent call could be renewing the session's token
  await holdSession(tx, sessionId)
  await sql`delete from session_token where session_id = ${sessionId}`.execute(tx)
  await insertToken(tx, sessionId, tokenHash, now)
  return token
}
