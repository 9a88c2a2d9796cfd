import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { readPaste } from './paste-grid.ts'
import type { QuotaGrid } from './quota-grid.ts'
import styles from './grid.module.css'

export interface PasteGridDialogProps {
  readonly grid: QuotaGrid
  readonly sourceTarget: number
  readonly initialText: string
  readonly onTaken: (targets: ReadonlyMap<string, string>, words: string) => void
  readonly onClose: () => void
}

/** Fills a grid with a table from a spreadsheet, and shows how it is read, or the fault of each cell. */
export default function PasteGridDialog({ grid, sourceTarget, initialText, onTaken, onClose }: PasteGridDialogProps) {
  const [text, setText] = useState(initialText)
  const read = text.trim() === '' ? null : readPaste(text, grid, sourceTarget)
  return (
    <Dialog
      isOpen
      title="Paste quotas"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={read === null || 'faults' in read}
            onPress={() => (read === null || 'faults' in read ? undefined : onTaken(read.targets, read.words))}
          >
            Use this table
          </Button>
        </>
      }
    >
      <div className={styles['paste']}>
        <TextField
          label="Table"
          rows={8}
          value={text}
          onChange={setText}
          autoComplete="off"
          autoFocus
          description={`Cells of a spreadsheet with their heads: ${grid.axes.map(({ name }) => name).join(', ')}. Values are completes, or shares of Target (N) in percent.`}
        />
        {read === null ? null : 'faults' in read ? (
          <ul role="list" aria-label="Faults in the table" className={styles['faults']}>
            {read.faults.map(({ cell, words }) => (
              <li key={`${cell} ${words}`}>
                {cell}: {words}
              </li>
            ))}
          </ul>
        ) : (
          <p role="status">{read.words}</p>
        )}
      </div>
    </Dialog>
  )
}
