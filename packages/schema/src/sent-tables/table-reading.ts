import { Schema } from 'effect'

/** The delimiters that a caller may ask for. */
export const ASKED_DELIMITERS = [',', ';', '\t', '|'] as const

const SHEET_NAME_MAX_LENGTH = 200
/** The last row that a spreadsheet has. */
const ROW_MAX = 1_048_576

/** The caller's reading of a file or text; omitted fields are judged by the content. */
export const readAsFields = {
  delimiter: Schema.optionalKey(Schema.Literals(ASKED_DELIMITERS)),
  /** The one sheet of a workbook to read, by its name; a hidden one, too. */
  sheet: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(SHEET_NAME_MAX_LENGTH))),
  /** The row with the names of the columns, from 1; 0: none has them. */
  head_row: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: ROW_MAX }))),
}
export const ReadAs = Schema.Struct(readAsFields)
export type ReadAs = typeof ReadAs.Type

/** The fields of a form for the reading of its file or text. */
export const readAsOf = ({
  delimiter,
  sheet,
  head_row,
}: { readonly [Name in keyof ReadAs]: ReadAs[Name] | undefined }): ReadAs => ({
  ...(delimiter === undefined ? {} : { delimiter }),
  ...(sheet === undefined ? {} : { sheet }),
  ...(head_row === undefined ? {} : { head_row }),
})

/** A sheet of a workbook. */
export const SheetReading = Schema.Struct({
  name: Schema.String,
  /** The spreadsheet does not show it. */
  is_hidden: Schema.Boolean,
  is_read: Schema.Boolean,
  /** The row with the names of its columns; null: none has them, or the sheet was not read. */
  head_row: Schema.NullOr(Schema.Int),
  /** The lines of this sheet are its rows plus this number, so that no two sheets share a line. */
  lines_from: Schema.Int,
})
export type SheetReading = typeof SheetReading.Type

/** How a file or text was read, and which parts of it were not read. */
export const TableReading = Schema.Struct({
  /** Null: a workbook, or a text without a delimiter. */
  delimiter: Schema.NullOr(Schema.String),
  /** Of a text; null: no row names the columns, or it is a workbook. */
  head_row: Schema.NullOr(Schema.Int),
  /** None: it is a text. */
  sheets: Schema.Array(SheetReading),
  /** Rows above the head: a title, a date. The first of them. */
  rows_not_read: Schema.Array(Schema.Struct({ line: Schema.Int, text: Schema.String })),
  /** Rows that a filter or a person has hidden; they were read like all others. */
  hidden_rows: Schema.Int,
})
export type TableReading = typeof TableReading.Type
