import { BusinessUnit, BusinessUnitForm } from '@desk/schema/accounts/business-unit'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { Schema } from 'effect'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { showToast } from '#ui/toasts.ts'
import type { FieldPlan } from '#kit/forms/field-kinds.ts'
import { FormDialog } from '#kit/forms/form-dialog.tsx'
import { useForm } from '#kit/forms/use-form.ts'
import { HistoryPanel } from '#kit/history/history-panel.tsx'
import type { HistoryFields } from '#kit/history/history-words.ts'
import { whoLastChanged } from '#kit/history/who-last-changed.ts'
import { formFields } from '#kit/forms/form-fields.ts'

const { FormText } = formFields<BusinessUnitForm>()

const isUnit = Schema.is(BusinessUnit)

const FIELDS: readonly FieldPlan<BusinessUnitForm>[] = [
  { name: 'business_unit_name', label: 'Name', kind: 'text', isRequired: true },
]
const HISTORY_FIELDS: HistoryFields = {
  business_unit_name: { label: 'Name' },
  status_id: { label: 'State' },
}

export interface UnitDialogProps {
  readonly me: CurrentUser
  /** null: a new one. */
  readonly unit: BusinessUnit | null
  readonly onSaved: () => void
  readonly onClosed: () => void
}

/** The form of a business unit with its history (api:B2, api:B3). */
export function UnitDialog({ me, unit, onSaved, onClosed }: UnitDialogProps) {
  const desk = useDesk()
  const id = unit?.business_unit_ud ?? null
  const form = useForm(
    {
      form: id === null ? 'businessUnit.create' : `businessUnit.edit ${id}`,
      thing: 'business unit',
      schema: BusinessUnitForm,
      fields: FIELDS,
      stored: unit ?? {},
      version: unit?.version ?? null,
      save: (payload, { version, idempotencyKey }) => {
        const headers = { 'idempotency-key': idempotencyKey }
        if (id === null)
          return desk.api.call('businessUnits.create', { params: { id: me.pm_dsh_ud }, headers, payload })
        return desk.api.call('businessUnits.change', {
          params: { id: me.pm_dsh_ud, unit: id },
          headers,
          payload: typeof version === 'number' ? { ...payload, version } : payload,
        })
      },
      readStored: current => (isUnit(current) ? { stored: current, version: current.version } : null),
      whoChanged: () => (id === null ? Promise.resolve(null) : whoLastChanged(desk.api, 'business_unit', id)),
      onSaved: () => {
        void showToast({ type: 'success', message: 'The business unit was saved' })
        onSaved()
      },
      onCancelled: onClosed,
    },
    me,
  )
  return (
    <FormDialog form={form} title={unit === null ? 'New business unit' : `Business unit ${unit.business_unit_ud}`}>
      <FormText
        name="business_unit_name"
        description="Projects are invoiced by it, and rate cards can be for it alone."
      />
      {id === null ? null : <HistoryPanel scope="business_unit" id={id} fields={HISTORY_FIELDS} />}
    </FormDialog>
  )
}
