import { useId } from 'react'
import fieldStyles from '../../ui/field.module.css'
import { FieldName, FieldNotes } from './field-notes.tsx'
import { FieldSlot, type FieldProps } from './field-slot.tsx'
import { useFormField } from './form-context.ts'
import styles from './forms.module.css'

/** The range of dates that may be typed (§9.10). */
const FIRST = '1900-01-01T00:00'
const LAST = '2099-12-31T23:59'
/** No time of a clock: the schema refuses it with its own text. */
const HALF_TYPED = 'half typed'

/** A date and time by the clock of the zone that the plan reads from the other fields. Of a field of kind 'moment'. */
export function FormDateTime({ name, description, isDisabled = false, isWide }: FieldProps) {
  const field = useFormField(name)
  const id = useId()
  const value = typeof field.value === 'string' && field.value !== HALF_TYPED ? field.value : ''
  const notesId = `${id}-notes`
  const take = (input: HTMLInputElement) => {
    const typed = input.validity.badInput ? HALF_TYPED : input.value
    if (typed !== (field.value ?? '')) field.change(typed)
  }
  return (
    <FieldSlot field={field} isWide={isWide}>
      <div className={fieldStyles['field']} {...(field.error === null ? {} : { 'data-invalid': true })} {...(isDisabled ? { 'data-disabled': true } : {})}>
        <label className={fieldStyles['label']} htmlFor={id}>
          <FieldName field={field} />
        </label>
        <div className={`${fieldStyles['control']} ${styles['date']}`}>
          <input
            id={id}
            type="datetime-local"
            className={fieldStyles['input']}
            min={FIRST}
            max={LAST}
            value={value}
            readOnly={field.isBusy}
            disabled={isDisabled}
            aria-required={field.plan.isRequired === true}
            {...(field.error === null ? {} : { 'aria-invalid': true })}
            aria-describedby={notesId}
            onChange={(event) => take(event.target)}
            // a date that is not typed to its end changes nothing for the browser
            onBlur={(event) => take(event.target)}
          />
        </div>
        <FieldNotes id={notesId} field={field} description={description} />
      </div>
    </FieldSlot>
  )
}
