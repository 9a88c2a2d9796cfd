import type { CheckedRateFile } from '@desk/schema/rate-cards/rate-card-file'
import type { ReadAs } from '@desk/schema/sent-tables/table-reading'
import { useMutation } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { failureMessage } from '#runtime/api/api-error.ts'
import type { RequestOf } from '#runtime/api/endpoints.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Button } from '#ui/button.tsx'
import { AnotherReading, isUnreadableTable, ReadingPart } from '#kit/sent-tables/reading-part.tsx'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import styles from './rate-cards.module.css'

/** The file of a rate card as it was chosen. */
export interface ChosenFile {
  readonly file: File
  readonly readAs: ReadAs
  /** Why it cannot be stored, once it is read; null: it can. It never rejects. */
  readonly fault: Promise<string | null>
}

const counted = (count: number): string => (count === 1 ? 'The file has 1 fault' : `The file has ${count} faults`)

/** The choice of a file, which is read at once: its cells, and each fault at its cell. */
export function ChooseFile({ onChosen }: { readonly onChosen: (chosen: ChosenFile) => void }) {
  const desk = useDesk()
  const input = useRef<HTMLInputElement>(null)
  const check = useMutation({
    mutationFn: ({ file, readAs }: Pick<ChosenFile, 'file' | 'readAs'>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(readAs)) form.append(name, String(value))
      form.append('file', file, file.name)
      // sent as multipart, with the field that the contract names
      const payload = form as unknown as NonNullable<RequestOf<'rateCards.check'>['payload']>
      return desk.api.call('rateCards.check', { payload })
    },
  })
  const choose = (chosen: Pick<ChosenFile, 'file' | 'readAs'>): void => {
    const fault = check
      .mutateAsync(chosen)
      .then(
        ({ faults }) => (faults.length === 0 ? null : `${counted(faults.length)}. Nothing was stored`),
        failureMessage,
      )
    onChosen({ ...chosen, fault })
  }
  const readAgain = (readAs: ReadAs): void => {
    if (check.variables !== undefined) choose({ file: check.variables.file, readAs })
  }
  return (
    <div className={styles['part']}>
      <div className={styles['tools']}>
        <Button icon={<FileUp aria-hidden />} onPress={() => input.current?.click()} isPending={check.isPending}>
          {check.variables === undefined ? 'Choose file' : 'Choose another file'}
        </Button>
        <span className={styles['note']}>
          {check.variables?.file.name ??
            'CSV or XLSX, up to 1 MB: incidences in the first row, LOI in the first column.'}
        </span>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          hidden
          aria-label="File of the rate card"
          onChange={event => {
            const file = event.target.files?.[0]
            if (file !== undefined) choose({ file, readAs: {} })
            // the same file may be chosen again
            event.target.value = ''
          }}
        />
      </div>
      <CallFailure error={check.error} />
      {isUnreadableTable(check.error) ? <AnotherReading sheets="unknown" onReadAs={readAgain} /> : null}
      {check.data === undefined ? null : (
        <>
          <ReadingPart reading={check.data.reading} onReadAs={readAgain} />
          <Cells checked={check.data} />
        </>
      )}
    </div>
  )
}

function Cells({ checked: { cells, faults } }: { readonly checked: CheckedRateFile }) {
  const faultAt = new Map(faults.map(({ row, column, message }) => [`${row} ${column}`, message]))
  const width = Math.max(0, ...cells.map(row => row.length), ...faults.map(({ column }) => column + 1))
  const height = Math.max(cells.length, ...faults.map(({ row }) => row + 1))
  return (
    <>
      {faults.length === 0 ? (
        <p className={styles['note']} role="status">
          {`${height - 1} × ${width - 1} prices, no faults.`}
        </p>
      ) : (
        <div role="alert">
          <p>{counted(faults.length)}. Mend them and choose the file again; nothing was stored.</p>
          <ul className={styles['faults']} aria-label="Faults">
            {faults.map(({ cell, message }) => (
              <li key={`${cell} ${message}`}>
                {cell}: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls */}
      <div className={styles['frame']} role="region" aria-label="The file" tabIndex={0}>
        <table className={styles['grid']}>
          <tbody>
            {Array.from({ length: height }, (_, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- a row is its place in the file
              <tr key={row}>
                {Array.from({ length: width }, (_cell, column) => {
                  const fault = faultAt.get(`${row} ${column}`)
                  return (
                    // oxlint-disable-next-line react/no-array-index-key -- a cell is its place in the file
                    <td key={column} data-fault={fault === undefined ? undefined : true} title={fault}>
                      {cells[row]?.[column] ?? ''}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
