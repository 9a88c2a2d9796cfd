import { Schema } from 'effect'
import { requiredChoice, requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'

export const CONTACTS_MAX = 20
const PHONE = /^[0-9+()./ -]*$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** A text that may be empty, of at most so many characters, without control characters. */
const freeText = (label: string, maxLength: number) =>
  Schema.String.check(
    Schema.isMaxLength(maxLength).annotate({ message: `${label} must be at most ${maxLength} characters` }),
    Schema.isPattern(/^[^\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]*$/u).annotate({
      message: `${label} must not contain control characters`,
    }),
  )

/** A contact person at a supplier. */
export const SupplierContact = Schema.Struct({
  name: requiredText({ label: 'Name', maxLength: 100 }),
  email: requiredText({ label: 'Mail', maxLength: 200 }).check(
    Schema.makeFilter((text: string) => EMAIL.test(text.trim()), { message: 'Mail must be a mail address' }),
  ),
  phone: freeText('Phone', 40).check(
    Schema.isPattern(PHONE).annotate({ message: 'Phone has digits, spaces and + ( ) . / - alone' }),
  ),
  role: freeText('Role', 100),
})
export type SupplierContact = typeof SupplierContact.Type

const Contacts = Schema.Array(SupplierContact).check(
  Schema.isMaxLength(CONTACTS_MAX).annotate({ message: `There are at most ${CONTACTS_MAX} contacts` }),
)

/** A supplier of an account that has an account of its own on this installation (docs/decisions/0050). */
export const SupplierAccount = Schema.Struct({
  supplier_account_ud: Id,
  pm_sup_ud: Id,
  supplier_name: Schema.String,
  /** The supplier's own account. */
  pm_dsh_ud: Id,
  account_name: Schema.String,
  is_suspended: Schema.Boolean,
  /** Sources of the supplier that have not ended. */
  sources_count: Schema.Int,
  contacts: Schema.Array(SupplierContact),
  linked_at: IsoInstant,
  /** Working API keys of the supplier's account: for super admins. */
  keys_count: Schema.optionalKey(Schema.Int),
  /** Changes with each edit. */
  version: Version,
})
export type SupplierAccount = typeof SupplierAccount.Type

/** A new link of a supplier to its account. */
export const NewSupplierAccount = Schema.Struct({
  pm_sup_ud: requiredChoice('Supplier is required'),
  pm_dsh_ud: requiredChoice('Account is required'),
  contacts: Contacts,
})
export type NewSupplierAccount = typeof NewSupplierAccount.Type

/** The contacts of a linked supplier, with the version that the editor saw. */
export const EditedSupplierAccount = Schema.Struct({ contacts: Contacts, version: Schema.optionalKey(Version) })
export type EditedSupplierAccount = typeof EditedSupplierAccount.Type
