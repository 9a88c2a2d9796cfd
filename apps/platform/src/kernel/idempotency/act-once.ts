import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/tx.ts'

/** How long a key is stored for repeats. */
export const KEY_KEPT_MS = 24 * 60 * 60 * 1000

/** A request that acts once, however often and in parallel it is sent. */
export interface OnceKey {
  readonly accountId: number
  readonly userId: number
  readonly key: string
  /** The request in a canonical form: the same key with another request is refused. */
  readonly request: readonly unknown[]
  readonly at: Date
}

export type Once<Answer> = { readonly kind: 'answer'; readonly answer: Answer } | { readonly kind: 'reused' }

/**
 * Acts once for a key, in the open transaction: concurrent repeats wait here, and then get the stored answer. An act
 * that throws stores nothing, and may be retried.
 * @param act what to do; its answer is stored as JSON and comes back as it was
 * @returns the answer, or `reused` when the key belongs to another request
 */
export async function actOnce<Answer>(
  tx: Tx,
  once: OnceKey,
  act: () => Promise<{ readonly httpStatus: number; readonly answer: Answer }>,
): Promise<Once<Answer>> {
  const requestHash = createHash('sha256').update(JSON.stringify(once.request)).digest()
  const { numAffectedRows } = await sql`
    insert into idempotency_key (account_id, user_id, key, request_hash, created_at)
    values (${once.accountId}, ${once.userId}, ${once.key}, ${requestHash}, ${once.at})
    on conflict do nothing`.execute(tx)
  const mine = sql`account_id = ${once.accountId} and user_id = ${once.userId} and key = ${once.key}`
  if (numAffectedRows === 1n) {
    const { httpStatus, answer } = await act()
    await sql`update idempotency_key set response_status = ${httpStatus}, response_body = ${JSON.stringify(answer)} where ${mine}`.execute(
      tx,
    )
    return { kind: 'answer', answer }
  }
  const { rows } = await sql<{ requestHash: Buffer; answer: Answer }>`
    select request_hash as "requestHash", response_body as answer from idempotency_key where ${mine}`.execute(tx)
  const [stored] = rows
  return stored?.requestHash.equals(requestHash) ? { kind: 'answer', answer: stored.answer } : { kind: 'reused' }
}

/**
 * Forgets the keys from before a moment.
 * @returns how many there were
 */
export async function forgetKeys(tx: Tx, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`delete from idempotency_key where created_at < ${before}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
