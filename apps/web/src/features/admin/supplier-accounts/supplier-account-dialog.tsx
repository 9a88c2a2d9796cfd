import {
  EditedSupplierAccount,
  NewSupplierAccount,
  SupplierAccount,
} from '@desk/schema/supplier-accounts/supplier-account'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { FormDialog } from '#kit/forms/form-dialog.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { ContactsField } from './contacts-field.tsx'
import { EDIT_FIELDS, HISTORY_FIELDS, LINK_FIELDS, type Option } from './supplier-account-plan.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormSelect } = formFields<NewSupplierAccount>()

const isSupplierAccount = Schema.is(SupplierAccount)

interface DialogProps {
  readonly me: CurrentUser
  readonly onSaved: () => void
  readonly onClosed: () => void
}

export interface LinkSupplierProps extends DialogProps {
  /** Suppliers without an account. */
  readonly suppliers: readonly Option[]
  readonly accounts: readonly Option[]
}

/** Links a supplier to its own account: for super admins. */
export function LinkSupplier({ me, suppliers, accounts, onSaved, onClosed }: LinkSupplierProps) {
  const desk = useDesk()
  const form = useForm(
    {
      form: 'supplierAccount.link',
      thing: 'supplier account',
      schema: NewSupplierAccount,
      fields: LINK_FIELDS,
      stored: { contacts: [] },
      version: null,
      save: wire => desk.api.call('supplierAccounts.link', { payload: wire }),
      readStored: () => null,
      onSaved: ({ supplier_name, account_name }) => {
        void showToast({ type: 'success', message: `${supplier_name} was linked to ${account_name}` })
        onSaved()
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title="Link a supplier" saveLabel="Link">
      <FormSelect name="pm_sup_ud" options={suppliers} placeholder="Choose a supplier" />
      <FormSelect
        name="pm_dsh_ud"
        options={accounts}
        placeholder="Choose an account"
        description="The supplier’s own account on this installation. Admins of this account will read its name."
      />
      <ContactsField />
    </FormDialog>
  )
}

export interface EditContactsProps extends DialogProps {
  readonly link: SupplierAccount
}

/** The contacts of a linked supplier, with the history of the link. */
export function EditContacts({ me, link, onSaved, onClosed }: EditContactsProps) {
  const desk = useDesk()
  const { supplier_account_ud: id, supplier_name: supplier } = link
  const form = useForm(
    {
      form: `supplierAccount.edit ${id}`,
      thing: 'supplier account',
      schema: EditedSupplierAccount,
      fields: EDIT_FIELDS,
      stored: link,
      version: link.version,
      save: (payload, { version }) =>
        desk.api.call('supplierAccounts.change', {
          params: { id },
          payload: typeof version === 'number' ? { ...payload, version } : payload,
        }),
      readStored: current => (isSupplierAccount(current) ? { stored: current, version: current.version } : null),
      whoChanged: () => whoLastChanged(desk.api, 'supplier_account', id),
      onSaved: () => {
        void showToast({ type: 'success', message: `The contacts of ${supplier} were saved` })
        onSaved()
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title={`${supplier}: contacts`}>
      <ContactsField />
      <HistoryPanel scope="supplier_account" id={id} fields={HISTORY_FIELDS} />
    </FormDialog>
  )
}
