import { addBusinessDays } from '@desk/schema/disputes/business-days'
import { DISPUTE_BUSINESS_DAYS, type Dispute, type DisputeForm } from '@desk/schema/disputes/dispute'
import { judgeDispute } from '@desk/schema/disputes/judge-dispute'
import type { Tx } from '#kernel/db/tx'
import { make, type Actor } from '#kernel/edits/edit'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
import { recordEdit } from '#kernel/history/history.store'
import { parseRdud } from '#ledger/facts/rdud'
import { findWindow, takeTurn } from '../requests.store.ts'
import * as store from './disputes.store.ts'
import { factsOf, readDispute, tellOf } from './end-dispute.ts'

/** The hex of an RDUD of the account; undefined: it is another's, or none. */
function rdudHex(accountId: number, rdud: string): string | undefined {
  const parts = parseRdud(rdud)
  return parts?.accountId === accountId ? parts.hex : undefined
}

/** The rejected row of an RDUD, once it is its project's turn: while it is disputed, no undo takes it back. */
async function lockRejected(
  tx: Tx,
  accountId: number,
  rdud: string,
  scope: store.RejectionScope,
): Promise<store.RejectedRow | undefined> {
  const hex = rdudHex(accountId, rdud)
  if (hex === undefined) return undefined
  const window = await findWindow(tx, accountId)
  const found = await store.findRejected(tx, accountId, hex, scope, window)
  if (found === undefined) return undefined
  await takeTurn(tx, found.projectId)
  return store.findRejected(tx, accountId, hex, scope, window)
}

const refusalOf = ({ state }: store.RejectedRow): Refusal<Dispute | null> | undefined => {
  const verdict = judgeDispute(state, 'raised')
  if ('to' in verdict) return undefined
  return {
    kind: 'refused',
    reason: verdict.refusal,
    message: 'This rejection was disputed already: there is one round.',
    current: null,
  }
}

async function insert(
  tx: Tx,
  accountId: number,
  row: store.RejectedRow,
  { rdud, evidence }: DisputeForm,
  by: store.NewDispute['by'],
  at: Date,
): Promise<number> {
  const hex = rdudHex(accountId, rdud)
  if (hex === undefined) throw new Error('The row was found by this RDUD')
  const window = await findWindow(tx, accountId)
  const lastDay = addBusinessDays(await store.dayOf(tx, window, at), DISPUTE_BUSINESS_DAYS)
  return store.insertDispute(tx, accountId, {
    ...row,
    hex,
    evidence: evidence.trim(),
    by,
    at,
    lapsesAt: await store.endOfDay(tx, window, lastDay),
  })
}

/** Raises a dispute for a supplier, by a user of the account. */
export function raiseDispute(tx: Tx, actor: Actor, form: DisputeForm): Promise<Outcome<Dispute, Dispute | null>> {
  const { accountId, at, user } = actor
  return make<store.RejectedRow, Dispute, Dispute | null>(tx, actor, {
    scope: 'dispute',
    lock: () => lockRejected(tx, accountId, form.rdud, {}),
    judge: refusalOf,
    write: row => insert(tx, accountId, row, form, { userId: user.uid }, at),
    facts: async id => factsOf(await readDispute(tx, accountId, id)),
    tell: async (_row, id) => tellOf(tx, accountId, await readDispute(tx, accountId, id)),
    read: id => readDispute(tx, accountId, id),
  })
}

/** The supplier of a link, and the month that was asked for. */
export interface DisputingLink {
  readonly accountId: number
  readonly linkId: number
  readonly supplierId: number
  readonly month: string
  readonly at: Date
}

/** Raises a dispute by the supplier itself: about its own rows of that month alone (S11). */
export async function raiseByLink(
  tx: Tx,
  { accountId, linkId, supplierId, month, at }: DisputingLink,
  form: DisputeForm,
): Promise<Outcome<Dispute, Dispute | null>> {
  const row = await lockRejected(tx, accountId, form.rdud, { supplierId, month })
  if (row === undefined) return { kind: 'missing' }
  const refusal = refusalOf(row)
  if (refusal) return refusal
  const id = await insert(tx, accountId, row, form, { linkId }, at)
  const dispute = await readDispute(tx, accountId, id)
  await recordEdit(tx, {
    accountId,
    scope: 'dispute',
    id,
    userId: null,
    at,
    act: 'created',
    before: {},
    after: { ...factsOf(dispute), raised_by: `the supplier, by link ${linkId}` },
  })
  await tellOf(tx, accountId, dispute)
  return { kind: 'done', answer: dispute }
}
