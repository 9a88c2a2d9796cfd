import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { CONFIRM_DEFAULTS } from './confirm-texts.ts'

export interface ConfirmDialogProps {
  isOpen: boolean
  onConfirm: () => void
  onCancel: () => void
  /** The effect, in words. */
  children: React.ReactNode
  title?: string
  confirmLabel?: string
  cancelLabel?: string
  /** `danger` for what stops or removes something. */
  tone?: 'neutral' | 'danger'
  /** While sending: the button shows a spinner, and the dialog cannot be closed. */
  isPending?: boolean
}

/** Asks once before something is done (§2.42). Escape and Cancel both cancel. */
export function ConfirmDialog({
  isOpen,
  onConfirm,
  onCancel,
  children,
  title = CONFIRM_DEFAULTS.title,
  confirmLabel = CONFIRM_DEFAULTS.confirmLabel,
  cancelLabel = CONFIRM_DEFAULTS.cancelLabel,
  tone = 'neutral',
  isPending = false,
}: ConfirmDialogProps) {
  return (
    <Dialog
      role="alertdialog"
      isOpen={isOpen}
      title={title}
      onClose={onCancel}
      isLocked={isPending}
      footer={
        <>
          <Button onPress={onCancel} isDisabled={isPending}>
            {cancelLabel}
          </Button>
          <Button variant={tone === 'danger' ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
