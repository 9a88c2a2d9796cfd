import { may, refusalOf } from '@desk/schema/permissions/permissions'
import {
  REPORT_VIEWS_MAX,
  type NewReportView,
  type ReportView,
  type ReportViewChanges,
} from '@desk/schema/reports/report-view'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import type { Outcome, Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import * as store from './views.store.ts'

/** Whose views a caller sees and edits; who manages users clears away what others left shared. */
export const readerOf = ({ accountId, user }: Pick<Actor, 'accountId' | 'user'>): store.ViewReader => ({
  accountId,
  userId: user.uid,
  mayEditShared: may(user, 'manage users'),
  mayShare: may(user, 'share views'),
  seesSuppliers: may(user, 'see the supply side'),
})

const reread = async (tx: Tx, actor: Actor, id: number): Promise<ReportView> =>
  requireFound(await store.findView(tx, readerOf(actor), id), 'report view')

const factsOf = ({ type, name, filters, is_shared }: ReportView): HistoryFacts => ({ type, name, filters, is_shared })

/** Why the actor may not share a view; undefined: they may, or do not ask to. */
function judgeSharing({ user }: Actor, isShared: boolean): Refusal | undefined {
  const message = isShared ? refusalOf(user, 'share views') : null
  return message === null ? undefined : { kind: 'forbidden', message }
}

async function judgeNumber(tx: Tx, { accountId, user }: Actor): Promise<Refusal<null> | undefined> {
  if ((await store.countViews(tx, accountId, user.uid)) < REPORT_VIEWS_MAX) return undefined
  const message = `You have ${REPORT_VIEWS_MAX} views already: delete one that is no longer used.`
  return { kind: 'refused', reason: 'too_many', message, current: null }
}

/** Saves a view of the actor's. */
export function createView(tx: Tx, actor: Actor, form: NewReportView): Promise<Outcome<ReportView, null>> {
  const { accountId, user } = actor
  return make<true, ReportView, null>(tx, actor, {
    scope: 'report_view',
    lock: inAccount,
    judge: async () => judgeSharing(actor, form.is_shared) ?? (await judgeNumber(tx, actor)),
    write: () => store.insertView(tx, accountId, user.uid, { ...form, name: form.name.trim() }),
    facts: async id => factsOf(await reread(tx, actor, id)),
    read: id => reread(tx, actor, id),
  })
}

/** Renames a view, stores another look, or shares it with the account or no longer. */
export function changeView(
  tx: Tx,
  actor: Actor,
  id: number,
  { version, ...changes }: ReportViewChanges,
): Promise<Outcome<ReportView>> {
  type Change = Pick<ReportView, 'name' | 'is_shared' | 'filters'>
  return edit<ReportView, Change, ReportView, ReportView>(tx, actor, {
    scope: 'report_view',
    noun: 'view',
    id,
    lock: () => store.lockView(tx, readerOf(actor), id),
    // one that is no longer shared is its owner's alone
    judge: ({ name, is_shared, filters, is_own }) =>
      judgeSharing(actor, changes.is_shared) ?? {
        before: { name, is_shared, filters },
        after: {
          name: changes.name.trim(),
          is_shared: is_own ? changes.is_shared : is_shared,
          filters: changes.filters ?? filters,
        },
      },
    version: stored => ({ seen: version, stored: stored.version }),
    write: wanted => store.updateView(tx, actor.accountId, id, wanted),
    facts: async () => factsOf(await reread(tx, actor, id)),
    read: () => reread(tx, actor, id),
  })
}

/** Deletes a view; it can be restored. */
export function removeView(tx: Tx, actor: Actor, id: number): Promise<Outcome<null, null>> {
  return remove<ReportView, null>(tx, actor, {
    scope: 'report_view',
    id,
    lock: () => store.lockView(tx, readerOf(actor), id),
    facts: factsOf,
    write: () => store.setDeleted(tx, actor.accountId, id, actor.at),
  })
}

/** Takes a deletion back. */
export function restoreView(tx: Tx, actor: Actor, id: number): Promise<Outcome<ReportView, ReportView | null>> {
  return edit<ReportView, boolean, ReportView, null>(tx, actor, {
    scope: 'report_view',
    id,
    lock: () => store.lockView(tx, readerOf(actor), id, true),
    judge: async () => (await judgeNumber(tx, actor)) ?? { before: true, after: false },
    write: () => store.setDeleted(tx, actor.accountId, id, null),
    changed: stored => ({ before: { is_deleted: true }, after: { ...factsOf(stored), is_deleted: false } }),
    read: () => reread(tx, actor, id),
  })
}

/** Makes a view that the actor sees the default of its list, for them alone. */
export function setDefaultView(tx: Tx, actor: Actor, id: number, isDefault: boolean): Promise<Outcome<ReportView>> {
  const reader = readerOf(actor)
  return edit<ReportView, boolean, ReportView>(tx, actor, {
    scope: 'report_view',
    id,
    lock: () => store.findView(tx, reader, id),
    judge: ({ is_default }) => ({ before: is_default, after: isDefault }),
    write: (_, view) => store.setDefault(tx, reader, view, isDefault),
    changed: () => ({ before: { is_default: !isDefault }, after: { is_default: isDefault } }),
    read: () => reread(tx, actor, id),
  })
}
