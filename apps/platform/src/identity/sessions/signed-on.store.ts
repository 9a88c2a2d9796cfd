import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** By whose single sign-on a session began, and where its provider signs out, sealed; null: it does not offer that. */
export interface SignedOn {
  readonly accountId: number
  readonly sealedSignOutUrl: Buffer | null
}

export async function insertSignedOn(
  tx: Tx,
  sessionId: string,
  { accountId, sealedSignOutUrl }: SignedOn,
): Promise<void> {
  await sql`insert into sso_session (session_id, account_id, sign_out_url) values (${sessionId}, ${accountId}, ${sealedSignOutUrl})`.execute(
    tx,
  )
}

/** By whose single sign-on a session began; null: by the password. */
export async function findSignedOn(tx: Tx, sessionId: string): Promise<SignedOn | null> {
  const { rows } = await sql<SignedOn>`
    select account_id as "accountId", sign_out_url as "sealedSignOutUrl" from sso_session where session_id = ${sessionId}`.execute(
    tx,
  )
  return rows[0] ?? null
}
