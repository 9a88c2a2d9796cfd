import { useState } from 'react'
import { Button, buttonClass } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { handOverText, mailAddress, type HandOver } from './hand-over-text.ts'

/** A hand-over note of the moment in which it was opened, to copy or to mail. */
export function HandOverNote({ facts, onClose }: { readonly facts: HandOver; readonly onClose: () => void }) {
  const [text, setText] = useState(() => handOverText(facts))
  return (
    <Dialog
      isOpen
      isWide
      isDismissable
      title="Hand-over note"
      onClose={onClose}
      footer={
        <>
          <a className={buttonClass('secondary')} href={mailAddress(text)}>
            Mail
          </a>
          <Button variant="primary" onPress={() => void copyText(text, 'The note')}>
            Copy
          </Button>
        </>
      }
    >
      <TextField label="Note" rows={16} value={text} onChange={setText} />
    </Dialog>
  )
}
