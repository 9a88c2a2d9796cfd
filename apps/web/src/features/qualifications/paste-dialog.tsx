import { repeatedPrecodes } from '@desk/schema/qualifications/option-precodes'
import { OPTIONS_MAX } from '@desk/schema/qualifications/qualification-form'
import { useDeferredValue, useMemo, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextField } from '#ui/text-field.tsx'
import { withRead, type OptionRow } from './option-rows.ts'
import { parseOptions, type Reading } from './parse-options.ts'
import styles from './qualifications.module.css'

const PREVIEW_ROWS = 8
const READINGS = [
  { id: 'auto', label: 'As it looks' },
  { id: 'lines', label: 'One option per line' },
  { id: 'columns', label: 'Columns' },
] as const satisfies readonly { id: Reading; label: string }[]
const MODES = [
  { id: 'replace', label: 'Replace all' },
  { id: 'append', label: 'Add to the end' },
] as const
type Mode = (typeof MODES)[number]['id']

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`

export interface PasteDialogProps {
  readonly rows: readonly OptionRow[]
  /** The content of a file; empty for pasting. */
  readonly initialText: string
  readonly onTaken: (rows: readonly OptionRow[], read: number) => void
  readonly onClosed: () => void
}

/** Adds options from pasted text or a file, after a preview of how they are read and what changes. */
export function PasteDialog({ rows, initialText, onTaken, onClosed }: PasteDialogProps) {
  const [text, setText] = useState(initialText)
  const [reading, setReading] = useState<Reading>('auto')
  const [mode, setMode] = useState<Mode>('replace')
  const shownText = useDeferredValue(text)
  const parsed = useMemo(() => parseOptions(shownText, reading), [shownText, reading])
  const { options: read, fault } = parsed
  const outcome = useMemo(() => {
    const after = withRead(rows, read, mode, () => `read ${crypto.randomUUID()}`)
    const [before, present] = [new Set(rows.map(({ key }) => key)), new Set(after.map(({ key }) => key))]
    return {
      after,
      added: after.filter(({ key }) => !before.has(key)).length,
      kept: after.filter(({ key }) => before.has(key)).length,
      removed: rows.filter(({ key }) => !present.has(key)).length,
      repeated: repeatedPrecodes(after),
    }
  }, [rows, read, mode])
  const [repeated] = outcome.repeated
  const problem =
    fault ??
    (outcome.after.length > OPTIONS_MAX
      ? `There can be at most ${count(OPTIONS_MAX, 'option')}: these would be ${outcome.after.length.toLocaleString('en-US')}.`
      : null)
  const isOld = shownText !== text
  return (
    <Dialog
      isOpen
      title={initialText === '' ? 'Paste options' : 'Import options'}
      onClose={onClosed}
      footer={
        <>
          <Button onPress={onClosed}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={read.length === 0 || problem !== null || isOld}
            onPress={() => onTaken(outcome.after, read.length)}
          >
            {read.length === 0 ? 'Use these options' : `Use ${count(read.length, 'option')}`}
          </Button>
        </>
      }
    >
      <div className={styles['paste']}>
        <TextField
          label="Options"
          rows={6}
          value={text}
          onChange={setText}
          autoComplete="off"
          description="One in each line; or columns with precode, name and English name, from a spreadsheet or a CSV file."
          {...(problem === null ? {} : { errorMessage: problem })}
        />
        <div className={styles['row']}>
          <div className={styles['filter']}>
            <NativeSelect
              label="Read as"
              options={READINGS}
              value={reading}
              onChange={id => setReading(READINGS.find(each => each.id === id)?.id ?? 'auto')}
            />
          </div>
          {rows.length === 0 ? null : (
            <SegmentedControl label="Present options" segments={MODES} value={mode} onChange={setMode} />
          )}
        </div>
        {read.length === 0 ? null : (
          <>
            <p role="status">
              {mode === 'replace' && rows.length > 0
                ? `${count(outcome.added, 'new option')}, ${outcome.kept.toLocaleString('en-US')} kept by precode, ${outcome.removed.toLocaleString('en-US')} removed.`
                : `${count(outcome.added, 'new option')}${rows.length > 0 ? ` behind the present ${rows.length.toLocaleString('en-US')}` : ''}.`}{' '}
              Nothing is saved yet.
            </p>
            {repeated === undefined ? null : (
              <p className={styles['fault']}>
                {count(outcome.repeated.length, 'precode')} {outcome.repeated.length === 1 ? 'is' : 'are'} there twice,
                the first of them {repeated.precode}, of options {repeated.firstIndex + 1} and {repeated.index + 1}.
              </p>
            )}
            <table className={styles['plain']}>
              <caption className={styles['caption']}>
                {read.length > PREVIEW_ROWS
                  ? `The first ${PREVIEW_ROWS} of ${count(read.length, 'option')}`
                  : count(read.length, 'option')}
                , read as {parsed.reading === 'lines' ? 'one per line' : 'columns'}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Precode</th>
                  <th scope="col">Option name</th>
                  <th scope="col">English name</th>
                </tr>
              </thead>
              <tbody>
                {outcome.after
                  .slice(mode === 'append' ? rows.length : 0, (mode === 'append' ? rows.length : 0) + PREVIEW_ROWS)
                  .map(({ key, precode, name, english }) => (
                    <tr key={key}>
                      <td>{precode}</td>
                      <td>{name}</td>
                      <td>{english}</td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </>
        )}
      </div>
    </Dialog>
  )
}
