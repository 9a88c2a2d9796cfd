import { ASKED_DELIMITERS, type ReadAs, type TableReading } from '@desk/schema/sent-tables/table-reading'
import { useState } from 'react'
import { ApiError } from '#runtime/api/api-error.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { TextField } from '#ui/text-field.tsx'
import { cautionsOf, delimiterText, takenText } from './reading-words.ts'
import styles from './reading-part.module.css'

export interface ReadingPartProps {
  readonly reading: TableReading
  /** Reads it again, as it is chosen here; left out: the sent text or file is gone. */
  readonly onReadAs?: (asked: ReadAs) => void
}

const JUDGED = { id: '', label: 'By the content' }
const WHOLE_NUMBER = /^\d{1,7}$/

/** Says what a file or text was read as and which parts were not read, and lets its sender change that. */
export function ReadingPart({ reading, onReadAs }: ReadingPartProps) {
  const cautions = cautionsOf(reading)
  return (
    <section className={styles['part']} aria-label="How it was read">
      <p>{takenText(reading)}.</p>
      {cautions.map(caution => (
        <Banner key={caution} tone="warning">
          {caution}
        </Banner>
      ))}
      {onReadAs === undefined ? null : (
        <AnotherReading sheets={reading.sheets.map(({ name }) => name)} onReadAs={onReadAs} />
      )}
    </section>
  )
}

/** Whether the platform refused a file or text because it could not read it as a table. */
export const isUnreadableTable = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.status === 422 &&
  failure.details.some(({ path: [field] }) => field === 'file' || field === 'text')

export interface AnotherReadingProps {
  /** The names of a workbook's sheets; none: it is a text. 'unknown': of a file that could not be read. */
  readonly sheets: readonly string[] | 'unknown'
  readonly onReadAs: (asked: ReadAs) => void
}

/** Asks how a file or text is to be read instead: by delimiter or sheet, and by the row that names the columns. */
export function AnotherReading({ sheets, onReadAs }: AnotherReadingProps) {
  const [delimiter, setDelimiter] = useState('')
  const [sheet, setSheet] = useState('')
  const [head, setHead] = useState('')
  const isWrong = head !== '' && !WHOLE_NUMBER.test(head)
  return (
    <details>
      <summary>Read it in another way</summary>
      <div className={styles['fields']}>
        {sheets !== 'unknown' && sheets.length > 0 ? null : (
          <NativeSelect
            label="Columns are divided by"
            options={[JUDGED, ...ASKED_DELIMITERS.map(sign => ({ id: sign, label: delimiterText(sign) }))]}
            value={delimiter}
            onChange={setDelimiter}
          />
        )}
        {sheets === 'unknown' ? (
          <TextField label="Sheet" value={sheet} onChange={setSheet} description="Its name, in a workbook" />
        ) : sheets.length === 0 ? null : (
          <NativeSelect
            label="Sheet"
            options={[JUDGED, ...sheets.map(name => ({ id: name, label: name }))]}
            value={sheet}
            onChange={setSheet}
          />
        )}
        <TextField
          label="Row that names the columns"
          value={head}
          onChange={setHead}
          description="0: none does"
          errorMessage={isWrong ? 'Give the number of a row, or 0' : undefined}
        />
        <Button
          isDisabled={isWrong}
          onPress={() => {
            const asked = ASKED_DELIMITERS.find(sign => sign === delimiter)
            onReadAs({
              ...(asked === undefined ? {} : { delimiter: asked }),
              ...(sheet === '' ? {} : { sheet }),
              ...(head === '' ? {} : { head_row: Number(head) }),
            })
          }}
        >
          Read it so
        </Button>
      </div>
    </details>
  )
}
