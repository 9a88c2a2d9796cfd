import { values as formValues } from '@desk/machines/form/form.selectors'
import { useSelector } from '@xstate/react'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { FieldName } from './field-notes.tsx'
import { FieldSlot, type FieldProps } from './field-slot.tsx'
import { useFormField, useOpenForm } from './form-context.ts'
import { MomentInput } from './moment-input.tsx'
import { instantOf } from './wall-times.ts'

const MINUTE_MS = 60_000

/** No time of a clock: the schema refuses it with its own text. */
const HALF_TYPED = 'half typed'

export interface FormDateTimeProps extends FieldProps {
  /** The warning about a time that has passed: it may be saved all the same. */
  readonly pastWarning?: string
}

/** A date and time by the clock of the zone that the plan reads from the other fields. Of a field of kind 'moment'. */
export function FormDateTime({ name, description, isDisabled = false, isWide, pastWarning }: FormDateTimeProps) {
  const field = useFormField(name)
  const { plan } = field
  const zone = useSelector(useOpenForm().form, snapshot =>
    plan.kind === 'moment' ? plan.zoneOf(formValues(snapshot)) : 'UTC',
  )
  const nowMs = useNowMs(MINUTE_MS)
  // a text that is no time comes back as it is, and is in no past
  const hasPassed = typeof field.value === 'string' && Date.parse(instantOf(field.value, zone)) <= nowMs
  const take = (input: HTMLInputElement) => {
    const typed = input.validity.badInput ? HALF_TYPED : input.value
    if (typed !== (field.value ?? '')) field.change(typed)
  }
  return (
    <FieldSlot field={field} isWide={isWide}>
      <MomentInput
        label={<FieldName field={field} />}
        value={typeof field.value === 'string' && field.value !== HALF_TYPED ? field.value : ''}
        onTake={take}
        error={field.error}
        warning={(hasPassed ? pastWarning : undefined) ?? field.warning ?? undefined}
        description={description}
        isRequired={field.plan.isRequired === true}
        isReadOnly={field.isBusy}
        isDisabled={isDisabled}
      />
    </FieldSlot>
  )
}
