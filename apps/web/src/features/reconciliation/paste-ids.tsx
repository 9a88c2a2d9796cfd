import type { ReconciliationMode } from '@desk/schema/reconciliation/reconciliation-request'
import { countSentRows } from '@desk/schema/sent-tables/count-rows'
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
  const counted = useMemo(() => countSentRows(text), [text])
  const lines = typeof counted === 'number' ? counted : 0
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
        errorMessage={typeof counted === 'string' ? counted : undefined}
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
