import { useId } from 'react'
import fieldStyles from '#ui/field.module.css'
import { FieldNotes } from './field-notes.tsx'
import styles from './forms.module.css'

/** The range of dates that may be typed (§9.10). */
const FIRST = '1900-01-01T00:00'
const LAST = '2099-12-31T23:59'

export interface MomentInputProps {
  label: React.ReactNode
  /** 'YYYY-MM-DDTHH:mm'; empty for none. */
  value: string
  /** Reads the typed text: an incomplete date has no value yet, and `validity` reports it. */
  onTake: (input: HTMLInputElement) => void
  /** Its fault; null: none. */
  error: string | null
  /** A warning about the typed value, which is no fault. */
  warning?: string | undefined
  description?: React.ReactNode
  isRequired?: boolean
  isReadOnly?: boolean
  isDisabled?: boolean
}

/** A date and time as a clock shows it, in the browser's own control. */
export function MomentInput({
  label,
  value,
  onTake,
  error,
  warning,
  description,
  isRequired = false,
  isReadOnly = false,
  isDisabled = false,
}: MomentInputProps) {
  const id = useId()
  const notesId = `${id}-notes`
  return (
    <div
      className={fieldStyles['field']}
      {...(error === null ? {} : { 'data-invalid': true })}
      {...(isDisabled ? { 'data-disabled': true } : {})}
    >
      <label className={fieldStyles['label']} htmlFor={id}>
        {label}
      </label>
      <div className={`${fieldStyles['control']} ${styles['date']}`}>
        <input
          id={id}
          type="datetime-local"
          className={fieldStyles['input']}
          min={FIRST}
          max={LAST}
          value={value}
          readOnly={isReadOnly}
          disabled={isDisabled}
          aria-required={isRequired}
          {...(error === null ? {} : { 'aria-invalid': true })}
          aria-describedby={notesId}
          onChange={event => onTake(event.target)}
          // a date that is not typed to its end changes nothing for the browser
          onBlur={event => onTake(event.target)}
        />
      </div>
      <FieldNotes id={notesId} error={error} warning={warning} description={description} />
    </div>
  )
}
