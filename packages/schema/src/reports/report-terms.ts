import { FIGURE_COLUMNS } from '../columns/figure-columns.ts'
import { termsOf, type Addend, type FigureTerm } from '../columns/figure-terms.ts'
import type { CountColumn } from '../respondents/state.ts'
import type { ReportType } from './report.ts'

/** The addends of the reports' figures; money in cents, interviews in seconds. */
export type ReportCount =
  | 'entrants'
  | CountColumn
  | 'pricedCompletes'
  | 'expenseCents'
  | 'revenueCents'
  | 'pricedRevenueCents'
  | 'interviewSeconds'
  | 'statedSeconds'
  | 'made'
  | 'rejected'
  | 'accepted'
  | 'adjustedRevenueCents'
  | 'adjustedExpenseCents'
  | 'adjustedCompletes'
  | 'adjustedPriced'

/** A part of a report's figure that adds up: the figure itself, or what a ratio divides. */
export interface ReportTerm {
  readonly role: FigureTerm['role']
  readonly label: string
  readonly unit: 'respondents' | 'cents' | 'seconds'
  readonly adds: readonly ReportCount[]
  readonly takes?: readonly ReportCount[]
  /** Of terminations: counts all states of the line's other keys, not the line's own state alone. */
  readonly isOfAllStates?: true
}

const COUNT_OF: Readonly<Partial<Record<Addend, ReportCount>>> = { expense: 'expenseCents' }
const countOf = (addend: Addend): ReportCount => COUNT_OF[addend] ?? (addend as Exclude<Addend, 'expense'>) // all others have the name of their count

const figure = (label: string, unit: ReportTerm['unit'], ...adds: ReportCount[]): ReportTerm => ({
  role: 'figure',
  label,
  unit,
  adds,
})
const ratio = (over: ReportTerm, under: ReportTerm): readonly ReportTerm[] => [
  { ...over, role: 'numerator' },
  { ...under, role: 'denominator' },
]

const ENTRANTS = figure('Entrants', 'respondents', 'entrants')
const EXPENSE = figure('Expense', 'cents', 'expenseCents')
const REVENUE = figure('Revenue', 'cents', 'revenueCents')
const PRICED_REVENUE = figure('Revenue of completes with a known supply price', 'cents', 'pricedRevenueCents')
const MARGIN: ReportTerm = { ...PRICED_REVENUE, label: 'Margin', takes: ['expenseCents'] }
const REJECTED = figure('Rejected', 'respondents', 'rejected')

type Terms = Readonly<Record<string, readonly ReportTerm[]>>

const COSTS: Terms = {
  revenue: [REVENUE],
  margin: [MARGIN],
  margin_share: ratio(MARGIN, PRICED_REVENUE),
  revenue_adjusted: [figure('Revenue adj.', 'cents', 'adjustedRevenueCents')],
  expense_adjusted: [figure('Expense adj.', 'cents', 'adjustedExpenseCents')],
  adjusted_completes: [figure('Adjusted', 'respondents', 'adjustedCompletes')],
  adjusted_priced: [figure('Adj. priced', 'respondents', 'adjustedPriced')],
}
const SUPPLIERS: Terms = {
  drop_off: ratio(figure('Abandons', 'respondents', 'abandons'), ENTRANTS),
  epc: ratio(EXPENSE, ENTRANTS),
  loi_ratio: ratio(
    figure('Length of interviews', 'seconds', 'interviewSeconds'),
    figure('Length stated for them', 'seconds', 'statedSeconds'),
  ),
  rejected_since: [REJECTED],
  reject_rate: ratio(REJECTED, figure('Completes made', 'respondents', 'made')),
}
const TERMINATIONS: Terms = {
  respondents: [figure('Respondents', 'respondents', 'entrants')],
  share: ratio(figure('Respondents', 'respondents', 'entrants'), { ...ENTRANTS, isOfAllStates: true }),
}
const RECONCILIATION: Terms = {
  rejected: [REJECTED],
  accepted: [figure('Accepted', 'respondents', 'accepted')],
  revenue: [REVENUE],
  expense: [EXPENSE],
  pricedCompletes: [figure('Priced', 'respondents', 'pricedCompletes')],
}
const NONE: Terms = {}

const OWN: Readonly<Record<ReportType, Terms>> = {
  traffic: NONE,
  managers: NONE,
  hours: NONE,
  suppliers: SUPPLIERS,
  costs: COSTS,
  terminations: TERMINATIONS,
  reconciliation: RECONCILIATION,
  quotas: NONE,
}
/** These have their own figures alone. */
const WITHOUT_TRAFFIC: ReadonlySet<ReportType> = new Set(['terminations', 'reconciliation', 'quotas'])

const isFigure = (column: string): column is keyof typeof FIGURE_COLUMNS => Object.hasOwn(FIGURE_COLUMNS, column)

/**
 * The terms whose changes explain a figure of a report.
 * @param column a column of the report
 * @returns undefined: its changes are not explained here: changes of quota progress are explained by source and
 * sub-quota (figures/figure-change.ts)
 */
export function reportTermsOf(type: ReportType, column: string): readonly ReportTerm[] | undefined {
  if (Object.hasOwn(OWN[type], column)) return OWN[type][column]
  if (WITHOUT_TRAFFIC.has(type) || !isFigure(column)) return undefined
  if (type === 'hours' && column !== 'entrants' && column !== 'completes') return undefined
  const terms = termsOf(column)
  return terms.length === 0
    ? undefined
    : terms.map(({ role, label, adds, unit }) => ({ role, label, unit, adds: adds.map(countOf) }))
}

/** The value of a term from counts. */
export const termValue = (
  { adds, takes = [] }: ReportTerm,
  counts: Readonly<Partial<Record<ReportCount, number>>>,
): number =>
  adds.reduce((sum, count) => sum + (counts[count] ?? 0), 0) -
  takes.reduce((sum, count) => sum + (counts[count] ?? 0), 0)
