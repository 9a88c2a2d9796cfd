import type { TableKindName } from '@desk/schema/sent-tables/table-kinds'
import type { ReadAs, TableReading } from '@desk/schema/sent-tables/table-reading'
import type { TableRow } from '@desk/schema/sent-tables/table-row'

/** The limits of a table; each is judged before anything is built. */
export interface TableLimits {
  /** Such as “the list”, for the sentences. */
  readonly what: string
  readonly bytesMax: number
  readonly unpackedBytesMax: number
  readonly filledRowsMax: number
  readonly cellsMax: number
}

/** The table to read, and the manner. */
export interface TableJob {
  readonly kind: TableKindName
  readonly input: Uint8Array | string
  readonly limits: TableLimits
  readonly asked: ReadAs
}

/** Some rows of a text, or of one sheet. */
export interface TablePart {
  /** The first of its sheet or text: it holds at least the rows by which columns are recognised. */
  readonly isFirst: boolean
  /** Null: it is a text. */
  readonly sheet: string | null
  /** The row that names the columns, with the first part; null: none does. */
  readonly head: TableRow | null
  readonly rows: readonly TableRow[]
  /** The line of a row is its number plus this one. */
  readonly linesFrom: number
}

/** Reads a table part by part. @returns what it was read as */
export type TableParts = AsyncGenerator<TablePart, TableReading, undefined>
