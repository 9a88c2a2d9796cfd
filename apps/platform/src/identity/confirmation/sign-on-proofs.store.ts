import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** Proof that the user of a session has just signed on again, by the subject that is bound to them. */
export interface SignOnProof {
  readonly sessionId: string
  readonly userId: number
  readonly accountId: number
  readonly issuer: string
  readonly subject: string
}

/** Stores a proof under its token, and forgets expired ones. */
export async function insertProof(
  tx: Tx,
  tokenHash: Buffer,
  { sessionId, userId, accountId, issuer, subject }: SignOnProof,
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<void> {
  await sql`delete from sso_confirmation where expires_at <= ${at} or session_id = ${sessionId}`.execute(tx)
  await sql`
    insert into sso_confirmation (token_hash, session_id, account_id, user_id, issuer, subject, expires_at)
    values (${tokenHash}, ${sessionId}, ${accountId}, ${userId}, ${issuer}, ${subject}, ${expiresAt})`.execute(tx)
}

/** Takes the proof of a token, which confirms once: its session's user alone, who is still bound to that subject of a provider that is still the account's. */
export async function takeProof(
  tx: Tx,
  tokenHash: Buffer,
  { userId, sessionId }: Pick<SignOnProof, 'userId' | 'sessionId'>,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from sso_confirmation p using sso_identity i, sso_config c
    where p.token_hash = ${tokenHash} and p.user_id = ${userId} and p.session_id = ${sessionId}::uuid and p.expires_at > ${at}
      and i.account_id = p.account_id and i.issuer = p.issuer and i.subject = p.subject and i.user_id = p.user_id
      and c.account_id = p.account_id and c.issuer = p.issuer and c.is_on`.execute(tx)
  return numAffectedRows > 0n
}
