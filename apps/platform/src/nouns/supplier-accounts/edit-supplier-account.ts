import type {
  EditedSupplierAccount,
  NewSupplierAccount,
  SupplierAccount,
  SupplierContact,
} from '@desk/schema/supplier-accounts/supplier-account'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import * as store from './supplier-accounts.store.ts'

/** Links a supplier to its own account: the server lets super admins alone do it. */
export function linkSupplier(tx: Tx, actor: Actor, wanted: NewSupplierAccount): Promise<Outcome<SupplierAccount>> {
  const { accountId, at } = actor
  const { pm_sup_ud: supplierId, pm_dsh_ud: linkedId } = wanted
  return make(tx, actor, {
    scope: 'supplier_account',
    lock: inAccount,
    judge: async () => {
      const { hasSupplier, isLinked, hasAccount } = await store.findPlace(tx, accountId, { supplierId, linkedId })
      return refusedFor([
        ...(hasSupplier ? [] : [{ path: ['pm_sup_ud'], message: 'Supplier is not in the list' }]),
        ...(isLinked && hasSupplier ? [{ path: ['pm_sup_ud'], message: 'This supplier has an account already' }] : []),
        ...(linkedId === accountId ? [{ path: ['pm_dsh_ud'], message: 'An account is not its own supplier' }] : []),
        ...(hasAccount || linkedId === accountId
          ? []
          : [{ path: ['pm_dsh_ud'], message: 'Account is not in the list' }]),
      ])
    },
    write: () =>
      store.insertSupplierAccount(tx, accountId, { supplierId, linkedId, contacts: trimmed(wanted.contacts), at }),
    facts: async id => factsOf(await stored(tx, actor, id)),
    read: id => stored(tx, actor, id),
  })
}

/** Changes whom to talk to at a linked supplier. */
export function changeContacts(
  tx: Tx,
  actor: Actor,
  id: number,
  { contacts, version }: EditedSupplierAccount,
): Promise<Outcome<SupplierAccount>> {
  return edit(tx, actor, {
    scope: 'supplier_account',
    noun: 'supplier account',
    id,
    lock: () => store.lockSupplierAccount(tx, askingOf(actor), id),
    judge: before => ({ before: before.contacts, after: trimmed(contacts) }),
    version: before => ({ seen: version, stored: before.version }),
    write: after => store.updateContacts(tx, actor.accountId, id, after),
    facts: async () => factsOf(await stored(tx, actor, id)),
    read: () => stored(tx, actor, id),
  })
}

/** Takes the link and its contacts away; supplier, sources and the other account stay as they are. */
export function unlinkSupplier(tx: Tx, actor: Actor, id: number): Promise<Outcome<null>> {
  return remove(tx, actor, {
    scope: 'supplier_account',
    id,
    lock: () => store.lockSupplierAccount(tx, askingOf(actor), id),
    facts: factsOf,
    write: () => store.deleteSupplierAccount(tx, actor.accountId, id),
  })
}

/** How a caller sees links. */
export const askingOf = ({ accountId, user, at }: Pick<Actor, 'accountId' | 'user' | 'at'>): store.Asking => ({
  accountId,
  seesKeys: user.is_super_admin,
  at,
})

const stored = async (tx: Tx, actor: Actor, id: number): Promise<SupplierAccount> =>
  requireFound(await store.findSupplierAccount(tx, askingOf(actor), id), 'supplier account')

// in one order of fields, so that they can be compared
const trimmed = (contacts: readonly SupplierContact[]): readonly SupplierContact[] =>
  contacts.map(({ name, email, phone, role }) => ({
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim(),
    role: role.trim(),
  }))

const factsOf = ({ supplier_name, account_name, contacts }: SupplierAccount): HistoryFacts => ({
  supplier: supplier_name,
  account: account_name,
  contacts:
    contacts.length === 0
      ? null
      : contacts.map(({ name, email, phone, role }) => [name, role, email, phone].filter(Boolean).join(', ')),
})
