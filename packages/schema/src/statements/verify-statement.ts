import { COMMITTED_FILE } from './committed-file.ts'
import { OUTCOME_FILE, type OutcomeSeal } from './outcome-file.ts'
import { SELL_FILE } from './sell-file.ts'
import type { SellSeal } from './sell-line.ts'
import { HASH_PATTERN, readerOf, type FileLine, type FileSealed, type SignedFileReader } from './signed-file.ts'
import { CsvReading, FILE_VERSION, type Difference, type FileVersion } from './statement-csv.ts'
import { STATEMENT_FILE } from './statement-file.ts'
import { BEFORE_START, type Opening, type StatementSeal } from './statement-line.ts'

/** The fields of any file's seal. */
export type FileSeal = StatementSeal | SellSeal | OutcomeSeal
const SIGNATURE_PATTERN = /^[0-9a-f]{128}$/
const READERS = [readerOf(COMMITTED_FILE), readerOf(STATEMENT_FILE), readerOf(SELL_FILE), readerOf(OUTCOME_FILE)]

/** Gives the reader of the rows after the head of a signed file of any kind; undefined: it is none. */
export function readerOfHead(head: readonly string[], version: FileVersion): SignedFileReader<FileSeal> | undefined {
  for (const readerFor of READERS) {
    const reader = readerFor(head, version)
    if (reader !== undefined) return reader
  }
  return undefined
}

/** The hash input: a text after an earlier hash. */
export interface Hashed {
  readonly previous: string
  readonly text: string
}

/** The cryptography of the machine that verifies. */
export interface StatementCrypto {
  /** SHA-256 of the earlier hash's bytes and the text in UTF-8, of each, in lower-case hex. */
  readonly hashAll: (hashed: readonly Hashed[]) => Promise<readonly string[]>
  /** HMAC-SHA-256 of each rid in UTF-8 by the bytes of its salt, in lower-case hex. */
  readonly commitAll: (openings: readonly Opening[]) => Promise<readonly string[]>
  /** Whether a key signed a text with Ed25519; null: this machine cannot say. */
  readonly isSigned: (publicKey: string, signature: string, text: string) => Promise<boolean | null>
  /** SHA-256 of a key's bytes, in lower-case hex. */
  readonly fingerprint: (publicKey: string) => Promise<string>
}

/** A line that is not as it was signed, or some that are missing. */
export interface LineFault {
  readonly fault: 'changed' | 'missing' | 'added' | 'moved' | 'unreadable' | 'rid'
  /** Null: the row names none. */
  readonly line: number | null
  /** The last of missing lines; of any other fault the same line. */
  readonly to: number | null
  /** Null: it is not in the file. */
  readonly row: number | null
}

/** The result of verifying a file. */
export interface StatementVerdict {
  readonly isWhole: boolean
  readonly lines: number
  /** Of these, how many are of erased respondents. */
  readonly erased: number
  readonly seal: FileSeal | null
  /** Null: there is no seal, or this machine cannot say. */
  readonly isSigned: boolean | null
  readonly publicKey: string | null
  readonly fingerprint: string | null
  /** In the order of their lines. */
  readonly faults: readonly LineFault[]
  /** Of the file's form from the one that was issued; none: byte by byte it is as it was issued. */
  readonly differences: readonly Difference[]
}

/** The kind of a file that is not signed: a workbook, a text in another encoding, or anything else. */
export type NoStatement = 'workbook' | 'encoding' | 'other'

/** Whether a file is a zip, as workbooks are. */
const isWorkbook = ([p, k]: Uint8Array): boolean => p === 0x50 && k === 0x4b

/** Verifies a signed CSV file. */
export async function verifyFile(bytes: Uint8Array, crypto: StatementCrypto): Promise<StatementVerdict | NoStatement> {
  if (isWorkbook(bytes)) return 'workbook'
  const text = utf8Of(bytes)
  return text === undefined ? 'encoding' : ((await verifyStatement(text, crypto)) ?? 'other')
}

/** Undefined: the bytes are no UTF-8, so that a text of them would not be the signed one. */
function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Verifies the text of a signed CSV file; undefined: it is no such file. */
export async function verifyStatement(text: string, crypto: StatementCrypto): Promise<StatementVerdict | undefined> {
  const verdict = await verifyAs(FILE_VERSION, text, crypto)
  // the seal says of which version the file is, and is at its end; later versions have the same cells
  return verdict?.seal?.version === 1 ? verifyAs(1, text, crypto) : verdict
}

/** Verifies a signed file, a statement or a supplier's outcomes, and names every line that was changed, is missing, was added or moved. */
async function verifyAs(
  version: FileVersion,
  text: string,
  crypto: StatementCrypto,
): Promise<StatementVerdict | undefined> {
  const csv = new CsvReading(text)
  const lines: Judged[] = []
  let reader: SignedFileReader<FileSeal> | undefined
  for (const portion of csv.portions()) {
    let rows = portion
    if (reader === undefined) {
      const [head = [], ...others] = portion
      reader = readerOfHead(head, version)
      if (reader === undefined) return undefined
      rows = others
    }
    await judge(lines, reader, rows, crypto)
  }
  if (reader === undefined) return undefined
  const { seal: signed, unreadable } = reader
  const start =
    signed === null ? null : ((await crypto.hashAll([{ previous: BEFORE_START, text: signed.startText }]))[0] ?? null)
  const file = { lines, unreadable, seal: signed?.seal ?? null }
  const faults = isOneChain(file, start) ? [] : faultsOf(file, start)
  const isSigned = signed === null ? null : await isSealSigned(signed, crypto)
  const isEmptyWhole = signed !== null && (signed.seal.lines > 0 || signed.seal.head === start)
  if (csv.hasMark !== version > 1) csv.differences.add('byte order mark')
  if (reader.isPadded) csv.differences.add('empty cells')
  return {
    isWhole: faults.length === 0 && isSigned === true && isEmptyWhole,
    lines: lines.length,
    erased: lines.reduce((count, { isErased }) => count + Number(isErased), 0),
    seal: file.seal,
    isSigned,
    publicKey: signed?.publicKey ?? null,
    fingerprint: signed === null ? null : await crypto.fingerprint(signed.publicKey),
    faults,
    differences: [...csv.differences],
  }
}

/** A signature and a key have one writing each. */
const isSealSigned = ({ publicKey, signature, text }: FileSealed<FileSeal>, crypto: StatementCrypto) =>
  SIGNATURE_PATTERN.test(signature) && HASH_PATTERN.test(publicKey)
    ? crypto.isSigned(publicKey, signature, text)
    : Promise.resolve(false)

/** A line without its hashed text. */
interface Judged extends Omit<FileLine, 'opening' | 'text'> {
  /** Its content comes to its hash. */
  readonly fits: boolean
  /** Its rid and salt come to its commitment, or both are erased. */
  readonly opens: boolean
  readonly isErased: boolean
}

/** Reads rows, and adds the lines among them with whether they fit their hashes: nothing else of them is retained. */
async function judge(
  judged: Judged[],
  reader: SignedFileReader<FileSeal>,
  rows: readonly (readonly string[])[],
  crypto: StatementCrypto,
): Promise<void> {
  const lines: FileLine[] = []
  for (const cells of rows) {
    const line = reader.read(cells)
    if (line !== undefined) lines.push(line)
  }
  const hashes = await crypto.hashAll(lines)
  const opens = await opensOf(lines, crypto)
  lines.forEach(({ row, number, previous, hash, opening }, at) => {
    const own = hashes[at]
    const before = judged.at(-1)?.hash
    judged.push({
      row,
      number,
      // where they are the same, not the texts of the file: as parts of it they would keep all of it
      previous: previous === before ? before : previous,
      hash: hash === own ? own : hash,
      fits: hash !== '' && hash === own,
      opens: opens[at] ?? false,
      isErased: opening === 'erased',
    })
  })
}

/** Whether each line's rid and salt come to its commitment; lines without one have nothing to open. */
async function opensOf(lines: readonly FileLine[], crypto: StatementCrypto): Promise<readonly boolean[]> {
  const openings = lines.flatMap(({ opening }) => (typeof opening === 'object' && opening !== null ? [opening] : []))
  const commitments = (await crypto.commitAll(openings)).values()
  return lines.map(({ opening }) => {
    if (opening === null) return false
    return typeof opening === 'object' ? opening.commitment === commitments.next().value : true
  })
}

/** The part of a file that is searched for faults. */
interface JudgedFile {
  readonly lines: readonly Judged[]
  /** Rows that are no lines. */
  readonly unreadable: readonly number[]
  /** Null: there is none that can be read. */
  readonly seal: FileSeal | null
}

/** Whether the lines are those from the start to the signed head, one after the other, and nothing else: then none has a fault. */
const isOneChain = ({ lines, unreadable, seal }: JudgedFile, start: string | null): boolean =>
  seal !== null &&
  unreadable.length === 0 &&
  lines.length === seal.lines &&
  lines.at(-1)?.hash === seal.head &&
  lines.every(
    ({ number, previous, fits, opens }, at) =>
      fits && opens && number === at + 1 && previous === (at === 0 ? start : lines[at - 1]?.hash),
  )

/**
 * Walks back from the signed head: each line names the hash before it, so that one line that was changed, and hashed again, does not fit the next.
 * @param start what the first line follows; null: unknown
 */
function faultsOf({ lines, unreadable, seal }: JudgedFile, start: string | null): LineFault[] {
  const byNumber = new Map<number, Judged[]>()
  for (const line of lines) {
    const same = byNumber.get(line.number)
    if (same) same.push(line)
    else byNumber.set(line.number, [line])
  }
  // without a seal nothing says how many there were
  const last = seal?.lines ?? lines.reduce((most, { number }) => Math.max(most, number), 0)
  const faults: LineFault[] = unreadable.map(row => ({ fault: 'unreadable', line: null, to: null, row }))
  const chosen: Judged[] = []
  let expected = seal?.head ?? null
  for (const number of [...byNumber.keys()].sort((one, other) => other - one)) {
    const candidates = byNumber.get(number) ?? []
    if (number < 1 || number > last) {
      faults.push(...candidates.map(line => faultOf('added', line)))
      continue
    }
    const next = chosen.at(-1)?.number ?? last + 1
    if (next - number > 1) {
      faults.push({ fault: 'missing', line: number + 1, to: next - 1, row: null })
      expected = null
    }
    const line = bestOf(candidates, expected)
    if (line === undefined) continue
    faults.push(...candidates.filter(other => other !== line).map(other => faultOf('added', other)))
    const isFirstWrong = number === 1 && start !== null && line.previous !== start
    const isChanged = !line.fits || (expected !== null && line.hash !== expected) || isFirstWrong
    if (isChanged) faults.push(faultOf('changed', line))
    else if (!line.opens) faults.push(faultOf('rid', line))
    chosen.push(line)
    expected = isChanged ? null : line.previous
  }
  const first = chosen.at(-1)?.number ?? last + 1
  if (first > 1) faults.push({ fault: 'missing', line: 1, to: first - 1, row: null })
  faults.push(...movedAmong(chosen.reverse()))
  return faults.sort((one, other) => (one.line ?? 0) - (other.line ?? 0) || (one.row ?? 0) - (other.row ?? 0))
}

const faultOf = (fault: LineFault['fault'], { number, row }: Judged): LineFault => ({
  fault,
  line: number,
  to: number,
  row,
})

/** Of several lines with one number, the one that the chain knows. */
function bestOf(candidates: readonly Judged[], expected: string | null): Judged | undefined {
  return (
    candidates.find(({ fits, hash }) => fits && (expected === null || hash === expected)) ??
    candidates.find(({ hash }) => hash === expected) ??
    candidates[0]
  )
}

/** Lines before one with a lower number. @param lines by their numbers */
function movedAmong(lines: readonly Judged[]): LineFault[] {
  const moved: LineFault[] = []
  let earliest = Number.POSITIVE_INFINITY
  for (const line of lines.toReversed()) {
    if (line.row > earliest) moved.push(faultOf('moved', line))
    else earliest = line.row
  }
  return moved
}
