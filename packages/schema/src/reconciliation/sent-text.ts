/** The longest row of a list. */
export const SENT_ROW_MAX_LENGTH = 100_000

const ID_HEADS =
  /^(?:rdud|rud|id|rid|pid|uid|respondent|respondentid|respondentuid|transactionid|sessionid|panelistid|userid)$/

/** A name of a column without what writers vary: 'Reason Code', 'reason_code'. */
export const bareHead = (text: string | undefined): string => (text ?? '').toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Whether a cell of the first row names the column of ids: then the row is a head, and no row of the list. */
export const isIdHead = (cell: string | undefined): boolean => ID_HEADS.test(bareHead(cell))

/** The delimiter of a list by its first line that has one. */
export function delimiterOf(text: string): string {
  const line = /[^\r\n]+/.exec(text.slice(0, SENT_ROW_MAX_LENGTH))?.[0] ?? ''
  const counted = [',', ';', '\t', '|'].map(sign => ({ sign, count: line.split(sign).length - 1 }))
  return counted.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ','
}

/** How many rows of a pasted list the platform will judge: without a head and without empty rows; a cell in quotes may have several lines. */
export function countSentRows(text: string): number {
  const delimiter = delimiterOf(text)
  const quoted = new RegExp(String.raw`(^|[\r\n${delimiter}])("(?:[^"]|"")*")(?=$|[\r\n${delimiter}])`, 'g')
  const flat = text.includes('"')
    ? text.replaceAll(
        quoted,
        (_cell, before: string, content: string) => before + content.replaceAll(/[\r\n,;\t|]/g, '.'),
      )
    : text
  const lines = flat.split(/\r\n|\n|\r/)
  const holdsAnything = new RegExp(String.raw`[^\s"${delimiter}]`)
  const rows = lines.filter(line => holdsAnything.test(line)).length
  return lines[0]?.split(delimiter).some(isIdHead) === true ? rows - 1 : rows
}
