import { useContext } from 'react'
import { DialogTrigger, OverlayTriggerStateContext } from 'react-aria-components/Dialog'
import { Popover as AriaPopover } from 'react-aria-components/Popover'
import { ClosesWithPage } from './closes-with-page.tsx'
import styles from './popover.module.css'

type PopoverContent = React.ReactNode | ((options: { close: () => void }) => React.ReactNode)

export interface PopoverProps {
  /** Its accessible name. */
  label: string
  /** The button that opens it. */
  trigger: React.ReactElement
  children: PopoverContent
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right top'
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** A small panel by its button. It takes the focus, Escape gives it back. */
export function Popover({ label, trigger, children, placement = 'bottom start', isOpen, onOpenChange }: PopoverProps) {
  return (
    <DialogTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {trigger}
      {/* Without a Dialog inside, react-aria makes the popover itself the dialog, its hidden close button included. */}
      <AriaPopover aria-label={label} className={styles['popover']!} placement={placement} offset={4}>
        <ClosesWithPage />
        <Panel>{children}</Panel>
      </AriaPopover>
    </DialogTrigger>
  )
}

function Panel({ children }: { children: PopoverContent }) {
  const state = useContext(OverlayTriggerStateContext)
  return (
    <div className={styles['panel']}>
      {typeof children === 'function' ? children({ close: () => state?.close() }) : children}
    </div>
  )
}
