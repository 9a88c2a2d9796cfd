import type { Schema } from 'effect'
import { originOf, type Origin } from '../audit/record-audit.ts'
import type { Tx } from '../db/tx.ts'
import { HTTP_STATUS, type Outcome } from './outcome.ts'
import type { Requester } from '../http/requester.ts'
import { actOnce } from '../idempotency/act-once.ts'

const REUSED_KEY = {
  kind: 'refused',
  reason: 'idempotency_key_reused',
  message: 'This Idempotency-Key was sent with another request before.',
  current: null,
} as const

/** A supplier that acts by its link, without a user. */
export interface ActingLink {
  readonly accountId: number
  readonly supplierId: number
  readonly linkId: number
  /** The user who made the link, and answers for it. */
  readonly madeBy: number
  readonly at: Date
  readonly from: Requester
}

/** The origin of a link's act. */
export const originOfLink = ({ from }: ActingLink): Origin => ({ ...originOf(from), by: 'supplier_link' })

/** Acts for a link in the open transaction; once, where the call has a key. */
export async function actByLink<Answer, Current extends Schema.Json>(
  tx: Tx,
  {
    accountId,
    linkId,
    at,
    key,
  }: Pick<ActingLink, 'accountId' | 'linkId' | 'at'> & { readonly key: string | undefined },
  request: readonly unknown[],
  act: () => Promise<Outcome<Answer, Current>>,
): Promise<Outcome<Answer, Current | null>> {
  if (key === undefined) return act()
  // a link has no user: its keys are those of its own number, below all users
  const acted = await actOnce(tx, { accountId, userId: -linkId, at, key, request }, async () => {
    const answer = await act()
    return { httpStatus: HTTP_STATUS[answer.kind], answer }
  })
  return acted.kind === 'reused' ? REUSED_KEY : acted.answer
}
