import { csvText, textOfCell } from './statement-csv.ts'
import { BEFORE_START } from './statement-line.ts'

/** A hash in lower-case hex. */
export const HASH_PATTERN = /^[0-9a-f]{64}$/
const SEAL = 'seal'
const END = '\r\n'
const INTEGER = /^-?\d{1,15}$/

/** The number that a cell holds; undefined: it holds none. */
export const integerOf = (cell: string): number | undefined => (INTEGER.test(cell) ? Number(cell) : undefined)

/** What every seal says. */
export interface AnySeal {
  /** The hash of the last line, or the start of a file without lines. */
  readonly head: string
  readonly lines: number
}

/** A seal with its signature. */
export interface SignedSeal<Seal extends AnySeal = AnySeal> {
  readonly seal: Seal
  /** Ed25519 over the seal's canonical JSON, in hex. */
  readonly signature: string
  /** The account's public key, in hex. */
  readonly publicKey: string
}

/** A cell of a file: a text, a figure, or nothing. */
export type SignedCell = string | number | null

/** A row of a CSV file. */
export const csvRow = (cells: readonly SignedCell[]): string =>
  `${cells.map(cell => (typeof cell === 'string' ? csvText(cell) : (cell ?? ''))).join(',')}${END}`

/** The last row of a file. @param text the seal in canonical JSON */
export const sealCells = (text: string, { signature, publicKey }: Omit<SignedSeal, 'seal'>): readonly SignedCell[] => [
  SEAL,
  text,
  signature,
  publicKey,
]

/** A kind of signed file: its first column is the number of the line, its last two are the hash before it and its own. */
export interface FileKind<Seal extends AnySeal> {
  readonly columns: readonly string[]
  /** What is hashed of a row with as many cells as there are columns; undefined: it is no line as it was written. */
  readonly textOf: (number: number, cells: readonly string[]) => string | undefined
  /** Null: the text is no seal of this kind. */
  readonly sealOf: (text: string) => Seal | null
  /** What the chain begins with. */
  readonly startOf: (seal: Seal) => string
}

/** A line as it stands in a file. */
export interface FileLine {
  /** Its row in the file, from 1: the head is the first. */
  readonly row: number
  readonly number: number
  /** What is hashed. */
  readonly text: string
  readonly previous: string
  readonly hash: string
}

/** What a file says. */
export interface SignedFile<Seal extends AnySeal = AnySeal> {
  readonly lines: readonly FileLine[]
  /** Rows that are no lines. */
  readonly unreadable: readonly number[]
  /** Null: there is none that can be read. */
  readonly seal: (SignedSeal<Seal> & { readonly text: string; readonly startText: string }) | null
}

/** Gives what reads the rows of a file of this kind; undefined: they are of none. */
export const readerOf =
  <Seal extends AnySeal>(kind: FileKind<Seal>) =>
  ([head, ...rows]: readonly (readonly string[])[]): SignedFile<Seal> | undefined =>
    head?.join(',') === kind.columns.join(',') ? readRows(rows, kind) : undefined

function readRows<Seal extends AnySeal>(rows: readonly (readonly string[])[], kind: FileKind<Seal>): SignedFile<Seal> {
  const lines: FileLine[] = []
  const unreadable: number[] = []
  let seal: SignedFile<Seal>['seal'] = null
  rows.forEach((cells, at) => {
    const row = at + 2
    if (cells[0] === SEAL) {
      const read = seal === null ? readSeal(cells, kind) : null
      if (read === null) unreadable.push(row)
      else seal = read
      return
    }
    const line = readLine(cells, row, kind)
    if (line === undefined) unreadable.push(row)
    else lines.push(line)
  })
  return { lines, unreadable, seal }
}

function readLine<Seal extends AnySeal>(
  cells: readonly string[],
  row: number,
  { columns, textOf }: FileKind<Seal>,
): FileLine | undefined {
  const number = integerOf(cells[0] ?? '')
  if (cells.length !== columns.length || number === undefined) return undefined
  const [previous = '', hash = ''] = cells.slice(-2)
  const text = textOf(number, cells)
  // what a spreadsheet made of a cell is changed, and stays a line: nothing hashes to its hash
  if (text === undefined || !HASH_PATTERN.test(previous) || !HASH_PATTERN.test(hash))
    return { row, number, text: '', previous: BEFORE_START, hash: '' }
  return { row, number, text, previous, hash }
}

function readSeal<Seal extends AnySeal>(
  [, json = '', signature = '', publicKey = '']: readonly string[],
  { sealOf, startOf }: FileKind<Seal>,
): SignedFile<Seal>['seal'] {
  const text = textOfCell(json)
  const seal = sealOf(text)
  return seal === null ? null : { seal, text, startText: startOf(seal), signature, publicKey }
}
