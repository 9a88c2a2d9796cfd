import { integerOf } from './signed-file.ts'
import { MONTH_PATTERN, type StatementLine } from './statement-line.ts'

/** The fields of a line about a respondent who became a complete, or was no longer one, for any charged party. */
export type ChargedLine = Pick<
  StatementLine,
  'amount_cents' | 'at' | 'from' | 'kind' | 'line' | 'origin' | 'project' | 'reason' | 'to'
>

/**
 * Reads what the files of both sides have in the same columns: the first five, and those from the tenth to the thirteenth.
 * @returns undefined: it is no line as it was written
 */
export function chargedLineOf(line: number, cells: readonly string[]): ChargedLine | undefined {
  // by their places, since a list of them for each of 100,000 lines takes longer than reading them
  const kind = cells[1]
  const origin = cells[2] ?? ''
  const from = cells[9] ?? ''
  const reason = cells[11] ?? ''
  const projectId = integerOf(cells[4] ?? '')
  const fromCode = integerOf(from || '0')
  const toCode = integerOf(cells[10] ?? '')
  const reasonCode = integerOf(reason || '0')
  const amountCents = integerOf(cells[12] ?? '')
  if (kind !== 'complete' && kind !== 'adjustment') return undefined
  if (amountCents === undefined || projectId === undefined || toCode === undefined) return undefined
  if (fromCode === undefined || reasonCode === undefined || !MONTH_PATTERN.test(origin)) return undefined
  return {
    amount_cents: amountCents,
    at: cells[3] ?? '',
    from: from === '' ? null : fromCode,
    kind,
    line,
    origin,
    project: projectId,
    reason: reason === '' ? null : reasonCode,
    to: toCode,
  }
}
