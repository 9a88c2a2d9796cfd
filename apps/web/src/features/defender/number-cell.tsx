import { useId } from 'react'
import styles from './defender.module.css'

export interface NumberCellProps {
  /** Its accessible name: the column's head is what one sees. */
  readonly label: string
  readonly unit: string
  readonly value: string
  readonly onChange: (typed: string) => void
  readonly error: string | null
  readonly isDisabled: boolean
}

/** A number in the table of rules, with its unit; its fault is under it. */
export function NumberCell({ label, unit, value, onChange, error, isDisabled }: NumberCellProps) {
  const id = useId()
  return (
    <span className={styles['cell']}>
      <span className={styles['number']}>
        <input
          value={value}
          onChange={event => onChange(event.target.value)}
          aria-label={label}
          aria-describedby={error === null ? `${id}-unit` : `${id}-unit ${id}`}
          aria-invalid={error !== null}
          inputMode="numeric"
          autoComplete="off"
          disabled={isDisabled}
        />
        <span id={`${id}-unit`} className={styles['unit']}>
          {unit}
        </span>
      </span>
      {error === null ? null : (
        <span id={id} className={styles['fault']}>
          {error}
        </span>
      )}
    </span>
  )
}
