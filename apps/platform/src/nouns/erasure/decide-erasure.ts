import { ERASURE_IDS_MAX, type Erasure, type ErasureForm, type ErasureState } from '@desk/schema/erasure/erasure'
import { SUPPLIER_ERASURES_MAX, type SupplierErasureForm } from '@desk/schema/privacy/supplier-privacy'
import type { Tx } from '#kernel/db/tx'
import { originOfLink, type ActingLink } from '#kernel/edits/act-by-link'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
import { recordEdit } from '#kernel/history/history.store'
import { requireFound } from '#kernel/edits/require-found'
import { NOTHING_ERASED } from './erase-identities.ts'
import * as store from './erasures.store.ts'

const fieldOf = (id: number): string => `Erasure ${id}`
const reread = async (tx: Tx, accountId: number, id: number): Promise<Erasure> =>
  requireFound(await store.findErasure(tx, accountId, id), 'erasure')

/** Stores a request. The audit log has the number of respondents and the rule, and no id. */
export async function requestErasure(
  tx: Tx,
  actor: Actor,
  form: ErasureForm,
): Promise<Outcome<Erasure, Erasure | null>> {
  const { accountId, at, user } = actor
  const found = await store.findSubjects(tx, accountId, form)
  if (found.hexes.length === 0)
    return {
      kind: 'refused',
      reason: 'nobody_found',
      message: 'None of these ids is a respondent of the account.',
      current: null,
    }
  if (form.marks !== undefined && found.hexes.length > ERASURE_IDS_MAX)
    return {
      kind: 'refused',
      reason: 'too_many_found',
      message: `More than ${ERASURE_IDS_MAX} respondents have these marks. Name fewer.`,
      current: null,
    }
  const scope = await store.readScope(tx, accountId, found)
  const { rule } = form
  const reference = form.reference.trim()
  let id = 0
  return edit<true, string, Erasure, null>(tx, actor, {
    scope: 'account',
    id: accountId,
    lock: () => Promise.resolve(true),
    judge: () => ({ before: null, after: 'requested' }),
    write: async () => {
      const made = { rule, reference, scope, erased: NOTHING_ERASED, hexes: found.hexes, userId: user.uid, at }
      id = await store.insertErasure(tx, accountId, made)
    },
    changed: () => ({
      before: {},
      after: { [fieldOf(id)]: `requested: ${scope.respondents} respondents, ${rule}, ${reference}` },
    }),
    read: () => reread(tx, accountId, id),
  })
}

/** Stores a request of a supplier for its own respondents; an admin decides. */
export async function requestByLink(
  tx: Tx,
  link: ActingLink,
  { ids, rule, reference: given }: SupplierErasureForm,
): Promise<Outcome<Erasure, null>> {
  const { accountId, supplierId, linkId, madeBy, at } = link
  const refused = (reason: string, message: string): Refusal<null> => ({
    kind: 'refused',
    reason,
    message,
    current: null,
  })
  if ((await store.countWaiting(tx, accountId, supplierId)) >= SUPPLIER_ERASURES_MAX)
    return refused('too_many_waiting', `At most ${SUPPLIER_ERASURES_MAX} requests wait for a decision.`)
  const found = await store.findSubjects(tx, accountId, { pm_sup_ud: supplierId, ids }, supplierId)
  if (found.hexes.length === 0) return refused('nobody_found', 'None of these ids is a respondent of yours.')
  const scope = await store.readScope(tx, accountId, found)
  const reference = given.trim()
  const made = { rule, reference, scope, erased: NOTHING_ERASED, hexes: found.hexes, userId: madeBy, linkId, at }
  const id = await store.insertErasure(tx, accountId, made)
  const words = `requested by the supplier, by link ${linkId}: ${scope.respondents} respondents, ${rule}, ${reference}`
  await recordEdit(tx, {
    accountId,
    scope: 'account',
    id: accountId,
    userId: null,
    at,
    origin: originOfLink(link),
    act: 'edited',
    before: {},
    after: { [fieldOf(id)]: words },
  })
  return { kind: 'done', answer: await reread(tx, accountId, id) }
}

/** Confirms a request of another admin, or withdraws one. */
export function decideErasure(
  tx: Tx,
  actor: Actor,
  id: number,
  state: Extract<ErasureState, 'confirmed' | 'withdrawn'>,
): Promise<Outcome<Erasure, Erasure>> {
  const { accountId, at, user } = actor
  return edit<Erasure, string, Erasure, Erasure>(tx, actor, {
    scope: 'account',
    id: accountId,
    lock: () => store.lockErasure(tx, accountId, id),
    judge: stored => refusalOf(stored, user.uid, state) ?? { before: stored.state, after: state },
    write: () => store.decideErasure(tx, accountId, id, state, { userId: user.uid, at }),
    changed: () => ({ before: { [fieldOf(id)]: 'requested' }, after: { [fieldOf(id)]: state } }),
    read: () => reread(tx, accountId, id),
  })
}

function refusalOf(stored: Erasure, userId: number, state: ErasureState): Refusal<Erasure> | undefined {
  const refused = (reason: string, message: string): Refusal<Erasure> => ({
    kind: 'refused',
    reason,
    message,
    current: stored,
  })
  if (stored.state !== 'requested') return refused('already_decided', `This erasure is ${stored.state} already.`)
  if (state === 'confirmed' && stored.requested_by_ud === userId)
    return refused(
      'own_request',
      stored.requested_by_link_ud === null
        ? 'Another administrator confirms an erasure, not the one who requested it.'
        : 'Another administrator confirms this erasure, not the one who made the supplier’s link.',
    )
  return undefined
}
