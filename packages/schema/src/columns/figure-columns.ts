import { Schema } from 'effect'
import type { FigureColumn } from './column.ts'
import { shareOf, unitCostOf } from './ratios.ts'
import { COST_UNKNOWN, expenseOf } from './supply-cost.ts'

const count = Schema.Int
/** Null when there is nothing to divide by, or to take the median of, or when it is not known. */
const ratio = Schema.NullOr(Schema.Number)

/**
 * The figures of §3.9–3.22 in their order, each declared once: its entry gives the field on the wire, who sees it, what the
 * platform calculates, what SQL reads, and the column of every table with its tooltip and export.
 */
export const FIGURE_COLUMNS = {
  allocation: {
    label: 'Allocation',
    formula:
      'Share of the overall quota given to a source: target of the source ÷ sum of the targets of the survey’s sources',
    kind: 'percent',
    presets: ['traffic'],
    widthPx: 88,
    seenBy: 'everybody',
    isPartOfSurvey: true,
    isOfOneAlone: true,
    field: Schema.optionalKey(ratio),
    of: (_counts, allocation) => allocation,
  },
  entrants: {
    label: 'Entrants',
    formula: 'Respondents entering',
    kind: 'integer',
    presets: ['traffic', 'quality'],
    widthPx: 74,
    seenBy: 'everybody',
    rollup: 'entrants',
    field: count,
    of: ({ entrants }) => entrants,
  },
  eqTerms: {
    label: 'EQ terms',
    formula: 'Defender terms: failed pre-survey quality checks',
    kind: 'integer',
    presets: ['traffic', 'quality'],
    widthPx: 62,
    seenBy: 'internal',
    rollup: 'eq_terms',
    field: Schema.optionalKey(count),
    of: ({ eqTerms }) => eqTerms,
  },
  terms: {
    label: 'Terms',
    formula: 'Did not meet qualifying criteria',
    kind: 'integer',
    presets: ['traffic'],
    widthPx: 66,
    seenBy: 'everybody',
    rollup: 'terms',
    field: count,
    of: ({ terms }) => terms,
  },
  oQs: {
    label: 'OQs',
    formula: 'Overquotas: met base criteria but not an open sub-quota',
    kind: 'integer',
    presets: ['traffic'],
    widthPx: 60,
    seenBy: 'everybody',
    rollup: 'oqs',
    field: count,
    of: ({ oQs }) => oQs,
  },
  sqTerms: {
    label: 'SQ terms',
    formula: 'Failed in-survey quality checks',
    kind: 'integer',
    presets: ['traffic', 'quality'],
    widthPx: 62,
    seenBy: 'internal',
    rollup: 'sq_terms',
    field: Schema.optionalKey(count),
    of: ({ sqTerms }) => sqTerms,
  },
  abandons: {
    label: 'Abandons',
    formula: 'Abandoned: no return within 1.8 × the stated interview length',
    kind: 'integer',
    presets: ['traffic', 'quality'],
    widthPx: 88,
    seenBy: 'internal',
    rollup: 'abandons',
    field: Schema.optionalKey(count),
    of: ({ abandons }) => abandons,
  },
  inflight: {
    label: 'Inflight',
    formula: 'In progress',
    kind: 'integer',
    presets: ['traffic'],
    widthPx: 76,
    seenBy: 'internal',
    rollup: 'inflight',
    field: Schema.optionalKey(count),
    of: ({ inflight }) => inflight,
  },
  completes: {
    label: 'Completes',
    formula: 'Completes; the bar shows completes ÷ target',
    kind: 'integer',
    presets: ['traffic', 'quality', 'money'],
    widthPx: 108,
    seenBy: 'everybody',
    rollup: 'completes',
    field: count,
    of: ({ completes }) => completes,
  },
  ir: {
    label: 'IR',
    formula: 'Incidence rate: completes ÷ (completes + OQs + terms)',
    elsewhere: [
      'PureSpectrum: completes ÷ (completes + OQs + terms + drops at the buyer)',
      'Dynata: completes ÷ (completes + screenouts + quota-fulls), which is the same',
    ],
    kind: 'percent',
    presets: ['quality'],
    widthPx: 64,
    seenBy: 'everybody',
    quotient: { over: ['completes'], under: ['completes', 'oQs', 'terms'] },
    field: ratio,
    of: ({ completes, oQs, terms }) => shareOf(completes, completes + oQs + terms),
  },
  conversion: {
    label: 'Conversion',
    formula: 'Completes ÷ entrants',
    elsewhere: ['Cint: system conversion is the same; client-side conversion is completes ÷ prescreener completes'],
    kind: 'percent',
    presets: ['traffic', 'quality', 'money'],
    widthPx: 90,
    seenBy: 'everybody',
    quotient: { over: ['completes'], under: ['entrants'] },
    field: ratio,
    of: ({ completes, entrants }) => shareOf(completes, entrants),
  },
  loi: {
    label: 'LOI (min)',
    formula: 'Median interview length of completes, in minutes',
    elsewhere: ['PureSpectrum: the median too'],
    kind: 'minutes',
    presets: ['quality'],
    widthPx: 64,
    seenBy: 'everybody',
    isOfOneAlone: true,
    medianOf: 'completes',
    field: ratio,
    of: ({ loiMedianSeconds }) => (loiMedianSeconds === null ? null : loiMedianSeconds / 60),
  },
  supplierCpi: {
    label: 'CPI',
    formula: 'Buyer unit cost per complete: expense ÷ the completes whose supply price is known',
    unknown: COST_UNKNOWN,
    kind: 'money',
    presets: ['money'],
    widthPx: 74,
    seenBy: 'internal',
    quotient: { over: ['expense'], under: ['pricedCompletes'] },
    field: Schema.optionalKey(ratio),
    of: ({ expenseCents, pricedCompletes }) => unitCostOf(expenseCents, pricedCompletes),
  },
  expense: {
    label: 'Expense',
    formula: 'Sum of buyer expenses: of the completes whose supply price is known',
    unknown: COST_UNKNOWN,
    kind: 'money',
    presets: ['money'],
    widthPx: 90,
    seenBy: 'internal',
    field: Schema.optionalKey(ratio),
    of: expenseOf,
  },
  pricedCompletes: {
    label: 'Priced',
    formula: 'Completes whose supply price is known: CPI, expense and margin are of these',
    kind: 'integer',
    presets: ['money'],
    widthPx: 72,
    seenBy: 'internal',
    rollup: 'priced_completes',
    field: Schema.optionalKey(count),
    of: ({ pricedCompletes }) => pricedCompletes,
  },
} as const satisfies Record<string, FigureColumn>

type Columns = typeof FIGURE_COLUMNS

/** A figure by its name on the wire. */
export type FigureColumnId = keyof Columns

/** A figure that several projects together have as well. */
export type SummedColumnId = {
  readonly [Id in FigureColumnId]: Columns[Id] extends { readonly isOfOneAlone: true } ? never : Id
}[FigureColumnId]

/** Every figure column with its name, in the order of the specification. */
export const FIGURE_COLUMN_LIST: readonly (FigureColumn & { readonly id: FigureColumnId })[] = Object.entries(
  FIGURE_COLUMNS,
).map(([id, column]) => ({ id: id as FigureColumnId, ...column })) // Object.entries loses the key types

// fromEntries and entries lose which field belongs to which key
/** The fields of all figures on the wire. */
export const FIGURE_FIELDS = Object.fromEntries(FIGURE_COLUMN_LIST.map(({ id, field }) => [id, field])) as unknown as {
  readonly [Id in FigureColumnId]: Columns[Id]['field']
}

/** The fields of the figures of several projects together. */
export const SUMMED_FIELDS = Object.fromEntries(
  FIGURE_COLUMN_LIST.filter(({ isOfOneAlone }) => isOfOneAlone !== true).map(({ id, field }) => [id, field]),
) as unknown as { readonly [Id in SummedColumnId]: Columns[Id]['field'] }

/** The counts of a sub-quota, which are the figures that can be asked of it. */
export const QUOTA_FIGURES = ['completes', 'inflight'] as const satisfies readonly FigureColumnId[]
export type QuotaFigure = (typeof QUOTA_FIGURES)[number]
/** Whether a column is a figure that a sub-quota counts. */
export const isQuotaFigure = (figure: string): figure is QuotaFigure => QUOTA_FIGURES.some(one => one === figure)
