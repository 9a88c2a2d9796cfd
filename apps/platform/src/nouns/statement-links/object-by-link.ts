import type { Objection } from '@desk/schema/privacy/objections'
import { recordAudit } from '#kernel/audit/record-audit'
import type { Tx } from '#kernel/db/tx'
import { originOfLink, type ActingLink } from '#kernel/edits/act-by-link'
import type { Outcome } from '#kernel/edits/outcome'
import { findSubject } from '../subject-access/subject-access.store.ts'
import { findObjection, readObjection, storeObjection, withdraw } from '../objections/objections.store.ts'

/** The audit log names an objection by its id, as of a user (docs/decisions/0118). */
const record = (tx: Tx, link: ActingLink, act: 'created' | 'deleted', id: number): Promise<void> =>
  recordAudit(tx, {
    accountId: link.accountId,
    userId: null,
    at: link.at,
    origin: originOfLink(link),
    act,
    scope: 'objection',
    objectId: id,
    changes: [],
  })

const TOO_MANY = {
  kind: 'refused',
  reason: 'too_many_objections',
  message: 'As many objections are in force as there may be. Please ask the account to record this one.',
  current: null,
} as const

/** Records an objection of a respondent of the link's supplier who entered. */
export async function objectByLink(tx: Tx, link: ActingLink, rid: string): Promise<Outcome<Objection, null>> {
  const { accountId, supplierId, linkId, madeBy, at } = link
  if ((await findSubject(tx, accountId, null, supplierId, rid)) === undefined) return { kind: 'missing' }
  const stored = await storeObjection(tx, accountId, { supplier_id: supplierId, rid }, { userId: madeBy, linkId }, at)
  if (stored === 'no supplier') return { kind: 'missing' }
  if (stored === 'too many') return TOO_MANY
  if (typeof stored !== 'number') return { kind: 'done', answer: await readObjection(tx, accountId, stored.known) }
  await record(tx, link, 'created', stored)
  return { kind: 'done', answer: await readObjection(tx, accountId, stored) }
}

/** Withdraws an objection of the link's supplier. */
export async function withdrawByLink(tx: Tx, link: ActingLink, id: number): Promise<Outcome<Objection, null>> {
  const { accountId, supplierId, linkId, madeBy, at } = link
  if ((await findObjection(tx, accountId, id))?.supplier_id !== supplierId) return { kind: 'missing' }
  if (await withdraw(tx, accountId, id, { userId: madeBy, linkId }, at)) await record(tx, link, 'deleted', id)
  return { kind: 'done', answer: await readObjection(tx, accountId, id) }
}
