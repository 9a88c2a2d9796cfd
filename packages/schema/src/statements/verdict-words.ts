import { monthInWords } from './month-words.ts'
import type { Difference } from './statement-csv.ts'
import type { FileSeal, LineFault, NoStatement, StatementVerdict } from './verify-statement.ts'

const inRow = (row: number | null): string => (row === null ? '' : ` (row ${row} of the file)`)

/** The fault of a line in words. */
export function wordsOfFault({ fault, line, to, row }: LineFault): string {
  switch (fault) {
    case 'changed':
      return `Line ${line} was changed${inRow(row)}`
    case 'rid':
      return `The respondent’s id (rid) or the salt of line ${line} was changed${inRow(row)}`
    case 'added':
      return `Line ${line} was added${inRow(row)}`
    case 'moved':
      return `Line ${line} is in another place${inRow(row)}`
    case 'unreadable':
      return `Row ${row} of the file was added: it is no line of such a file`
    case 'missing':
      return line === to ? `Line ${line} is missing` : `Lines ${line} to ${to} are missing`
  }
}

const count = (lines: number): string => (lines === 1 ? '1 line' : `${lines.toLocaleString('en-US')} lines`)

/** The subject of a file. */
function subjectOf(seal: FileSeal): string {
  if ('id' in seal)
    return `${seal.id === null ? 'Projects without a business unit' : seal.name}, ${monthInWords(seal.month)}`
  const supplier = seal.supplier_name === '' ? 'respondents without a supplier' : seal.supplier_name
  if (!('kind' in seal)) return `${supplier}, ${monthInWords(seal.month)}`
  return `Outcomes of ${supplier}, ${seal.request === null ? monthInWords(seal.month ?? '') : `request ${seal.request}`}`
}

const totalOf = (seal: FileSeal): string =>
  'total_cents' in seal ? `, ${(seal.total_cents / 100).toFixed(2)} ${seal.currency}` : ''

const DIFFERENCES: Readonly<Record<Difference, string>> = {
  semicolons: 'semicolons between cells',
  tabs: 'tabs between cells',
  'byte order mark': 'another start (byte order mark)',
  'line ends': 'other line ends',
  quotes: 'other quotes around cells',
  'empty cells': 'empty cells after the signature',
}

/** Why a file is not verified. */
export function wordsOfNoStatement(name: string, file: NoStatement): string {
  switch (file) {
    case 'workbook':
      return `${name} is a workbook, which is an unsigned copy of a statement. Verify the CSV file: it is the signed one.`
    case 'encoding':
      return `${name} is no UTF-8 text, as every signed CSV file is. Verify the file as it was issued, or save it again as CSV UTF-8.`
    case 'other':
      return `${name} is no statement of a sample desk.`
  }
}

/** A verdict in sentences; the faults are named apart. */
export function explainVerdict(verdict: StatementVerdict): readonly string[] {
  const { isWhole, isSigned, seal, faults, fingerprint, lines, erased, differences } = verdict
  if (seal === null)
    return [
      'Not valid: the end of the file is missing, and nothing says how many lines there were, or who signed them.',
    ]
  const of = `${subjectOf(seal)}, by ${seal.account_name}`
  const size = `${count(lines)}${totalOf(seal)}`
  const signature =
    isSigned === null
      ? 'This browser cannot check the signature; pnpm desk verify-statement can.'
      : isSigned
        ? `It is signed by the key ${fingerprint}.`
        : 'The signature is not of this statement: its end was changed, or another key signed it.'
  if (isWhole)
    return [
      `Valid: ${of}. ${size}.`,
      signature,
      ...erasedWords(erased),
      ...savedAgain(differences),
      `Head ${seal.head}.`,
    ]
  const isFaultless = faults.length === 0
  return [
    isFaultless && isSigned === null ? `No line was changed: ${of}. ${size}.` : `Not valid: ${of}.`,
    signature,
    ...(isFaultless && isSigned === false ? ['Every line fits the end of the file, which is not the signed one.'] : []),
  ]
}

const erasedWords = (erased: number): readonly string[] =>
  erased === 0 ? [] : [`The respondents of ${count(erased)} are erased: the file has no id of them.`]

const savedAgain = (differences: readonly Difference[]): readonly string[] =>
  differences.length === 0
    ? []
    : [
        `Another program saved this file after it was issued, with ${differences.map(difference => DIFFERENCES[difference]).join(', ')}. Every cell is as it was signed.`,
      ]
