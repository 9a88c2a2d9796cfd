import { NewObjection, type Objection } from '@desk/schema/privacy/objections'
import type { CurrentUser } from '@desk/schema/users/current-user'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { FormDialog } from '#kit/forms/form-dialog.tsx'
import { formFields } from '#kit/forms/form-fields.ts'
import { useForm } from '#kit/forms/use-form.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { useSuppliers } from './use-suppliers.ts'

const { FormSelect, FormText } = formFields<NewObjection>()
const FIELDS: readonly FieldPlan<NewObjection>[] = [
  { name: 'supplier_id', label: 'Supplier', kind: 'choice', isRequired: true },
  { name: 'rid', label: 'Supplier ID', kind: 'text', isRequired: true },
]

export interface ObjectionDialogProps {
  readonly me: CurrentUser
  readonly onSaved: () => void
  readonly onClosed: () => void
}

/** Records that a person, by a supplier’s ID, objected. */
export function ObjectionDialog({ me, onSaved, onClosed }: ObjectionDialogProps) {
  const { api } = useDesk()
  const suppliers = useSuppliers()
  const form = useForm<Objection, NewObjection>(
    {
      form: 'objection.create',
      thing: 'objection',
      schema: NewObjection,
      fields: FIELDS,
      stored: {},
      version: null,
      save: (payload, { idempotencyKey }) =>
        api.call('objections.create', { headers: { 'idempotency-key': idempotencyKey }, payload }),
      readStored: () => null,
      whoChanged: () => Promise.resolve(null),
      onSaved: () => {
        void showToast({ type: 'success', message: 'The objection was recorded' })
        onSaved()
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title="Record objection" saveLabel="Record">
      <FormSelect
        name="supplier_id"
        options={(suppliers.data ?? []).map(({ pm_sup_ud: value, name }) => ({ value, label: name }))}
        {...(suppliers.error === null
          ? {}
          : { description: 'The suppliers did not load. Close this dialog and open it again.' })}
      />
      <FormText name="rid" description="The ID that this supplier gave the person." />
    </FormDialog>
  )
}
