'use no memo'

import { Download } from 'lucide-react'
import { useRef } from 'react'
import { saveCsv } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { csvOfNotes, exportFileName, type ExportedTable } from './export-file.ts'

export interface ExportMenuProps {
  /** Its table, where a page has several. */
  label?: string
  /** The table as it is now; null: it is not here. */
  read: (button: HTMLElement | null) => ExportedTable | null
  /** Called once a file of it was saved. */
  onSaved?: () => void
  /** An icon alone. */
  isIcon?: boolean
  size?: 'small' | 'medium'
}

const ITEMS = [
  { id: 'csv', label: 'Table (CSV)', description: 'The head is in the first row' },
  { id: 'notes', label: 'Notes (CSV)', description: 'Filters, order, zone and moment of the table' },
  { id: 'print', label: 'Print', description: 'All rows and columns of the page' },
] as const

/** The ways to take a table along. */
export function ExportMenu(props: ExportMenuProps) {
  const { name, text } = useZone()
  return <ZonedExportMenu {...props} zoneName={name} zoneText={text} />
}

/** The same where no account is signed in: the page says in which zone its times are. */
export function ZonedExportMenu({
  label,
  read,
  onSaved,
  isIcon = false,
  size = 'medium',
  ...zone
}: ExportMenuProps & { readonly zoneName: string; readonly zoneText: string }) {
  const name = label === undefined ? 'Export' : `Export: ${label}`
  const take = (kind: string, button: HTMLElement | null) => {
    if (kind === 'print') return window.print()
    const table = read(button)
    if (table === null) return
    const moment = { atMs: Date.now(), ...zone }
    const file = exportFileName(table.title, moment)
    if (kind === 'csv') saveCsv(`${file}.csv`, table.csv)
    else saveCsv(`${file}-notes.csv`, csvOfNotes(table, moment))
    onSaved?.()
  }
  const button = useRef<HTMLElement>(null)
  return (
    <span ref={button}>
      <LazyMenu label={name} items={ITEMS} onAction={kind => take(kind, button.current)} placement="bottom end">
        {trigger =>
          isIcon ? (
            <IconButton {...trigger} label={name}>
              <Download aria-hidden size={16} />
            </IconButton>
          ) : (
            <Button {...trigger} size={size} icon={<Download aria-hidden />} aria-label={name}>
              Export
            </Button>
          )
        }
      </LazyMenu>
    </span>
  )
}
