import { UnreadableTable, type TableRow } from './table-row.ts'

/** The longest row of a text, and the most cells of one. */
export const TEXT_ROW_MAX_LENGTH = 100_000
export const COLUMNS_MAX = 1_000

const MARK = '\uFEFF'
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
/** A text that a spreadsheet would read as a number, as writers protect it: ="00017". */
const PROTECTED = /^="([\s\S]*)"$/

const counted = (figure: number): string => figure.toLocaleString('en-US')

/**
 * The rows of a text, also the empty ones. Line ends may differ within it, and a cell in quotes may have several lines.
 * @param delimiter null: a row is one cell
 */
export function* textRows(text: string, delimiter: string | null): Generator<TableRow, void, undefined> {
  const sign = delimiter?.charCodeAt(0) ?? -1
  const isEnd = (code: number): boolean => code === LINE_FEED || code === CARRIAGE_RETURN
  let at = text.startsWith(MARK) ? 1 : 0
  let line = 1
  while (at < text.length) {
    const row = line
    const from = at
    const cells: string[] = []
    let hasLooseQuote = false
    for (;;) {
      const quoted = quotedCell(text, at, sign, row)
      if (quoted === null) {
        const cellFrom = at
        while (at < text.length && text.charCodeAt(at) !== sign && !isEnd(text.charCodeAt(at))) {
          at += 1
          if (at - from > TEXT_ROW_MAX_LENGTH) throw tooLong(row)
        }
        const cell = text.slice(cellFrom, at)
        hasLooseQuote ||= quotesIn(cell) % 2 === 1
        cells.push(bare(cell))
      } else {
        cells.push(bare(quoted.content))
        at = quoted.end
        line += quoted.lineEnds
        if (at - from > TEXT_ROW_MAX_LENGTH) throw tooLong(row)
      }
      if (cells.length > COLUMNS_MAX)
        throw new UnreadableTable(
          `The file could not be read: line ${counted(row)} has more than ${counted(COLUMNS_MAX)} columns. Remove everything that is not part of the list, and save it again.`,
        )
      if (at >= text.length || text.charCodeAt(at) !== sign) break
      at += 1
    }
    // one quote was lost, so that a cell took the rows up to the next one
    if (hasLooseQuote && line > row) throw notClosed(row)
    if (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1
    at += 1
    line += 1
    yield { row, cells }
  }
}

interface QuotedCell {
  readonly content: string
  /** Behind the cell: a delimiter, a line end, or the end. */
  readonly end: number
  readonly lineEnds: number
}

/** A cell in quotes; null: there is none, and quotes in it are signs like others. */
function quotedCell(text: string, at: number, sign: number, row: number): QuotedCell | null {
  let from = at
  while (text[from] === ' ') from += 1
  if (text[from] !== '"') return null
  const open = from
  let content = ''
  for (from += 1; ;) {
    const close = text.indexOf('"', from)
    if (close < 0 || close - open > TEXT_ROW_MAX_LENGTH) {
      // one line that is too long has a fault of its own
      if (close >= 0 && lineEndsIn(text.slice(open, open + TEXT_ROW_MAX_LENGTH)) === 0) throw tooLong(row)
      throw notClosed(row)
    }
    content += text.slice(from, close)
    if (text[close + 1] === '"') {
      content += '"'
      from = close + 2
      continue
    }
    let end = close + 1
    while (text[end] === ' ') end += 1
    const code = end < text.length ? text.charCodeAt(end) : LINE_FEED
    const lineEnds = lineEndsIn(content)
    if (code === sign || code === LINE_FEED || code === CARRIAGE_RETURN) return { content, end, lineEnds }
    // such a quote would take the rows that follow it into its cell
    if (lineEnds > 0) throw notClosed(row)
    return null
  }
}

const lineEndsIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

const quotesIn = (text: string): number => (text.includes('"') ? text.split('"').length - 1 : 0)

const bare = (cell: string): string => {
  if (!cell.startsWith('="')) return cell
  const content = PROTECTED.exec(cell)?.[1]
  return content === undefined ? cell : content.replaceAll('""', '"')
}

const notClosed = (line: number): UnreadableTable =>
  new UnreadableTable(`The file could not be read: the quote that line ${counted(line)} opens is not closed.`)

const tooLong = (line: number): UnreadableTable =>
  new UnreadableTable(
    `The file could not be read: line ${counted(line)} is longer than ${counted(TEXT_ROW_MAX_LENGTH)} characters. Remove everything that is not part of the list, and save it again.`,
  )
