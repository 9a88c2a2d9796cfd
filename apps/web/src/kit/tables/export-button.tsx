import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { useZone } from '#kit/zones/use-zone.ts'
import { ZonedExportMenu } from './export-menu.tsx'
import { csvOfTexts } from './facts-csv.ts'

export interface ExportButtonProps {
  /** The subject of the table: names the file, and heads its notes. */
  label: string
}

/**
 * Takes a plain table along as it is shown (§9.11): the one inside the nearest element with `data-exported`. A shortened
 * head is exported by its title; cells with `data-unexported` hold actions, and are left out.
 */
export function ExportButton({ label }: ExportButtonProps) {
  const { name, text } = useZone()
  return <ZonedExportButton label={label} zone={text} zoneName={name} />
}

/** The same where no account is signed in: the page says in which zone its times are. */
export function ZonedExportButton({
  label,
  zone,
  zoneName = 'UTC',
}: ExportButtonProps & { readonly zone: string; readonly zoneName?: string }) {
  const read = (button: HTMLElement | null) => {
    const rows = button?.closest('[data-exported]')?.querySelector('table')?.rows ?? []
    const lines = [...rows].map(row =>
      [...row.cells].filter(cell => !cell.hasAttribute('data-unexported')).map(cell => cell.title || cell.textContent),
    )
    return { title: label, csv: csvOfTexts(lines), notes: [['Currency', ACCOUNT_CURRENCY]] as const }
  }
  return <ZonedExportMenu label={label} read={read} zoneName={zoneName} zoneText={zone} />
}
