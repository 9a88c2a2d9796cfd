import type { AuditEntry } from '@desk/schema/audit/audit-entry'
import { FORMULA_START } from '#kernel/files/formula-start'

/** The columns of the file, in the order of the wire. */
const COLUMNS = [
  'seq',
  'at',
  'who',
  'who_uid',
  'act',
  'scope',
  'object_id',
  'by',
  'api_key',
  'address',
  'user_agent',
  'changes',
  'hash',
] as const satisfies readonly (keyof AuditEntry)[]

/** The formats of an export. */
export type AuditFormat = 'jsonl' | 'csv'

/** JSONL goes as text: readers of JSON would take it for one value. */
export const CONTENT_TYPES: Readonly<Record<AuditFormat, string>> = {
  jsonl: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

/** A cell that a spreadsheet takes as text: one that begins like a formula is quoted with an apostrophe. */
function cellOf(value: AuditEntry[keyof AuditEntry]): string {
  const text = value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = typeof value === 'string' && FORMULA_START.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The first lines of a file. */
export function headOf(format: AuditFormat): string {
  return format === 'csv' ? `${COLUMNS.join(',')}\r\n` : ''
}

/** The lines of these entries. */
export function linesOf(format: AuditFormat, entries: readonly AuditEntry[]): string {
  return entries
    .map(entry =>
      format === 'csv'
        ? `${COLUMNS.map(column => cellOf(entry[column])).join(',')}\r\n`
        : `${JSON.stringify(Object.fromEntries(COLUMNS.map(column => [column, entry[column]])))}\n`,
    )
    .join('')
}
