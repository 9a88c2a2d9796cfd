import { CONTACTS_MAX, type SupplierContact } from '@desk/schema/supplier-accounts/supplier-account'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { FormValue } from '#kit/forms/field-kinds.ts'
import { Fault } from '#kit/forms/field-notes.tsx'
import { FieldSlot } from '#kit/forms/field-slot.tsx'
import { contactsIn, NO_CONTACT } from './supplier-account-plan.ts'
import styles from './supplier-accounts.module.css'
import { formFields } from '#kit/forms/form-fields.ts'
import type { EditedSupplierAccount } from '@desk/schema/supplier-accounts/supplier-account'

const { useFormField } = formFields<EditedSupplierAccount>()

const TEXTS = [
  { key: 'name', label: 'Name', isRequired: true },
  { key: 'role', label: 'Role', isRequired: false },
  { key: 'email', label: 'Mail', isRequired: true },
  { key: 'phone', label: 'Phone', isRequired: false },
] as const satisfies readonly {
  readonly key: keyof SupplierContact
  readonly label: string
  readonly isRequired: boolean
}[]

/** Whom to talk to at a supplier, one card each. Of the field 'contacts', of kind 'data'. */
export function ContactsField() {
  const field = useFormField('contacts')
  const contacts = contactsIn(field.value)
  const change = (next: readonly SupplierContact[]) => field.change(next as unknown as FormValue)
  return (
    <FieldSlot field={field} isWide>
      <div className={styles['contacts']}>
        {contacts.length === 0 ? <p className={styles['note']}>No contacts yet.</p> : null}
        {contacts.map((contact, at) => (
          // contacts have no id: their order names them
          <fieldset key={at} className={styles['contact']}>
            <legend className={styles['legend']}>Contact {at + 1}</legend>
            {TEXTS.map(({ key, label, isRequired }) => {
              const error = field.errorAt(`${at}_${key}`)
              return (
                <TextField
                  key={key}
                  label={label}
                  value={contact[key]}
                  onChange={typed =>
                    change(contacts.map((each, index) => (index === at ? { ...each, [key]: typed } : each)))
                  }
                  isReadOnly={field.isBusy}
                  isRequired={isRequired}
                  autoComplete="off"
                  {...(error === null ? {} : { errorMessage: error })}
                />
              )
            })}
            <span className={styles['remove']}>
              <IconButton
                size="small"
                label={`Remove contact ${at + 1}`}
                isDisabled={field.isBusy}
                onPress={() => change(contacts.filter((_, index) => index !== at))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </span>
          </fieldset>
        ))}
        <div>
          <Button
            icon={<Plus aria-hidden />}
            isDisabled={field.isBusy || contacts.length >= CONTACTS_MAX}
            onPress={() => change([...contacts, NO_CONTACT])}
          >
            Add contact
          </Button>
        </div>
        <Fault>{field.error}</Fault>
      </div>
    </FieldSlot>
  )
}
