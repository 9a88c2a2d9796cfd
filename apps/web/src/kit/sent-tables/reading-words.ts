import type { TableReading } from '@desk/schema/sent-tables/table-reading'

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
}
export const delimiterText = (delimiter: string): string => DELIMITER_WORDS[delimiter] ?? `“${delimiter}”`

const quoted = (names: readonly string[]): string => names.map(name => `“${name}”`).join(', ')
const counted = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`

/** How a file or text was read. */
export function takenText({ delimiter, head_row, sheets }: TableReading): string {
  if (sheets.length === 0)
    return [
      delimiter === null ? 'One column, without a delimiter' : `Columns divided by ${delimiterText(delimiter)}`,
      head_row === null ? 'no row names the columns' : `line ${head_row.toLocaleString('en-US')} names the columns`,
    ].join('; ')
  const read = sheets.filter(({ is_read }) => is_read)
  return read
    .map(({ name, head_row: row, lines_from: from }) =>
      [
        `Sheet “${name}”: ${row === null ? 'no row names the columns' : `row ${row.toLocaleString('en-US')} names the columns`}`,
        ...(from === 0 ? [] : [`row 1 is line ${(from + 1).toLocaleString('en-US')}`]),
      ].join(', '),
    )
    .join('; ')
}

/** Warnings before it counts: the unread part, and the part that the sender may not have seen. */
export function cautionsOf({ sheets, rows_not_read: rows, hidden_rows: hidden }: TableReading): readonly string[] {
  const read = sheets.filter(({ is_read }) => is_read).map(({ name }) => name)
  const shown = sheets.filter(({ is_read, is_hidden }) => !is_read && !is_hidden).map(({ name }) => name)
  const unseen = sheets.filter(({ is_read, is_hidden }) => !is_read && is_hidden).map(({ name }) => name)
  return [
    ...(read.length > 1 ? [`The rows of ${counted(read.length, 'sheet', 'sheets')} were read: ${quoted(read)}.`] : []),
    ...(shown.length === 0 ? [] : [`Not read: ${counted(shown.length, 'sheet', 'sheets')}, ${quoted(shown)}.`]),
    ...(unseen.length === 0
      ? []
      : [`Not read: ${counted(unseen.length, 'hidden sheet', 'hidden sheets')}, ${quoted(unseen)}.`]),
    ...(hidden === 0
      ? []
      : [
          `${counted(hidden, 'row that is hidden in the sheet was', 'rows that are hidden in the sheet were')} read, too.`,
        ]),
    ...rows.map(({ line, text }) => `Line ${line.toLocaleString('en-US')} above the columns was not read: “${text}”.`),
  ]
}
