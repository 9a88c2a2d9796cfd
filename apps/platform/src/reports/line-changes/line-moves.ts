import type { LineAddend, LineTerm } from '@desk/schema/reports/line-terms'
import { COLUMN_OF_STATE, COUNT_COLUMNS, type CountColumn, type RespondentCode } from '@desk/schema/respondents/state'
import type { Moved } from '#nouns/figure-changes/decompose'

/** What the ledger did alike to respondents of a line: once for all lines but those of states, which it enters or leaves. */
export interface LineMove extends Omit<Moved, 'changes'> {
  /** Of a line of states: its respondents came to one of them, and with the line's reason. */
  readonly enters: boolean
  readonly leaves: boolean
  readonly expenseCents: number
  readonly revenueCents: number
  readonly pricedCompletes: number
  readonly interviewSeconds: number
  readonly statedSeconds: number
}

/** Which of the states lines are of. */
export type LineKind = 'whole' | 'states' | 'terminations'

const isComplete = (code: RespondentCode | null): boolean => code !== null && COLUMN_OF_STATE[code] === 'completes'
const isColumn = (addend: LineAddend): addend is CountColumn => COUNT_COLUMNS.some(column => column === addend)
const isIn = (code: RespondentCode | null, column: CountColumn): number =>
  code !== null && COLUMN_OF_STATE[code] === column ? 1 : 0

/** What a move adds to an addend of a line: the same that the report counts (report-moves.store.ts). */
export function addedToLine(addend: LineAddend, move: LineMove, kind: LineKind): number {
  const { from, to, respondents, cause } = move
  const hasStates = kind === 'states'
  const enters = !hasStates || move.enters ? 1 : 0
  const leaves = !hasStates || (move.leaves && from !== null) ? 1 : 0
  if (addend === 'inState') return respondents * ((move.enters ? 1 : 0) - (move.leaves && from !== null ? 1 : 0))
  if (addend === 'entrants') return hasStates ? respondents * (enters - leaves) : from === null ? respondents : 0
  if (isColumn(addend)) return respondents * (enters * isIn(to, addend) - leaves * isIn(from, addend))
  const [gains, loses] = [isComplete(to) ? 1 : 0, isComplete(from) ? 1 : 0]
  // money of a line of states stands where the complete does
  if (hasStates && !(gains >= loses ? move.enters : move.leaves && from !== null)) return 0
  const isAdjustment = cause === 'reconciliation' || cause === 'undo'
  switch (addend) {
    case 'expense':
      return move.expenseCents
    case 'revenue':
      return move.revenueCents
    case 'margin':
      return move.revenueCents - move.expenseCents
    case 'pricedCompletes':
      return move.pricedCompletes
    case 'interviewSeconds':
      return move.interviewSeconds
    case 'statedSeconds':
      return move.statedSeconds
    case 'made':
      return isAdjustment ? 0 : respondents * (gains - loses)
    case 'adjustedRevenue':
      return isAdjustment ? move.revenueCents : 0
    case 'adjustedExpense':
      return isAdjustment ? move.expenseCents : 0
    // of requests, not of moves
    case 'rejected':
    case 'accepted':
      return 0
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** A move with what it adds to each term. */
export const movedOf = (move: LineMove, terms: readonly LineTerm[], kind: LineKind): Moved => ({
  ...move,
  changes: terms.map(({ adds }) => sumOf(adds.map(addend => addedToLine(addend, move, kind)))),
})
