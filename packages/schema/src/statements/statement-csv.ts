import { BYTE_ORDER_MARK, csvCell, FORMULA_START } from '../files/csv-text.ts'

/**
 * Versions of the file's form; the seal names its own. Version 2 begins with a byte order mark, and takes full-width
 * signs for formulas too. In version 3, a supplier's statement commits to the respondents' ids.
 */
export type FileVersion = 1 | 2 | 3
/** The version of outcomes and of the sell side, which are signed now. */
export const FILE_VERSION: FileVersion = 2
/** The version of suppliers' statements that are signed now (docs/decisions/0113). */
export const COMMITTED_VERSION: FileVersion = 3

const FORMULA_STARTS: Readonly<Record<FileVersion, RegExp>> = {
  1: /^[=+\-@\t\r]/,
  2: FORMULA_START,
  3: FORMULA_START,
}

/** Whether a text gets an apostrophe in a file. One that begins with an apostrophe gets another, so that each cell has one reading. */
const needsApostrophe = (text: string, version: FileVersion): boolean =>
  text.startsWith("'") || FORMULA_STARTS[version].test(text)

/** The cell of a text, which no spreadsheet runs as a formula. */
export const csvText = (text: string, version: FileVersion = FILE_VERSION): string =>
  csvCell(needsApostrophe(text, version) ? `'${text}` : text)

/** The text whose cell this is; undefined: `csvText` writes no such cell, for it lacks an apostrophe or has one too many. */
export function textOfCell(cell: string, version: FileVersion): string | undefined {
  const text = cell.startsWith("'") ? cell.slice(1) : cell
  return needsApostrophe(text, version) === cell.startsWith("'") ? text : undefined
}

/** How a file differs in form from the one that was issued, with the same cells: another program saved it. */
export type Difference = 'semicolons' | 'tabs' | 'byte order mark' | 'line ends' | 'quotes' | 'empty cells'

const PORTION_ROWS = 1_000
const HEAD = /^\uFEFF?"?\w+"?([,;\t])[^\r\n]*(\r?\n)/
const SEPARATORS: Readonly<Record<string, Difference>> = { ';': 'semicolons', '\t': 'tabs' }

/**
 * The rows of a CSV file in its one reading: a separator and a line end for the whole file, which its head shows, and quotes around whole cells alone.
 * A row of any other form has no cells, so that it is no line.
 */
export class CsvReading {
  /** The differences in the rows that were read. */
  readonly differences = new Set<Difference>()
  readonly hasMark: boolean
  readonly #text: string
  readonly #separator: string
  readonly #lineEnd: string
  #at: number

  constructor(text: string) {
    const [, separator = ',', lineEnd = '\r\n'] = HEAD.exec(text) ?? []
    this.hasMark = text.startsWith(BYTE_ORDER_MARK)
    this.#text = text
    this.#separator = separator
    this.#lineEnd = lineEnd
    this.#at = this.hasMark ? 1 : 0
    const other = SEPARATORS[separator]
    if (other !== undefined) this.differences.add(other)
    if (lineEnd !== '\r\n') this.differences.add('line ends')
  }

  /** The rows, some at a time. */
  *portions(): Generator<readonly (readonly string[])[], void, undefined> {
    let rows: (readonly string[])[] = []
    while (this.#at < this.#text.length) {
      rows.push(this.#row())
      if (rows.length < PORTION_ROWS) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  }

  #row(): readonly string[] {
    const cells: string[] = []
    for (;;) {
      const cell = this.#text[this.#at] === '"' ? this.#quotedCell() : this.#plainCell()
      if (cell === undefined) return this.#skipRow()
      cells.push(cell)
      if (this.#text[this.#at] === this.#separator) {
        this.#at += 1
        continue
      }
      if (this.#text.startsWith(this.#lineEnd, this.#at)) this.#at += this.#lineEnd.length
      else if (this.#at < this.#text.length) return this.#skipRow()
      else this.differences.add('line ends')
      return cells
    }
  }

  /** Undefined: its quotes do not end. */
  #quotedCell(): string | undefined {
    let cell = ''
    for (let at = this.#at + 1; ;) {
      const end = this.#text.indexOf('"', at)
      if (end === -1) return undefined
      cell += this.#text.slice(at, end)
      this.#at = end + 1
      if (this.#text[this.#at] !== '"') break
      cell += '"'
      at = this.#at + 1
    }
    if (!/["\r\n]/.test(cell) && !cell.includes(this.#separator)) this.differences.add('quotes')
    return cell
  }

  /** Undefined: it has a quote within. */
  #plainCell(): string | undefined {
    const separator = this.#separator.charCodeAt(0)
    const start = this.#at
    let at = start
    for (; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === separator || code === LF || code === CR) break
      if (code === QUOTE) return undefined
    }
    this.#at = at
    return this.#text.slice(start, at)
  }

  #skipRow(): readonly string[] {
    const end = this.#text.indexOf(this.#lineEnd, this.#at)
    this.#at = end === -1 ? this.#text.length : end + this.#lineEnd.length
    return []
  }
}

const [QUOTE, LF, CR] = [34, 10, 13]

/** All rows of a CSV file. */
export const readCsv = (text: string): readonly (readonly string[])[] => [...new CsvReading(text).portions()].flat()
