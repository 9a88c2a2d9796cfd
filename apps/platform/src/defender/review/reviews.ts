import {
  reasonOfRules,
  REVIEW_DAYS,
  REVIEW_PAGE_DEFAULT,
  reviewState,
  type FlaggedComplete,
  type ReviewDone,
  type ReviewFilters,
  type ReviewForm,
  type ReviewQueue,
} from '@desk/schema/defender/review'
import type { Tx } from '#kernel/db/tx'
import type { Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { formatRdud, parseRdud } from '#ledger/facts/rdud'
import * as store from './reviews.store.ts'

const DAY_MS = 86_400_000
const REJECTED = 50

/** Reads a page of flagged completes in one state. @param seesSuppliers whether the viewer sees the supply side */
export async function readQueue(
  tx: Tx,
  accountId: number,
  { state = 'pending', rule, project, after, limit = REVIEW_PAGE_DEFAULT }: ReviewFilters,
  seesSuppliers: boolean,
  nowMs: number,
): Promise<ReviewQueue> {
  const fromHex = store.firstIdAt(nowMs - REVIEW_DAYS * DAY_MS)
  const scope = { fromHex, beforeHex: after, rule, projectId: project }
  const { hexes, lookedTo } =
    state === 'pending' ? await store.findPending(tx, accountId, scope, limit) : await decided()

  async function decided(): Promise<store.FoundIds> {
    const { rows, isAll } = await store.findDecided(tx, accountId, scope)
    const matching = rows.filter(({ decisions }) => reviewState(decisions) === state).map(({ hex }) => hex)
    if (matching.length > limit) return { hexes: matching.slice(0, limit), lookedTo: matching[limit - 1] ?? null }
    return { hexes: matching, lookedTo: isAll ? null : (rows.at(-1)?.hex ?? null) }
  }

  const rows = await store.readFlagged(tx, accountId, hexes)
  return {
    as_of: new Date(nowMs).toISOString(),
    rows: rows.map(({ hex, supplier, completed_at: completedAt, ...row }): FlaggedComplete => ({
      ...row,
      rdud: formatRdud(accountId, hex),
      completed_at: completedAt?.toISOString() ?? null,
      ...(seesSuppliers ? { supplier } : {}),
      state: reviewState(row.decisions.map(({ decision }) => decision)),
    })),
    next: lookedTo,
    agreement: await store.readAgreement(tx, accountId, fromHex),
  }
}

/** Stores what a reviewer says of flagged completes, all of it or nothing; a repeat changes nothing. */
export async function decide(
  tx: Tx,
  { accountId, user, at }: Actor,
  { decisions }: ReviewForm,
): Promise<Outcome<ReviewDone, null>> {
  // of one that is named twice the last word counts
  const asked = new Map<string, ReviewForm['decisions'][number]>()
  for (const each of decisions) {
    const rdud = parseRdud(each.rdud)
    if (rdud === null || rdud.accountId !== accountId) return { kind: 'missing' }
    asked.set(rdud.hex, each)
  }
  const found = await store.lockReviewable(tx, accountId, [...asked.keys()], user.uid)
  if (found.length < asked.size) return { kind: 'missing' }
  const changed = found.flatMap(({ hex, rules, decision: before, reasonCode: reasonBefore, code }) => {
    const { decision = null, reason_code: given } = asked.get(hex) ?? {}
    const reasonCode = decision === 'confirmed' ? (given ?? reasonOfRules(rules)) : null
    return decision === before && reasonCode === reasonBefore ? [] : [{ hex, decision, reasonCode, code }]
  })
  if (changed.some(({ code }) => code === REJECTED))
    return {
      kind: 'refused',
      reason: 'already_rejected',
      message:
        'One of these completes has been rejected at reconciliation in the meantime: there is nothing left to decide.',
      current: null,
    }
  if (changed.length > 0)
    await store.writeDecisions(
      tx,
      accountId,
      user.uid,
      at,
      changed.map(({ hex, decision, reasonCode }) => ({ hex, decision, reasonCode })),
    )
  const rows = await store.readDecisions(tx, accountId, [...asked.keys()])
  return {
    kind: 'done',
    answer: {
      rows: rows.map(({ hex, decisions: said }) => ({
        rdud: formatRdud(accountId, hex),
        state: reviewState(said.map(({ decision }) => decision)),
        decisions: said,
      })),
    },
  }
}
