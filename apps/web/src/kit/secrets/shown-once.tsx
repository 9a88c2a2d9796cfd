import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import styles from './shown-once.module.css'

interface ShownOnceProps {
  readonly title: string
  /** Its name, in the middle of a sentence: key, secret. */
  readonly noun: string
  readonly secret: string
  /** The instruction for its use. */
  readonly children: React.ReactNode
  /** Below the secret. */
  readonly note?: React.ReactNode
  readonly onClosed: () => void
}

/** Shows a secret that was just made, once: an Escape pressed as the answer arrives does not close it. */
export function ShownOnce({ title, noun, secret, children, note, onClosed }: ShownOnceProps) {
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClosed}
      isLocked
      footer={
        <>
          <Button onPress={() => void copyText(secret, `The ${noun}`)}>Copy the {noun}</Button>
          <Button variant="primary" onPress={onClosed}>
            Done
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <code className={styles['secret']} aria-label={`The ${noun}`}>
        {secret}
      </code>
      {note === undefined ? null : <p className={styles['note']}>{note}</p>}
    </Dialog>
  )
}
