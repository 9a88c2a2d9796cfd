import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import styles from './switch.module.css'

export interface SwitchProps {
  children: React.ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  isDisabled?: boolean
  /** Says what it does, under the label. */
  description?: string
}

/** On or off, at once. For something that is sent with a form use Checkbox. */
export function Switch({ children, isSelected, onChange, isDisabled = false, description }: SwitchProps) {
  return (
    <AriaSwitch className={styles['switch']!} isSelected={isSelected} onChange={onChange} isDisabled={isDisabled}>
      <span className={styles['track']} aria-hidden>
        <span className={styles['thumb']} />
      </span>
      <span>
        {children}
        {description ? <span className={styles['description']}>{description}</span> : null}
      </span>
    </AriaSwitch>
  )
}
