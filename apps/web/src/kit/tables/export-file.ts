import { csvLine, type ExportNote } from '#ui/table/csv-export.ts'
import { dateTimeText } from '#ui/format/times.ts'

/** An exported table: its content, and the notes beside it. */
export interface ExportedTable {
  /** Its subject: 'Sources of Wave 3'. */
  readonly title: string
  readonly csv: string
  readonly notes: readonly ExportNote[]
}

/** The moment of an export and the zone of its reader. */
export interface ExportMoment {
  readonly atMs: number
  readonly zoneName: string
  readonly zoneText: string
}

const MAX_NAME_LENGTH = 80

/** The name of an exported file, without its ending: its subject and the day, 'sources-wave-3-2026-11-28'. */
export function exportFileName(title: string, { atMs, zoneName }: Pick<ExportMoment, 'atMs' | 'zoneName'>): string {
  const what = title
    .toLocaleLowerCase('en')
    .replaceAll(' of ', ' ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/^-|-$/g, '')
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zoneName, dateStyle: 'short' }).format(atMs)
  return `${what}-${day}`
}

/** The notes of an exported table as a file of their own, so that the first row of the table is its head. */
export function csvOfNotes({ title, notes }: ExportedTable, { atMs, zoneName, zoneText }: ExportMoment): string {
  const all: readonly ExportNote[] = [
    ['Table', title],
    ...notes,
    ['Exported', dateTimeText(atMs, zoneName)],
    ['Zone', zoneText],
  ]
  return csvLine(['Note', 'Words']) + all.map(note => csvLine([...note])).join('')
}
