import type { Erasure, ErasureForm, ErasureState } from '@desk/schema/erasure/erasure'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
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
    return refused('own_request', 'Another administrator confirms an erasure, not the one who requested it.')
  return undefined
}
