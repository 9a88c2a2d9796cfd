import { X } from 'lucide-react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { IconButton } from './icon-button.tsx'
import { Overlay } from './overlay.tsx'
import styles from './dialog.module.css'

export interface DialogProps {
  isOpen: boolean
  title: string
  /** It was closed by the cross, by Escape or by a press outside. */
  onClose: () => void
  children: React.ReactNode
  /** Buttons, at the end of the dialog. */
  footer?: React.ReactNode
  /** Whether a press outside closes it; Escape always does, unless `isLocked`. */
  isDismissable?: boolean
  /** While sending: neither the cross nor Escape closes it. */
  isLocked?: boolean
  role?: 'dialog' | 'alertdialog'
  /** For a table: as wide as the page allows, 960 px at most. */
  isWide?: boolean
}

/** A dialog over the page, 600 px wide at most (§9.9). The focus stays inside and returns to where it was. */
export function Dialog({
  isOpen,
  title,
  onClose,
  children,
  footer,
  isDismissable = false,
  isLocked = false,
  role = 'dialog',
  isWide = false,
}: DialogProps) {
  return (
    <Overlay
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={isDismissable}
      isLocked={isLocked}
      scrim={styles['scrim']}
      panel={`${styles['modal']} ${isWide ? styles['wide'] : ''}`}
    >
      <AriaDialog role={role} className={styles['dialog']!}>
        <header className={styles['header']}>
          <Heading slot="title" level={2} className={styles['title']!}>
            {title}
          </Heading>
          <IconButton label="Close" onPress={onClose} isDisabled={isLocked} hasTooltip={false}>
            <X aria-hidden />
          </IconButton>
        </header>
        <div className={styles['body']}>{children}</div>
        {footer ? <footer className={styles['footer']}>{footer}</footer> : null}
      </AriaDialog>
    </Overlay>
  )
}
