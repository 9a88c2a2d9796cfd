import { integerOf } from './signed-file.ts'
import { MONTH_PATTERN, type StatementLine } from './statement-line.ts'

/** What a line says of a respondent who became a complete, or was one no more, whoever is charged for it. */
export type ChargedLine = Pick<
  StatementLine,
  'amount_cents' | 'at' | 'from' | 'kind' | 'line' | 'origin' | 'project' | 'reason' | 'to'
>

/**
 * Reads what the files of both sides have in the same columns: the first five, and those from the tenth to the thirteenth.
 * @returns undefined: it is no line as it was written
 */
export function chargedLineOf(line: number, cells: readonly string[]): ChargedLine | undefined {
  const [, kind, origin = '', at = '', project = ''] = cells
  const [from = '', to = '', reason = '', amount = ''] = cells.slice(9)
  const numbers = [amount, project, to, from || '0', reason || '0'].map(integerOf)
  const [amountCents, projectId, toCode, fromCode, reasonCode] = numbers
  if (kind !== 'complete' && kind !== 'adjustment') return undefined
  if (amountCents === undefined || projectId === undefined || toCode === undefined) return undefined
  if (fromCode === undefined || reasonCode === undefined || !MONTH_PATTERN.test(origin)) return undefined
  return {
    amount_cents: amountCents,
    at,
    from: from === '' ? null : fromCode,
    kind,
    line,
    origin,
    project: projectId,
    reason: reason === '' ? null : reasonCode,
    to: toCode,
  }
}
