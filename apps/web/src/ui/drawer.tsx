import { X } from 'lucide-react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { IconButton } from './icon-button.tsx'
import { Overlay } from './overlay.tsx'
import styles from './drawer.module.css'

export interface DrawerProps {
  isOpen: boolean
  title: string
  onClose: () => void
  children: React.ReactNode
  footer?: React.ReactNode
}

/** A panel at the right edge, 350 px wide (§9.9). A press outside or Escape closes it. */
export function Drawer({ isOpen, title, onClose, children, footer }: DrawerProps) {
  return (
    <Overlay isOpen={isOpen} onClose={onClose} panel={styles['modal']}>
      <AriaDialog className={styles['drawer']!}>
        <header className={styles['header']}>
          <Heading slot="title" level={2} className={styles['title']!}>
            {title}
          </Heading>
          <IconButton label="Close" onPress={onClose} hasTooltip={false}>
            <X aria-hidden />
          </IconButton>
        </header>
        <div className={styles['body']}>{children}</div>
        {footer ? <footer className={styles['footer']}>{footer}</footer> : null}
      </AriaDialog>
    </Overlay>
  )
}
