'use no memo'

import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { Tooltip } from './tooltip.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  ref?: React.Ref<HTMLButtonElement>
  /** The action: its accessible name and its tooltip. */
  label: string
  /** An icon, for instance from lucide-react. */
  children: React.ReactNode
  size?: 'small' | 'medium'
  /** Leave the tooltip out where the meaning is beside it. */
  hasTooltip?: boolean
}

const SIZES = { small: styles['small'], medium: styles['medium'] }

/** A button that shows an icon only; its target is never under 24 px. */
export function IconButton({ label, children, size = 'medium', hasTooltip = true, ...props }: IconButtonProps) {
  const button = (
    <AriaButton {...props} aria-label={label} className={`${styles['button']} ${SIZES[size]}`}>
      {children}
    </AriaButton>
  )
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
