import type { AuditEntry } from '@desk/schema/audit/audit-entry'
import { csvHead, csvLines } from '#kernel/files/csv-file'

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

const plain = (value: AuditEntry[keyof AuditEntry]): string | number | null =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

/** The first lines of a file; undefined: it has none. */
export const headOf = (format: AuditFormat): Uint8Array | undefined => (format === 'csv' ? csvHead(COLUMNS) : undefined)

/** The lines of these entries. */
export const linesOf = (format: AuditFormat, entries: readonly AuditEntry[]): Uint8Array =>
  format === 'csv'
    ? csvLines(entries.map(entry => COLUMNS.map(column => plain(entry[column]))))
    : Buffer.from(
        entries
          .map(entry => `${JSON.stringify(Object.fromEntries(COLUMNS.map(column => [column, entry[column]])))}\n`)
          .join(''),
      )
