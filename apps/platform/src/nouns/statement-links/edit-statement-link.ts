import {
  STATEMENT_LINKS_MAX,
  SUPPLIER_PAGE,
  type MadeStatementLink,
  type StatementLink,
  type StatementLinkForm,
} from '@desk/schema/statements/statement-link'
import { hashToken, newToken } from '#identity/tokens/token'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import * as store from './statement-links.store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const reread = async (tx: Tx, { accountId, at }: Actor, id: number): Promise<StatementLink> =>
  requireFound(await store.findLink(tx, accountId, id, at), 'statement link')

/** Makes a link for one supplier of the account; only this answer has it. @param publicUrl where the desk is reached */
export function makeLink(
  tx: Tx,
  actor: Actor,
  form: StatementLinkForm,
  publicUrl: string,
): Promise<Outcome<MadeStatementLink, null>> {
  const { accountId, at, user } = actor
  const token = newToken()
  const hash = requireFound(hashToken(token) ?? undefined, 'token')
  return make<true, MadeStatementLink, null>(tx, actor, {
    scope: 'statement_link',
    lock: inAccount,
    judge: async () =>
      (await store.countLive(tx, accountId, at)) >= STATEMENT_LINKS_MAX
        ? {
            kind: 'refused',
            reason: 'too_many_links',
            message: `There are ${STATEMENT_LINKS_MAX} links already: revoke those that are no longer used.`,
            current: null,
          }
        : refusedFor(
            (await store.hasSupplier(tx, accountId, form.pm_sup_ud))
              ? []
              : [{ path: ['pm_sup_ud'], message: 'Supplier is not in the list' }],
          ),
    write: () =>
      store.insertLink(tx, accountId, {
        supplierId: form.pm_sup_ud,
        month: form.month ?? null,
        note: form.note.trim(),
        hash,
        userId: user.uid,
        at,
        expiresAt: new Date(at.getTime() + form.expires_in_days * DAY_MS),
      }),
    facts: async id => factsOf(await reread(tx, actor, id)),
    read: async id => ({ ...(await reread(tx, actor, id)), secret: `${publicUrl}${SUPPLIER_PAGE}#${token}` }),
  })
}

/** Revokes a link: its next call is refused. Revoking it again changes nothing. */
export function revokeLink(tx: Tx, actor: Actor, id: number): Promise<Outcome<StatementLink>> {
  const { accountId, user, at } = actor
  return edit<StatementLink, string, StatementLink>(tx, actor, {
    scope: 'statement_link',
    noun: 'link',
    id,
    lock: () => store.lockLink(tx, accountId, id, at),
    judge: ({ revoked_at: revokedAt }) => ({ before: revokedAt, after: revokedAt ?? at.toISOString() }),
    write: () => store.revokeLink(tx, accountId, id, user.uid, at),
    facts: async () => factsOf(await reread(tx, actor, id)),
    read: () => reread(tx, actor, id),
  })
}

const factsOf = ({ supplier_name, month, note, expires_at, revoked_at }: StatementLink): HistoryFacts => ({
  supplier: supplier_name,
  month: month ?? 'every month',
  note,
  expires_at,
  revoked_at,
})
