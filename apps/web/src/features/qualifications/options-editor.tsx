import { may } from '@desk/schema/permissions/permissions'
import { nextPrecode } from '@desk/schema/qualifications/option-precodes'
import { OPTIONS_MAX } from '@desk/schema/qualifications/qualification-form'
import { ClipboardPaste, Download, FileUp, ListChecks, Plus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { useUser } from '#runtime/hooks/use-session.ts'
import { saveCsv } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { csvLine } from '#ui/table/csv-export.ts'
import { showToast } from '#ui/toasts.ts'
import { useUnsavedGuard } from '#kit/forms/use-unsaved-guard.tsx'
import { EXPORT_HEAD } from './export-head.ts'
import { OptionTable, type OptionTableHandle } from './option-table.tsx'
import type { StoredOptions } from './stored-options.ts'
import styles from './qualifications.module.css'
import { StaleOptions } from './stale-options.tsx'
import { useOptions } from './use-options.ts'

const PasteDialog = lazyOverlay(
  async () => ({ default: (await import('./paste-dialog.tsx')).PasteDialog }),
  'The list to paste into',
  ({ onClosed }) => onClosed(),
)
const MAX_FILE_BYTES = 8_000_000

export interface OptionsEditorProps {
  readonly textId: number
  /** Language and country of the text. */
  readonly label: string
  readonly stored: StoredOptions
}

/** The options of a text: added, edited in place, sorted, pasted, imported and exported, then saved as one (§5.22, api:Q11). */
export function OptionsEditor({ textId, label, stored }: OptionsEditorProps) {
  const me = useUser()
  const table = useRef<OptionTableHandle>(null)
  const file = useRef<HTMLInputElement>(null)
  const options = useOptions({ textId, stored, focus: (index, part) => table.current?.focus(index, part) })
  const { rows, faults, hasUnsaved, isSaving } = options
  /** The initial text of the paste dialog; null: it is closed. */
  const [pasting, setPasting] = useState<string | null>(null)
  const guard = useUnsavedGuard({
    hasUnsaved,
    lost: 'Your changes to the options are not saved.',
    part: 'text',
  })

  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return
    if (chosen.size > MAX_FILE_BYTES) {
      void showToast({
        type: 'error',
        message: `${chosen.name} is larger than ${MAX_FILE_BYTES / 1_000_000} MB, which is more than ${OPTIONS_MAX.toLocaleString('en-US')} options take.`,
      })
      return
    }
    setPasting(await chosen.text())
  }
  const exportCsv = () => {
    const lines = [EXPORT_HEAD, ...rows.map(({ precode, name, english }) => [precode, name, english])].map(cells =>
      csvLine([...cells]),
    )
    saveCsv(`options ${label}.csv`, lines.join(''))
  }
  return (
    <>
      <div className={styles['row']} role="group" aria-label="Options: tools">
        <Button
          icon={<Plus aria-hidden />}
          onPress={() => options.add(nextPrecode(rows))}
          isDisabled={rows.length >= OPTIONS_MAX}
        >
          Add option
        </Button>
        <Button icon={<ClipboardPaste aria-hidden />} onPress={() => setPasting('')}>
          Paste
        </Button>
        <Button icon={<FileUp aria-hidden />} onPress={() => file.current?.click()}>
          Import CSV
        </Button>
        <input
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          hidden
          aria-label="CSV file with options"
          onChange={event => {
            void read(event.target.files?.[0])
            // the same file may be chosen again
            event.target.value = ''
          }}
        />
        {me !== null && may(me, 'download qualifications') ? (
          <Button icon={<Download aria-hidden />} onPress={exportCsv} isDisabled={rows.length === 0}>
            Export CSV
          </Button>
        ) : null}
        <span className={styles['end']}>
          <span className={styles['quiet']}>
            {rows.length === 1 ? '1 option' : `${rows.length.toLocaleString('en-US')} options`}
          </span>
        </span>
      </div>
      {faults.whole.length === 0 ? null : (
        <div role="alert" className={styles['fault']}>
          {faults.whole.map(text => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles['none']}>
          <ListChecks size={20} aria-hidden /> No options yet. Add them one by one, or paste them from a spreadsheet.
        </p>
      ) : (
        <OptionTable
          ref={table}
          label={`Options of ${label}`}
          rows={rows}
          edits={options.edits}
          faults={faults}
          targetIndex={options.targetIndex}
        />
      )}
      <div className={styles['saveBar']}>
        <span className={styles['mark2']} role="status">
          {hasUnsaved ? 'Unsaved changes' : ''}
        </span>
        <Button onPress={options.discard} isDisabled={!hasUnsaved || isSaving}>
          Discard changes
        </Button>
        <Button variant="primary" onPress={options.save} isPending={isSaving} isDisabled={!hasUnsaved}>
          Save options
        </Button>
      </div>
      {pasting === null ? null : (
        <Suspense fallback={null}>
          <PasteDialog
            rows={rows}
            initialText={pasting}
            onClosed={() => setPasting(null)}
            onTaken={taken => {
              options.replace(taken)
              setPasting(null)
            }}
          />
        </Suspense>
      )}
      {options.stale === null ? null : (
        <StaleOptions
          differences={options.stale}
          onKeepMine={options.keepMine}
          onTakeTheirs={options.takeTheirs}
          onPostpone={options.postpone}
        />
      )}
      {guard}
    </>
  )
}
