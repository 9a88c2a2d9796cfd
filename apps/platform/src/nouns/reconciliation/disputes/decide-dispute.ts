import { RECONCILIATION_REASONS } from '@desk/schema/reconciliation/reasons'
import type { Dispute, DisputeDecision } from '@desk/schema/disputes/dispute'
import { judgeDispute } from '@desk/schema/disputes/judge-dispute'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import type { Adjust } from '#ledger/batches/ledger'
import { judgeLines } from '../judge.store.ts'
import { insertLines } from '../lines.store.ts'
import { NOTHING_BETWEEN } from '../progress.ts'
import { findWindow, insertRequest, takeTurn } from '../requests.store.ts'
import { requireRequest } from '../read-preview.ts'
import { storeRequest } from '../store-request.ts'
import * as store from './disputes.store.ts'
import { readDispute, factsOf, tellOf } from './end-dispute.ts'

/** The respondent is not as it was rejected any more: nothing is decided. */
export class RejectionChanged extends Error {}

/**
 * Decides a dispute, once it is its project's turn. One that is overturned stores a request of its own, which accepts the respondent in the same transaction.
 * @throws RejectionChanged, RowsChanged, which roll back the transaction
 */
export function decideDispute(
  tx: Tx,
  actor: Actor,
  id: number,
  { decision, note = '', version }: DisputeDecision,
  adjust: Adjust,
): Promise<Outcome<Dispute>> {
  const { accountId, at, user } = actor
  return edit<Dispute, { readonly state: string; readonly note: string }, Dispute, Dispute>(tx, actor, {
    scope: 'dispute',
    id,
    async lock() {
      const projectId = await store.findProjectOf(tx, accountId, id)
      if (projectId === undefined) return undefined
      await takeTurn(tx, projectId)
      await store.lockDispute(tx, accountId, id)
      return readDispute(tx, accountId, id)
    },
    judge: stored => {
      const after = { state: decision, note: note.trim() }
      const before = { state: stored.state, note: stored.decision_note }
      // the same decision again is a repeat, whose answer was lost
      const isRepeat = before.state === after.state && before.note === after.note
      if (isRepeat || 'to' in judgeDispute(stored.state, decision)) return { before, after }
      return {
        kind: 'refused',
        reason: 'already_decided',
        message: `The dispute is ${stored.state} already.`,
        current: stored,
      }
    },
    version: stored => ({ seen: version, stored: stored.version }),
    async write(after, stored) {
      const overturnedBy = decision === 'overturned' ? await accept(tx, actor, stored, adjust) : null
      await store.endDispute(tx, accountId, id, {
        state: decision,
        userId: user.uid,
        at,
        note: after.note,
        overturnedBy,
      })
    },
    facts: async () => factsOf(await readDispute(tx, accountId, id)),
    tell: async () => tellOf(tx, accountId, await readDispute(tx, accountId, id)),
    read: () => readDispute(tx, accountId, id),
  })
}

/** Stores the request that accepts the respondent again: however late, since its window was open when the client rejected it. */
async function accept(tx: Tx, actor: Actor, dispute: Dispute, adjust: Adjust): Promise<number> {
  const { accountId, at, user } = actor
  const requestId = await insertRequest(tx, accountId, {
    projectId: dispute.pm_proj_ud,
    mode: 'REJECT_LIST',
    version: 'new',
    kind: 'dispute',
    channel: actor.apiKey === undefined ? 'screen' : 'api',
    note: `Dispute ${dispute.dispute_ud} about request ${dispute.request_number} was overturned`,
    purchaseOrder: '',
    userId: user.uid,
    at,
    filename: null,
    sha256: null,
    reading: null,
    bytes: null,
    undoOf: null,
    undoOfSupplier: null,
    fault: null,
  })
  const reasonCode = RECONCILIATION_REASONS.adjustToComplete.code
  await insertLines(
    tx,
    accountId,
    requestId,
    [{ line: 1, rawText: dispute.rdud, reasonCode, isBadReason: false, comment: '' }],
    'choice',
    NOTHING_BETWEEN,
  )
  const request = await requireRequest(tx, accountId, requestId)
  await judgeLines(tx, accountId, request, await findWindow(tx, accountId), at)
  const { digest, changes } = await requireRequest(tx, accountId, requestId)
  if (changes !== 1) throw new RejectionChanged('The respondent is not rejected any more')
  const stored = await storeRequest(
    tx,
    actor,
    { reconciliation_ud: requestId, digest: digest ?? '' },
    adjust,
    undefined,
    dispute.dispute_ud,
  )
  if (stored.kind !== 'done') throw new RejectionChanged('The respondent cannot be accepted')
  return requestId
}
