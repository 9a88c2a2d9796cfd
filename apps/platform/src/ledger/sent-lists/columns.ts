import { RECONCILIATION_REASONS } from '@desk/schema/reconciliation/reasons'
import { bareHead } from '@desk/schema/sent-tables/heads'
import { isFilled } from '@desk/schema/sent-tables/table-row'
import { COMMENT_MAX_LENGTH, RAW_TEXT_MAX_LENGTH, type SentLine } from './sent-line.ts'

/** In which column of a file is what; null: in none. */
export interface Columns {
  /** The surest first. */
  readonly ids: readonly [number, ...number[]]
  readonly reason: number | null
  readonly comment: number | null
}

const HEADERS = {
  reason: /^(?:reason|reasoncode|rejectreason|rejectionreason|code)$/,
  comment: /^(?:comment|comments|note|notes|remark|remarks)$/,
} as const

const RDUD_IN = /[0-9a-z]{1,7}-[0-9a-f]{32}/i
const REASON_NUMBER = /^\d{1,9}(?:[.,]0+)?$/
const REASONS: readonly { readonly code: number; readonly label: string }[] = Object.values(RECONCILIATION_REASONS)
const CODES = new Set(REASONS.map(({ code }) => code))
const CODE_OF_LABEL = new Map(REASONS.map(({ code, label }) => [bareHead(label), code]))
const CODE_FIRST = /^(?<before>\d{1,3})\s*[-–—:=.,/|)]\s*(?<words>\D+)$/
const CODE_LAST = /^(?<words>\D{1,100}?)\s?[-–—:=/|(]\s*(?<after>\d{1,3})\s*\)?$/

/**
 * The columns of a table by its head, in any order; without one, and reasons that it does not name, by what the first rows hold.
 * @param idColumns which columns of a head have the ids
 */
export function columnsOf(
  head: readonly string[] | null,
  rows: readonly (readonly string[])[],
  idColumns: (head: readonly string[]) => readonly number[],
): Columns {
  const filled = rows.filter(isFilled)
  const width = Math.max(1, ...filled.map(row => row.length))
  const share = (column: number, holds: (cell: string) => boolean): number =>
    filled.filter(row => holds(row[column] ?? '')).length / filled.length
  // a table may begin in any column of a sheet
  const all = Array.from({ length: width }, (_, column) => column).filter(
    column => share(column, cell => cell.trim() !== '') > 0,
  )
  const most = (columns: readonly number[], holds: (cell: string) => boolean): number | null => {
    const [best] = columns
      .map(column => ({ column, of: share(column, holds) }))
      .filter(({ of }) => of > 0.5)
      .toSorted((one, other) => other.of - one.of)
    return best?.column ?? null
  }
  const named = (pattern: RegExp): number => head?.findIndex(cell => pattern.test(bareHead(cell))) ?? -1
  const [id, ...furtherIds] = head === null ? [] : idColumns(head)
  if (id !== undefined) {
    const ids: Columns['ids'] = [id, ...furtherIds]
    const orNone = (at: number): number | null => (at < 0 || ids.includes(at) ? null : at)
    const comment = orNone(named(HEADERS.comment))
    const others = all.filter(column => !ids.includes(column) && column !== comment)
    // a client may name it in words of its own, or in another language
    return { ids, reason: orNone(named(HEADERS.reason)) ?? most(others, isReason), comment }
  }
  const ids = most(all, cell => RDUD_IN.test(cell))
  const reason = most(
    all.filter(column => column !== ids && (ids !== null || all.length > 1)),
    isReason,
  )
  const likely = ids ?? all.find(column => column !== reason) ?? 0
  const left = all.filter(column => column !== likely && column !== reason)
  return {
    ids: [likely],
    // the order of the spec: rdud, reason_code, comment
    reason: reason ?? left[0] ?? null,
    comment: (reason === null ? left[1] : left[0]) ?? null,
  }
}

/** A workbook may hold a character that no text of the database does. */
const storable = (text: string): string => text.replaceAll('\0', '').trim()

/** A row as a line; null: it is empty. */
export function lineOf(row: readonly string[], line: number, columns: Columns): SentLine | null {
  if (!isFilled(row)) return null
  const reason = columns.reason === null ? '' : (row[columns.reason] ?? '').trim()
  const { isSaid, ...read } = reasonIn(reason)
  // nothing is left out of a row whose reason is misread: further ids may be among it
  const comment = isSaid
    ? (row[columns.comment ?? -1] ?? '').trim()
    : `As sent: ${row.filter((cell, column) => !columns.ids.includes(column) && cell.trim() !== '').join(' | ')}`
  const ids = columns.ids.map(column => storable(row[column] ?? '').slice(0, RAW_TEXT_MAX_LENGTH))
  const [rawText = '', ...furtherIds] = new Set(ids.filter(id => id !== ''))
  return {
    line,
    rawText,
    ...(furtherIds.length === 0 ? {} : { furtherIds }),
    ...read,
    comment: storable(comment).slice(0, COMMENT_MAX_LENGTH),
  }
}

interface ReadReason extends Pick<SentLine, 'reasonCode' | 'isBadReason'> {
  /** The code or the label says all that the cell does. */
  readonly isSaid: boolean
}

/**
 * Reads a reason: its code, its label, or a code with words, as in "932 - Straight-lining" and "Speeder (933)". Words that name another reason contradict the code, and the reason
 * is none.
 */
function reasonIn(text: string): ReadReason {
  if (text === '') return { reasonCode: null, isBadReason: false, isSaid: true }
  const labelled = CODE_OF_LABEL.get(bareHead(text))
  if (labelled !== undefined) return { reasonCode: labelled, isBadReason: false, isSaid: true }
  if (REASON_NUMBER.test(text)) return { reasonCode: Number.parseInt(text, 10), isBadReason: false, isSaid: true }
  const { before, after, words = '' } = (CODE_FIRST.exec(text) ?? CODE_LAST.exec(text))?.groups ?? {}
  const code = Number(before ?? after)
  const said = bareHead(words)
  const isContradicted = REASONS.some(reason => reason.code !== code && said.includes(bareHead(reason.label)))
  return CODES.has(code) && !isContradicted
    ? { reasonCode: code, isBadReason: false, isSaid: CODE_OF_LABEL.get(said) === code }
    : { reasonCode: null, isBadReason: true, isSaid: false }
}

/** Whether a cell holds a reason. */
const isReason = (cell: string): boolean => CODES.has(reasonIn(cell.trim()).reasonCode ?? 0)
