import { FieldName } from './field-notes.tsx'
import { FieldSlot, type FieldProps } from './field-slot.tsx'
import { useFormField } from './form-context.ts'
import { MomentInput } from './moment-input.tsx'

/** No time of a clock: the schema refuses it with its own text. */
const HALF_TYPED = 'half typed'

/** A date and time by the clock of the zone that the plan reads from the other fields. Of a field of kind 'moment'. */
export function FormDateTime({ name, description, isDisabled = false, isWide }: FieldProps) {
  const field = useFormField(name)
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
        warning={field.warning ?? undefined}
        description={description}
        isRequired={field.plan.isRequired === true}
        isReadOnly={field.isBusy}
        isDisabled={isDisabled}
      />
    </FieldSlot>
  )
}
