import { RECONCILIATION_FILE_BYTES_MAX } from '@desk/schema/reconciliation/reconciliation-forms'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './reconciliation.module.css'

const NAMES = /\.(?:csv|tsv|txt|xlsx)$/i

/** Why a file is not sent, or null. */
function faultOf({ name, size }: File): string | null {
  if (!NAMES.test(name)) return `${name} is none of CSV, TSV, TXT and XLSX. Save the list as one of these.`
  if (size === 0) return `${name} is empty. Choose a file with at least one row.`
  return size > RECONCILIATION_FILE_BYTES_MAX ? `${name} has more than 20 MB. Split it, and upload each part.` : null
}

/** The place to drop a file, or to choose one. */
export function DropFile({ onFile }: { readonly onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const take = (file: File | undefined) => {
    if (file === undefined) return
    const found = faultOf(file)
    setFault(found)
    if (found === null) onFile(file)
  }
  return (
    <div className={styles['part']}>
      <div
        className={styles['drop']}
        role="group"
        aria-label="Drop a file here"
        data-over={isOver || undefined}
        onDragOver={event => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={event => {
          event.preventDefault()
          setIsOver(false)
          take(event.dataTransfer.files[0])
        }}
      >
        <Button icon={<FileUp aria-hidden />} onPress={() => input.current?.click()}>
          Choose file
        </Button>
        <span className={styles['note']}>
          or drop it here: CSV, TSV, TXT or XLSX with rdud, reason_code and comment, up to 100,000 rows and 20 MB. A
          header is optional, and columns may stand in any order.
        </span>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,.xlsx"
          aria-label="File of the reconciliation"
          onChange={event => {
            take(event.target.files?.[0])
            // the same file may be chosen again
            event.target.value = ''
          }}
        />
      </div>
      {fault === null ? null : (
        <p role="alert" className={styles['fault']}>
          {fault}
        </p>
      )}
    </div>
  )
}
