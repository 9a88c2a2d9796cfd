import { BYTE_ORDER_MARK } from '../files/csv-text.ts'
import { csvText, FILE_VERSION, textOfCell, type FileVersion } from './statement-csv.ts'
import { BEFORE_START, type Opening } from './statement-line.ts'

/** A hash in lower-case hex. */
export const HASH_PATTERN = /^[0-9a-f]{64}$/
const SEAL = 'seal'
const END = '\r\n'
const INTEGER = /^(?:0|-?[1-9]\d{0,14})$/
const SEAL_CELLS = 4

/** The number that a cell holds as it is written; undefined: it holds none, or another writing of one, as 00250 is. */
export const integerOf = (cell: string): number | undefined => (INTEGER.test(cell) ? Number(cell) : undefined)

/** The fields of every seal. */
export interface AnySeal {
  /** The hash of the last line, or the start of a file without lines. */
  readonly head: string
  readonly lines: number
  /** Of the file's form. */
  readonly version: FileVersion
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
export const csvRow = (cells: readonly SignedCell[], version: FileVersion = FILE_VERSION): string =>
  `${cells.map(cell => (typeof cell === 'string' ? csvText(cell, version) : (cell ?? ''))).join(',')}${END}`

/** The first row of a CSV file. */
export const csvHead = (columns: readonly SignedCell[], version: FileVersion = FILE_VERSION): string =>
  (version === 1 ? '' : BYTE_ORDER_MARK) + csvRow(columns, version)

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
  /**
   * The hashed text of a row with as many cells as there are columns; undefined: it is not a line as it was written.
   */
  readonly textOf: (number: number, cells: readonly string[], version: FileVersion) => string | undefined
  /** The opening of a row's commitment; left out: lines of this kind commit to nothing. */
  readonly openingOf?: (cells: readonly string[], version: FileVersion) => LineOpening
  /** Null: the text is no seal of this kind. */
  readonly sealOf: (text: string) => Seal | null
  /** The beginning of the chain. */
  readonly startOf: (seal: Seal) => string
}

/** The opening of a line's commitment; `null`: the cells of both values are not as they were written. */
export type LineOpening = (Opening & { readonly commitment: string }) | 'erased' | null

/** A line of a file. */
export interface FileLine {
  /** Its row in the file, from 1: the head is the first. */
  readonly row: number
  readonly number: number
  /** The hashed text. */
  readonly text: string
  readonly previous: string
  readonly hash: string
  /** Undefined: the line commits to nothing. */
  readonly opening: LineOpening | undefined
}

/** A seal as a file has it. */
export type FileSealed<Seal extends AnySeal> = SignedSeal<Seal> & { readonly text: string; readonly startText: string }

/** Reads a signed file row by row, so that none is held longer than it is needed. */
export interface SignedFileReader<Seal extends AnySeal = AnySeal> {
  /** Reads the next row after the head; undefined: it is no line. */
  readonly read: (cells: readonly string[]) => FileLine | undefined
  /** Rows that were no lines. */
  readonly unreadable: readonly number[]
  /** Empty cells follow the seal, as a spreadsheet saves them. */
  readonly isPadded: boolean
  /** Null: there was none that could be read. */
  readonly seal: FileSealed<Seal> | null
}

class RowReader<Seal extends AnySeal> implements SignedFileReader<Seal> {
  readonly #kind: FileKind<Seal>
  readonly #version: FileVersion
  readonly #unreadable: number[] = []
  #seal: FileSealed<Seal> | null = null
  #rows = 1
  isPadded = false

  constructor(kind: FileKind<Seal>, version: FileVersion) {
    this.#kind = kind
    this.#version = version
  }

  read(cells: readonly string[]): FileLine | undefined {
    this.#rows += 1
    // the seal is the last row
    const line =
      this.#seal !== null
        ? null
        : cells[0] === SEAL
          ? this.#readSeal(cells)
          : readLine(cells, this.#rows, this.#kind, this.#version)
    if (line === null) this.#unreadable.push(this.#rows)
    return line ?? undefined
  }

  /** Null: it cannot be read. */
  #readSeal(cells: readonly string[]): undefined | null {
    const read = readSeal(cells, this.#kind, this.#version)
    if (read === null) return null
    this.#seal = read
    this.isPadded = cells.length > SEAL_CELLS
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
  (head: readonly string[], version: FileVersion): SignedFileReader<Seal> | undefined =>
    head.length === kind.columns.length && kind.columns.every((column, at) => column === head[at])
      ? new RowReader(kind, version)
      : undefined

/** Null: the row is no line. */
function readLine<Seal extends AnySeal>(
  cells: readonly string[],
  row: number,
  { columns, textOf, openingOf }: FileKind<Seal>,
  version: FileVersion,
): FileLine | null {
  const number = integerOf(cells[0] ?? '')
  if (cells.length !== columns.length || number === undefined) return null
  const previous = cells[columns.length - 2] ?? ''
  const hash = cells[columns.length - 1] ?? ''
  const text = textOf(number, cells, version)
  // what a spreadsheet made of a cell is changed, and stays a line: nothing hashes to its hash
  if (text === undefined || !HASH_PATTERN.test(previous) || !HASH_PATTERN.test(hash))
    return { row, number, text: '', previous: BEFORE_START, hash: '', opening: undefined }
  return { row, number, text, previous, hash, opening: openingOf?.(cells, version) }
}

function readSeal<Seal extends AnySeal>(
  [, json = '', signature = '', publicKey = '', ...behind]: readonly string[],
  { columns, sealOf, startOf }: FileKind<Seal>,
  version: FileVersion,
): FileSealed<Seal> | null {
  // a spreadsheet fills each row up to the width of the table
  if (SEAL_CELLS + behind.length > columns.length || behind.some(cell => cell !== '')) return null
  const text = textOfCell(json, version)
  const seal = text === undefined ? null : sealOf(text)
  return text === undefined || seal === null ? null : { seal, text, startText: startOf(seal), signature, publicKey }
}
