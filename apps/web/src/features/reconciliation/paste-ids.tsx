import type { ReconciliationMode } from '@desk/schema/reconciliation/reconciliation-request'
import { countSentRows } from '@desk/schema/reconciliation/sent-text'
import { useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ReasonSelect } from './reason-select.tsx'
import { linesText } from './reconciliation-words.ts'
import styles from './reconciliation.module.css'

/** The box for pasted ids, one a line, with reason and comment behind a comma or tab where there are some. */
export function PasteIds({
  mode,
  onSubmit,
}: {
  readonly mode: ReconciliationMode
  readonly onSubmit: (text: string, reasonCode: number | null, lines: number) => void
}) {
  const [text, setText] = useState('')
  const [reason, setReason] = useState<number | null>(null)
  const lines = useMemo(() => countSentRows(text), [text])
  return (
    <form
      className={styles['part']}
      onSubmit={event => {
        event.preventDefault()
        if (lines > 0) onSubmit(text, reason, lines)
      }}
    >
      <TextField
        label="Ids"
        rows={8}
        value={text}
        onChange={setText}
        description="One respondent a line: RDUD, the supplier’s id, or a whole return URL; reason code and comment may follow after a comma or tab."
      />
      <div className={styles['tools']}>
        <ReasonSelect mode={mode} value={reason} onChange={setReason} />
        <Button variant="primary" type="submit" isDisabled={lines === 0}>
          {lines === 0 ? 'Preview' : `Preview ${linesText(lines)}`}
        </Button>
      </div>
    </form>
  )
}
