import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import styles from './switch.module.css'

export interface SwitchProps {
  /** Its label; in a table, where row and column say it, `aria-label` replaces it. */
  children?: React.ReactNode
  'aria-label'?: string
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  /** Says what it does, under the label. */
  description?: string
}

/** On or off, at once. For something that is sent with a form use Checkbox. */
export function Switch({
  children,
  isSelected,
  onChange,
  isDisabled = false,
  description,
  'aria-label': label,
}: SwitchProps) {
  return (
    <AriaSwitch
      className={styles['switch']!}
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      <span className={styles['track']} aria-hidden>
        <span className={styles['thumb']} />
      </span>
      {children === undefined ? null : (
        <span>
          {children}
          {description ? <span className={styles['description']}>{description}</span> : null}
        </span>
      )}
    </AriaSwitch>
  )
}
