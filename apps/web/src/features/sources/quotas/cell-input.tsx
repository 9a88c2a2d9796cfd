import { useId } from 'react'
import styles from './quotas.module.css'

export interface CellInputProps {
  /** Its accessible name; in a sheet the column's head is what one sees. */
  label: string
  value: string
  onChange: (typed: string) => void
  error: string | null
  /** A warning of an unlikely value, while there is no fault. */
  warning?: string | null
  isReadOnly?: boolean
  isNumber?: boolean
  placeholder?: string
  suffix?: string
}

/** An input in a line of a sheet: its name is for screen readers, its fault is under it. */
export function CellInput({
  label,
  value,
  onChange,
  error,
  warning = null,
  isReadOnly = false,
  isNumber = false,
  placeholder,
  suffix,
}: CellInputProps) {
  const id = useId()
  return (
    <span className={styles['cell']} data-number={isNumber || undefined}>
      <span className={styles['input']} data-invalid={error !== null || undefined}>
        <input
          value={value}
          onChange={event => onChange(event.target.value)}
          aria-label={label}
          // a name may be longer than its column
          {...(isNumber || value === '' ? {} : { title: value })}
          autoComplete="off"
          readOnly={isReadOnly}
          {...(isNumber ? { inputMode: 'decimal' as const } : {})}
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(error === null ? {} : { 'aria-invalid': true })}
          {...(error === null && warning === null ? {} : { 'aria-describedby': id })}
        />
        {suffix === undefined ? null : <span className={styles['suffix']}>{suffix}</span>}
      </span>
      {error === null ? null : (
        <span id={id} className={styles['fault']}>
          {error}
        </span>
      )}
      {error !== null || warning === null ? null : (
        <span id={id} className={styles['warning']}>
          {warning}
        </span>
      )}
    </span>
  )
}
