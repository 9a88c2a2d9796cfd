import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import styles from './forms.module.css'

export interface SendingDialogProps {
  readonly title: string
  readonly sendLabel: string
  /** It is on its way: nothing is sent twice, and the dialog stays. */
  readonly isPending: boolean
  /** Judges the typed values, and sends them. */
  readonly onSubmit: () => void
  readonly onClosed: () => void
  readonly children: React.ReactNode
}

/** A dialog whose few fields are sent once, and are no draft; a form that is one has a FormDialog. */
export function SendingDialog({ title, sendLabel, isPending, onSubmit, onClosed, children }: SendingDialogProps) {
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClosed}
      isLocked={isPending}
      footer={
        <>
          <Button onPress={onClosed} isDisabled={isPending}>
            Cancel
          </Button>
          <Button variant="primary" onPress={onSubmit} isPending={isPending}>
            {sendLabel}
          </Button>
        </>
      }
    >
      <form
        className={styles['form']}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!isPending) onSubmit()
        }}
      >
        {children}
        {/* Enter in a field sends it, however many there are */}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
