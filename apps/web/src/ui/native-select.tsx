'use no memo'

import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import field from './field.module.css'
import styles from './native-select.module.css'

export interface NativeSelectOption {
  id: string
  label: string
}

export interface NativeSelectProps {
  label: string
  options: readonly NativeSelectOption[]
  /** The chosen option; one that is not among the options is shown by its id. */
  value: string
  onChange: (id: string) => void
  /** Shows the label to screen readers only, where the position makes the meaning clear. */
  isLabelHidden?: boolean
  /** Marks a filter that narrows the list. */
  isChosen?: boolean
}

/** The browser's own list of choices: for filters on the first page, where a Select would cost its code. */
export function NativeSelect({
  label,
  options,
  value,
  onChange,
  isLabelHidden = false,
  isChosen = false,
}: NativeSelectProps) {
  const id = useId()
  const isListed = options.some(option => option.id === value)
  return (
    <div className={field['field']}>
      {isLabelHidden ? null : (
        <label className={field['label']} htmlFor={id}>
          {label}
        </label>
      )}
      <div className={styles['control']}>
        <select
          id={id}
          className={styles['select']}
          data-chosen={isChosen || undefined}
          value={value}
          onChange={event => onChange(event.target.value)}
          {...(isLabelHidden ? { 'aria-label': label } : {})}
        >
          {isListed ? null : <option value={value}>{value}</option>}
          {options.map(option => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden className={styles['chevron']} />
      </div>
    </div>
  )
}
