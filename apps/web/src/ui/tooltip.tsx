'use no memo'

import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './tooltip.module.css'

const OPEN_DELAY_MS = 500

export type TooltipPlacement = 'top' | 'bottom' | 'left' | 'right'

export interface TooltipProps {
  /** Its text. Never the only place of necessary information. */
  text: React.ReactNode
  /** A button or link of react-aria; wrap anything else in its `Focusable`. */
  children: React.ReactNode
  placement?: TooltipPlacement
  isDisabled?: boolean
}

/** A few words on hover and on focus. Escape closes it. */
export function Tooltip({ text, children, placement = 'top', isDisabled = false }: TooltipProps) {
  return (
    <TooltipTrigger delay={OPEN_DELAY_MS} closeDelay={0} isDisabled={isDisabled}>
      {children}
      <AriaTooltip className={styles['tooltip']!} placement={placement} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
