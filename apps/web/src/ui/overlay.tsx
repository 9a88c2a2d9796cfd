import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './overlay.module.css'

export interface OverlayProps {
  isOpen: boolean
  onClose: () => void
  /** Whether a press outside closes it. */
  isDismissable?: boolean
  /** It stays: neither Escape nor a press outside. */
  isLocked?: boolean
  /** The place of its panel, if not the one in its own style. */
  scrim?: string | undefined
  panel: string | undefined
  children: React.ReactNode
}

/** A panel over the shaded page. The focus stays inside and returns to where it was. */
export function Overlay({
  isOpen,
  onClose,
  isDismissable = true,
  isLocked = false,
  scrim,
  panel,
  children,
}: OverlayProps) {
  return (
    <ModalOverlay
      className={`${styles['scrim']} ${scrim ?? ''}`}
      isOpen={isOpen}
      isDismissable={isDismissable && !isLocked}
      isKeyboardDismissDisabled={isLocked}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Modal className={`${styles['panel']} ${panel}`}>{children}</Modal>
    </ModalOverlay>
  )
}
