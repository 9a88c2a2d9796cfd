import type { RespondentCode } from '../respondents/state.ts'
import { COLUMN_OF_STATE, COUNT_COLUMNS, type CountColumn } from '../respondents/state.ts'
import { FIGURE_COLUMNS, type FigureColumnId } from './figure-columns.ts'
import type { FigureColumn } from './column.ts'

/** The addends of the ledger, line by line: respondents by column, and the money of completes in cents. */
export const ADDENDS = ['entrants', ...COUNT_COLUMNS, 'expense', 'pricedCompletes'] as const
export type Addend = (typeof ADDENDS)[number]

/** A part of a figure that adds up over ledger lines: the figure itself, or what a ratio divides, or the completes that a median is of. */
export interface FigureTerm {
  readonly role: 'figure' | 'numerator' | 'denominator' | 'counted'
  readonly label: string
  readonly adds: readonly Addend[]
  readonly unit: 'respondents' | 'cents'
}

/** Ledger lines that changed a figure alike: how many, and what they cost or took back. */
export interface SummedMove {
  readonly from: RespondentCode | null
  readonly to: RespondentCode
  readonly respondents: number
  /** The cost of the completes that they made, less the cost of completes that they took back. */
  readonly expenseCents: number
  readonly pricedCompletes: number
}

const LABELS: Readonly<Record<Addend, string>> = {
  entrants: FIGURE_COLUMNS.entrants.label,
  eqTerms: FIGURE_COLUMNS.eqTerms.label,
  terms: FIGURE_COLUMNS.terms.label,
  oQs: FIGURE_COLUMNS.oQs.label,
  sqTerms: FIGURE_COLUMNS.sqTerms.label,
  abandons: FIGURE_COLUMNS.abandons.label,
  inflight: FIGURE_COLUMNS.inflight.label,
  completes: FIGURE_COLUMNS.completes.label,
  expense: FIGURE_COLUMNS.expense.label,
  pricedCompletes: 'Completes with a known supply price',
}

const termOf = (role: FigureTerm['role'], adds: readonly Addend[]): FigureTerm => ({
  role,
  label: adds.map(addend => LABELS[addend]).join(' + '),
  adds,
  unit: adds.includes('expense') ? 'cents' : 'respondents',
})

const isAddend = (figure: FigureColumnId): figure is FigureColumnId & Addend =>
  ADDENDS.some(addend => addend === figure)

/**
 * Gives the terms whose changes explain a figure's change.
 * @param figure the figure, by its name on the wire
 * @returns the figure itself where it adds up, a ratio's numerator and denominator, a median's count; nothing for the allocation, which follows from targets
 */
export function termsOf(figure: FigureColumnId): readonly FigureTerm[] {
  if (isAddend(figure)) return [termOf('figure', [figure])]
  const { quotient, medianOf }: FigureColumn = FIGURE_COLUMNS[figure]
  if (medianOf !== undefined) return [termOf('counted', [medianOf])]
  if (quotient === undefined) return []
  return [termOf('numerator', quotient.over), termOf('denominator', quotient.under)]
}

const inColumn = (code: RespondentCode | null, column: CountColumn): number =>
  code !== null && COLUMN_OF_STATE[code] === column ? 1 : 0

/** Gives what moves add to an addend: every line leaves the column of its old state and enters that of its new one. */
export function addedBy(addend: Addend, move: SummedMove): number {
  if (addend === 'expense') return move.expenseCents
  if (addend === 'pricedCompletes') return move.pricedCompletes
  if (addend === 'entrants') return move.from === null ? move.respondents : 0
  return (inColumn(move.to, addend) - inColumn(move.from, addend)) * move.respondents
}
