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

/** A seal as a file has it. */
export type FileSealed<Seal extends AnySeal> = SignedSeal<Seal> & { readonly text: string; readonly startText: string }

/** Reads a signed file row by row, so that none is kept longer than it is needed. */
export interface SignedFileReader<Seal extends AnySeal = AnySeal> {
  /** Reads the next row after the head; undefined: it is no line. */
  readonly read: (cells: readonly string[]) => FileLine | undefined
  /** Rows that were no lines. */
  readonly unreadable: readonly number[]
  /** Null: there was none that could be read. */
  readonly seal: FileSealed<Seal> | null
}

class RowReader<Seal extends AnySeal> implements SignedFileReader<Seal> {
  readonly #kind: FileKind<Seal>
  readonly #unreadable: number[] = []
  #seal: FileSealed<Seal> | null = null
  #rows = 1

  constructor(kind: FileKind<Seal>) {
    this.#kind = kind
  }

  read(cells: readonly string[]): FileLine | undefined {
    this.#rows += 1
    const line = cells[0] === SEAL ? this.#readSeal(cells) : readLine(cells, this.#rows, this.#kind)
    if (line === null) this.#unreadable.push(this.#rows)
    return line ?? undefined
  }

  /** The first seal is the file's, any other is none. Null: it cannot be read. */
  #readSeal(cells: readonly string[]): undefined | null {
    const read = this.#seal === null ? readSeal(cells, this.#kind) : null
    if (read === null) return null
    this.#seal = read
    return undefined
  }

  get unreadable(): readonly number[] {
    return this.#unreadable
  }

  get seal(): FileSealed<Seal> | null {
    return this.#seal
  }
}

/** Gives what reads the rows after the head of a file of this kind; undefined: it is the head of another. */
export const readerOf =
  <Seal extends AnySeal>(kind: FileKind<Seal>) =>
  (head: readonly string[]): SignedFileReader<Seal> | undefined =>
    head.join(',') === kind.columns.join(',') ? new RowReader(kind) : undefined

/** Null: the row is no line. */
function readLine<Seal extends AnySeal>(
  cells: readonly string[],
  row: number,
  { columns, textOf }: FileKind<Seal>,
): FileLine | null {
  const number = integerOf(cells[0] ?? '')
  if (cells.length !== columns.length || number === undefined) return null
  const previous = cells[columns.length - 2] ?? ''
  const hash = cells[columns.length - 1] ?? ''
  const text = textOf(number, cells)
  // what a spreadsheet made of a cell is changed, and stays a line: nothing hashes to its hash
  if (text === undefined || !HASH_PATTERN.test(previous) || !HASH_PATTERN.test(hash))
    return { row, number, text: '', previous: BEFORE_START, hash: '' }
  return { row, number, text, previous, hash }
}

function readSeal<Seal extends AnySeal>(
  [, json = '', signature = '', publicKey = '']: readonly string[],
  { sealOf, startOf }: FileKind<Seal>,
): FileSealed<Seal> | null {
  const text = textOfCell(json)
  const seal = sealOf(text)
  return seal === null ? null : { seal, text, startText: startOf(seal), signature, publicKey }
}
