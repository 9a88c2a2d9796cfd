import type { Figures } from '@desk/schema/figures/figures'
import type { StreamViewType } from '@desk/schema/users/current-user'
import type { Figure } from '#ui/format/figures.ts'
import type { ColumnKind, ColumnPreset, DataColumn } from '#ui/table/column.ts'

/** A figure column of §3.9–3.22, by its name on the wire. */
export type FigureColumnId = Exclude<keyof Figures, 'last_complete_at' | 'target'>

interface FigureColumn {
  readonly id: FigureColumnId
  readonly header: string
  /** Its meaning and, where it is computed, its formula, in the words of §3.9–3.22. */
  readonly formula: string
  readonly kind: ColumnKind
  readonly presets: readonly ColumnPreset[]
  readonly width: number
  /** Only the internal view has it (domain.md §4). */
  readonly isInternal?: true
}

/** What a CPI is, of one source and of a whole (§3.21). */
export const CPI_FORMULA =
  'Buyer unit cost per complete: expense ÷ completes; of a whole survey or project, ÷ the completes that have a price'

/** The figure columns in the order of §3.9–3.22. */
export const FIGURE_COLUMNS: readonly FigureColumn[] = [
  {
    id: 'allocation',
    header: 'Allocation',
    formula:
      'Share of the overall quota given to a source: target of the source ÷ sum of the targets of the survey’s sources',
    kind: 'percent',
    presets: ['traffic'],
    width: 88,
  },
  {
    id: 'entrants',
    header: 'Entrants',
    formula: 'Respondents entering',
    kind: 'integer',
    presets: ['traffic', 'quality'],
    width: 80,
  },
  {
    id: 'eqTerms',
    header: 'EQ terms',
    formula: 'Defender terms: failed pre-survey quality checks',
    kind: 'integer',
    presets: ['traffic', 'quality'],
    width: 62,
    isInternal: true,
  },
  {
    id: 'terms',
    header: 'Terms',
    formula: 'Did not meet qualifying criteria',
    kind: 'integer',
    presets: ['traffic'],
    width: 66,
  },
  {
    id: 'oQs',
    header: 'OQs',
    formula: 'Overquotas: met base criteria but not an open sub-quota',
    kind: 'integer',
    presets: ['traffic'],
    width: 60,
  },
  {
    id: 'sqTerms',
    header: 'SQ terms',
    formula: 'Failed in-survey quality checks',
    kind: 'integer',
    presets: ['traffic', 'quality'],
    width: 62,
    isInternal: true,
  },
  {
    id: 'abandons',
    header: 'Abandons',
    formula: 'Abandoned: no return within 1.8 × the stated interview length',
    kind: 'integer',
    presets: ['traffic', 'quality'],
    width: 88,
    isInternal: true,
  },
  {
    id: 'inflight',
    header: 'Inflight',
    formula: 'In progress',
    kind: 'integer',
    presets: ['traffic'],
    width: 76,
    isInternal: true,
  },
  {
    id: 'completes',
    header: 'Completes',
    formula: 'Completes; the bar shows completes ÷ target',
    kind: 'integer',
    presets: ['traffic', 'quality', 'money'],
    width: 108,
  },
  {
    id: 'ir',
    header: 'IR',
    formula: 'Incidence rate: completes ÷ (completes + OQs + terms)',
    kind: 'percent',
    presets: ['quality'],
    width: 64,
  },
  {
    id: 'conversion',
    header: 'Conversion',
    formula: 'Completes ÷ entrants',
    kind: 'percent',
    presets: ['traffic', 'quality', 'money'],
    width: 98,
  },
  {
    id: 'loi',
    header: 'LOI (min)',
    formula: 'Median interview length of completes, in minutes',
    kind: 'minutes',
    presets: ['quality'],
    width: 64,
  },
  {
    id: 'supplierCpi',
    header: 'CPI',
    formula: CPI_FORMULA,
    kind: 'money',
    presets: ['money'],
    width: 74,
    isInternal: true,
  },
  {
    id: 'expense',
    header: 'Expense',
    formula: 'Sum of buyer expenses',
    kind: 'money',
    presets: ['money'],
    width: 98,
    isInternal: true,
  },
]

/** Money comes as a decimal number with at most two decimals; tables show whole cents. */
export function cents(amount: Figure): number | null {
  return typeof amount === 'number' && Number.isFinite(amount) ? Math.round(amount * 100) : null
}

/** A figure of a row in the unit of its column: money in cents, shares as fractions, minutes as they are. */
export function figureValue(kind: ColumnKind, value: Figure): Figure {
  return kind === 'money' ? cents(value) : (value ?? null)
}

/**
 * The figure columns that a viewer gets, in the order of the specification.
 * @param view the viewer's view type (§3.2): the external one has fewer columns
 * @param leftOut columns that mean nothing for these rows, such as the allocation of a project
 */
export function figureColumns<Row extends Figures>(
  view: StreamViewType,
  leftOut: readonly FigureColumnId[] = [],
): DataColumn<Row>[] {
  return FIGURE_COLUMNS.filter(
    ({ id, isInternal }) => !leftOut.includes(id) && (view === 'internal' || isInternal !== true),
  ).map(({ id, header, formula, kind, presets, width }) => ({
    id,
    header,
    headerTooltip: formula,
    kind,
    presets,
    width,
    value: (row: Row) => figureValue(kind, row[id]),
    ...(id === 'completes' ? { target: (row: Row) => row.target } : {}),
  }))
}

/** The totals row by column, from the figures that the server computed for the whole. */
export function figureTotals(figures: Partial<Figures>): Readonly<Record<string, Figure>> {
  return Object.fromEntries(
    FIGURE_COLUMNS.filter(({ id }) => figures[id] !== undefined).map(({ id, kind }) => [
      id,
      figureValue(kind, figures[id]),
    ]),
  )
}
