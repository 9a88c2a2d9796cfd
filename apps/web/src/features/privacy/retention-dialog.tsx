import { Retention, RetentionForm, type RetentionDays } from '@desk/schema/privacy/retention'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { FormDialog } from '#kit/forms/form-dialog.tsx'
import { formFields } from '#kit/forms/form-fields.ts'
import { useForm } from '#kit/forms/use-form.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import { RETENTION_LABELS } from './retention-words.ts'

const { FormNumber } = formFields<RetentionForm>()
const NAMES = Object.keys(RETENTION_LABELS) as RetentionDays[] // Object.keys loses the key types
const FIELDS: readonly FieldPlan<RetentionForm>[] = NAMES.map(name => ({
  name,
  label: RETENTION_LABELS[name],
  kind: 'number',
  isRequired: true,
}))
const isRetention = Schema.is(Retention)
const storedOf = ({ marks_days, identities_days, journals_days }: Retention): RetentionForm => ({
  marks_days,
  identities_days,
  journals_days,
})

export interface RetentionDialogProps {
  readonly me: CurrentUser
  readonly retention: Retention
  readonly onSaved: (saved: Retention) => void
  readonly onClosed: () => void
}

/** How long the account stores data of people. */
export function RetentionDialog({ me, retention, onSaved, onClosed }: RetentionDialogProps) {
  const { api } = useDesk()
  const form = useForm<Retention, RetentionForm>(
    {
      form: 'retention.edit',
      thing: 'retention',
      schema: RetentionForm,
      fields: FIELDS,
      stored: storedOf(retention),
      version: retention.version,
      save: (wire, { version, idempotencyKey }) =>
        api.call('retention.update', {
          headers: { 'idempotency-key': idempotencyKey },
          payload: { ...wire, version: version ?? 0 },
        }),
      readStored: current => (isRetention(current) ? { stored: storedOf(current), version: current.version } : null),
      // the audit log has the name
      whoChanged: () => Promise.resolve(null),
      onSaved: saved => {
        void showToast({ type: 'success', message: 'The retention was saved' })
        onSaved(saved)
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title="Retention">
      <FormNumber
        name="marks_days"
        suffix="days"
        description="After the window of the complete closed, or after the entry. Until then duplicates and exclusions are found by them."
      />
      <FormNumber
        name="identities_days"
        suffix="days"
        description="After the entry. Beyond it no one can tell whose a complete was."
      />
      <FormNumber
        name="journals_days"
        suffix="days"
        description="Journals for support, and conversations with the assistant, after their last entry."
      />
    </FormDialog>
  )
}
