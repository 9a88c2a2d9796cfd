import type { SupplierContact } from '@desk/schema/supplier-accounts/supplier-account'
import type { EditedSupplierAccount, NewSupplierAccount } from '@desk/schema/supplier-accounts/supplier-account'
import type { FieldPlan, FormValue } from '#kit/forms/field-kinds.ts'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { sayTexts } from '#kit/history/history-says.ts'

/** The first part of the cache key of the list. */
export const SUPPLIER_ACCOUNTS = 'supplierAccounts'

export interface Option {
  readonly value: number
  readonly label: string
}

/** The content of a contact that was just added. */
export const NO_CONTACT: SupplierContact = { name: '', email: '', phone: '', role: '' }

/** The contacts that a form holds: its own field. */
export const contactsIn = (value: FormValue | undefined) => (value ?? []) as unknown as readonly SupplierContact[]

const sayContacts = (value: FormValue): string =>
  contactsIn(value)
    .map(({ name, email }) => `${name} ${email}`)
    .join(', ')

const CONTACTS: FieldPlan<Pick<NewSupplierAccount, 'contacts'>> = {
  name: 'contacts',
  label: 'Contacts',
  kind: 'data',
  say: sayContacts,
}
export const EDIT_FIELDS: readonly FieldPlan<EditedSupplierAccount>[] = [CONTACTS]
export const LINK_FIELDS: readonly FieldPlan<NewSupplierAccount>[] = [
  { name: 'pm_sup_ud', label: 'Supplier', kind: 'choice', isRequired: true },
  { name: 'pm_dsh_ud', label: 'Account', kind: 'choice', isRequired: true },
  CONTACTS,
]

export const HISTORY_FIELDS: HistoryFields = {
  supplier: { label: 'Supplier' },
  account: { label: 'Account' },
  contacts: { label: 'Contacts', say: sayTexts },
}
