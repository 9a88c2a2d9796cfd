import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import styles from './popover.module.css'

export interface PopoverProps {
  /** Its accessible name. */
  label: string
  /** The button that opens it. */
  trigger: React.ReactElement
  children: React.ReactNode | ((options: { close: () => void }) => React.ReactNode)
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A small panel by its button. It takes the focus, Escape gives it back. */
export function Popover({ label, trigger, children, placement = 'bottom start', isOpen, onOpenChange }: PopoverProps) {
  return (
    <DialogTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger}
      <AriaPopover className={styles['popover']!} placement={placement} offset={4}>
        <Dialog aria-label={label} className={styles['panel']!}>
          {children}
        </Dialog>
      </AriaPopover>
    </DialogTrigger>
  )
}
