import { DISPUTE_STATES, type Dispute } from '@desk/schema/disputes/dispute'
import type { Schema } from 'effect'
import type { Tx } from '#kernel/db/tx'
import { requireFound } from '#kernel/edits/require-found'
import { recordEdit, type HistoryFacts } from '#kernel/history/history.store'
import { findWindow } from '../requests.store.ts'
import { recordEvent } from '../../webhooks/record-event.store.ts'
import * as store from './disputes.store.ts'

/** A dispute as it is stored now. */
export const readDispute = async (tx: Tx, accountId: number, id: number): Promise<Dispute> =>
  requireFound(await store.findDispute(tx, accountId, await findWindow(tx, accountId), id), 'dispute')

/** The history has the length of a text alone: the audit log is never erased (docs/decisions/0116). */
const lengthOf = (text: string): string | null => (text === '' ? null : `${text.length} characters`)

/** The facts for a dispute's history. */
export const factsOf = ({
  state,
  supplier_name,
  rdud,
  evidence,
  decision_note,
  overturned_by,
}: Dispute): HistoryFacts => ({
  state: DISPUTE_STATES[state].label,
  supplier: supplier_name,
  respondent: rdud,
  evidence: lengthOf(evidence),
  note: lengthOf(decision_note),
  overturned_by,
})

/** Notifies endpoints of a dispute; money and evidence stay in the desk. */
export async function tellOf(tx: Tx, accountId: number, dispute: Dispute): Promise<void> {
  const { dispute_ud, state, pm_sup_ud, pm_proj_ud, reconciliation_ud, rdud, rid, raised_at, lapses_at, decided_at } =
    dispute
  const data: Schema.JsonObject = {
    dispute_ud,
    state,
    pm_sup_ud,
    pm_proj_ud,
    reconciliation_ud,
    rdud,
    rid,
    raised_at,
    lapses_at,
    decided_at,
  }
  await recordEvent(tx, { accountId, projectId: pm_proj_ud, kind: 'dispute.changed', data })
}

/** Ends a dispute without a user's decision: its time ran out, or the rejection is gone. */
export async function endByItself(
  tx: Tx,
  accountId: number,
  id: number,
  state: 'lapsed' | 'settled',
  at: Date,
): Promise<void> {
  const before = factsOf(await readDispute(tx, accountId, id))
  await store.endDispute(tx, accountId, id, { state, userId: null, at, note: '', overturnedBy: null })
  const after = await readDispute(tx, accountId, id)
  await recordEdit(tx, {
    accountId,
    scope: 'dispute',
    id,
    userId: null,
    at,
    act: 'edited',
    before,
    after: factsOf(after),
  })
  await tellOf(tx, accountId, after)
}

/** Settles what waits about respondents whom a stored request made completes again. @param overturnedId the dispute that the request itself overturns */
export async function settleDisputes(
  tx: Tx,
  accountId: number,
  requestId: number,
  overturnedId: number | null,
  at: Date,
): Promise<void> {
  for (const id of await store.listGone(tx, accountId, requestId, overturnedId))
    await endByItself(tx, accountId, id, 'settled', at)
}
