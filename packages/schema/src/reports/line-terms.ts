import { COUNT_COLUMNS } from '../respondents/state.ts'
import type { FigureColumnId } from '../columns/figure-columns.ts'
import { FIGURE_COLUMNS } from '../columns/figure-columns.ts'
import { termsOf, type FigureTerm } from '../columns/figure-terms.ts'
import type { ReportType } from './report.ts'

/** What a report's line is a sum of, from the ledger and from stored reconciliations: respondents, money in cents, and seconds of interviews. */
export const LINE_ADDENDS = [
  'entrants',
  ...COUNT_COLUMNS,
  'expense',
  'pricedCompletes',
  'revenue',
  'margin',
  'interviewSeconds',
  'statedSeconds',
  'made',
  'rejected',
  'accepted',
  'adjustedRevenue',
  'adjustedExpense',
  'inState',
] as const
export type LineAddend = (typeof LINE_ADDENDS)[number]

/** A part of a line's figure that adds up: the figure itself, or what a ratio divides. */
export interface LineTerm extends Omit<FigureTerm, 'adds' | 'unit'> {
  readonly adds: readonly LineAddend[]
  readonly unit: FigureTerm['unit'] | 'seconds'
}

const figure = (label: string, adds: LineAddend, unit: LineTerm['unit'] = 'respondents'): readonly LineTerm[] => [
  { role: 'figure', label, adds: [adds], unit },
]
const ratio = (over: readonly LineTerm[], under: readonly LineTerm[]): readonly LineTerm[] => [
  ...over.map(term => ({ ...term, role: 'numerator' as const })),
  ...under.map(term => ({ ...term, role: 'denominator' as const })),
]

const ENTRANTS = figure('Entrants', 'entrants')
const COMPLETES = figure('Completes', 'completes')
const EXPENSE = figure('Expense', 'expense', 'cents')
const REVENUE = figure('Revenue', 'revenue', 'cents')
const MARGIN = figure('Margin', 'margin', 'cents')
const REJECTED = figure('Rejected', 'rejected')
const IN_STATE = figure('Respondents', 'inState')

const OF_TRAFFIC = {
  drop_off: ratio(figure('Abandons', 'abandons'), ENTRANTS),
  epc: ratio(EXPENSE, ENTRANTS),
} as const

/** The terms of the figures of reports that live tables do not have, by report. */
const OWN: Readonly<Record<ReportType, Readonly<Record<string, readonly LineTerm[]>>>> = {
  traffic: OF_TRAFFIC,
  managers: OF_TRAFFIC,
  suppliers: {
    ...OF_TRAFFIC,
    loi_ratio: ratio(
      figure('Interview seconds', 'interviewSeconds', 'seconds'),
      figure('Stated seconds', 'statedSeconds', 'seconds'),
    ),
    rejected_since: REJECTED,
    reject_rate: ratio(REJECTED, figure('Completes made', 'made')),
  },
  terminations: { respondents: IN_STATE, share: ratio(IN_STATE, ENTRANTS) },
  costs: {
    completes: COMPLETES,
    expense: EXPENSE,
    revenue: REVENUE,
    margin: MARGIN,
    margin_share: ratio(MARGIN, REVENUE),
    revenue_adjusted: figure('Revenue adj.', 'adjustedRevenue', 'cents'),
    expense_adjusted: figure('Expense adj.', 'adjustedExpense', 'cents'),
  },
  hours: { entrants: ENTRANTS },
  // a target follows from edits alone, which stand beside the parts
  quotas: {
    completes: COMPLETES,
    inflight: figure('In progress', 'inflight'),
    progress: COMPLETES.map(term => ({ ...term, role: 'numerator' })),
    target: [],
  },
  reconciliation: {
    rejected: REJECTED,
    accepted: figure('Accepted', 'accepted'),
    revenue: REVENUE,
    expense: EXPENSE,
  },
}

/** Reports of all figures that several projects together have. */
const WITH_FIGURES: ReadonlySet<ReportType> = new Set(['traffic', 'managers', 'suppliers'])

const isFigure = (column: string): column is FigureColumnId => Object.hasOwn(FIGURE_COLUMNS, column)

/**
 * Gives the terms whose changes explain the change of a report's figure.
 * @param column the report's column
 * @returns nothing to add up of a target; undefined: the column is no figure that the ledger or stored reconciliations explain
 */
export function lineTermsOf(type: ReportType, column: string): readonly LineTerm[] | undefined {
  const own = OWN[type]
  if (Object.hasOwn(own, column)) return own[column]
  return WITH_FIGURES.has(type) && isFigure(column) && !('isOfOneAlone' in FIGURE_COLUMNS[column])
    ? termsOf(column, 'project')
    : undefined
}

/** Every column of a report whose changes can be explained. */
export const LINE_FIGURE_IDS: readonly string[] = [
  ...new Set([
    ...Object.keys(FIGURE_COLUMNS).filter(id => lineTermsOf('traffic', id) !== undefined),
    ...Object.values(OWN).flatMap(Object.keys),
  ]),
]
