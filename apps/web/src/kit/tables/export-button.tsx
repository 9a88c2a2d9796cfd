import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { Download } from 'lucide-react'
import { saveCsv } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { csvOfTexts } from './facts-csv.ts'

export interface ExportButtonProps {
  /** The subject of the table: names the file, and heads it. */
  label: string
}

/**
 * Saves a plain table as it is shown (§9.11): the one inside the nearest element with `data-exported`. A shortened
 * head is exported by its title; cells with `data-unexported` hold actions, and are left out.
 */
export function ExportButton({ label }: ExportButtonProps) {
  const { text: zone } = useZone()
  return <ZonedExportButton label={label} zone={zone} />
}

/** The same where no account is signed in: the page says in which zone its times are. */
export function ZonedExportButton({ label, zone }: ExportButtonProps & { readonly zone: string }) {
  const save = (button: Element) => {
    const rows = button.closest('[data-exported]')?.querySelector('table')?.rows ?? []
    const lines = [...rows].map(row =>
      [...row.cells].filter(cell => !cell.hasAttribute('data-unexported')).map(cell => cell.title || cell.textContent),
    )
    saveCsv(`${label.toLowerCase()}.csv`, csvOfTexts(label, `${zone} · ${ACCOUNT_CURRENCY}`, lines))
  }
  return (
    <Button icon={<Download aria-hidden />} aria-label={`Export CSV: ${label}`} onPress={({ target }) => save(target)}>
      Export CSV
    </Button>
  )
}
