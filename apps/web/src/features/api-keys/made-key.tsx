import type { MadeApiKey } from '@desk/schema/api-keys/api-key'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import styles from './api-keys.module.css'

/** Shows a new key, once: an Escape pressed as the answer arrives does not close it. */
export function MadeKey({ made, onClosed }: { readonly made: MadeApiKey; readonly onClosed: () => void }) {
  return (
    <Dialog
      isOpen
      title={`The key “${made.name}”`}
      onClose={onClosed}
      isLocked
      footer={
        <>
          <Button onPress={() => void copyText(made.secret, 'The key')}>Copy the key</Button>
          <Button variant="primary" onPress={onClosed}>
            Done
          </Button>
        </>
      }
    >
      <p>It is shown only now. Copy it to where the program keeps its secrets, and nowhere else.</p>
      <code className={styles['secret']} aria-label="The key">
        {made.secret}
      </code>
      <p className={styles['note']}>
        The program sends it with every call: <code>Authorization: Bearer {made.starts_with}…</code>
      </p>
    </Dialog>
  )
}
