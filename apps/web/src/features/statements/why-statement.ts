import type { StatementPart } from '@desk/schema/statements/statement'
import type { StatementSums } from '@desk/schema/statements/statement'
import { MONTH_PATTERN } from '@desk/schema/statements/statement-line'
import { idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** Figures of a statement that tell why they changed. */
export const STATEMENT_FIGURES = {
  total_cents: { label: 'Total', isMoney: true },
  lines: { label: 'Lines', isMoney: false },
  completes: { label: 'Completes', isMoney: false },
  complete_cents: { label: 'For completes', isMoney: true },
  adjustments: { label: 'Adjustments', isMoney: false },
  adjustment_cents: { label: 'Adjustment amount', isMoney: true },
} as const satisfies Partial<Record<keyof StatementSums, { readonly label: string; readonly isMoney: boolean }>>
export type StatementFigure = keyof typeof STATEMENT_FIGURES

/** Figures of a sum, by what its lines are. */
export const SUM_FIGURES = {
  complete: ['completes', 'complete_cents'],
  adjustment: ['adjustments', 'adjustment_cents'],
} as const satisfies Readonly<Record<StatementPart['kind'], readonly [count: StatementFigure, cents: StatementFigure]>>

/** One sum of a statement; what its lines are the figure says. */
export interface WhySum {
  /** Of the source, or the survey on the sell side. */
  readonly place: number
  readonly origin: string
  readonly priceCents: number
}

/** Whose statement's figure is explained, within the side of its screen. */
export interface WhyStatement {
  readonly month: string
  /** Of the supplier, project or business unit; `none`: of those without one; `all`: of the whole month. */
  readonly of: number | 'none' | 'all'
  readonly figure: StatementFigure
  /** Undefined: the figure is of the whole statement. */
  readonly sum?: WhySum | undefined
}

const KINDS = ['complete', 'adjustment'] as const
/** The kind of lines behind a figure of a sum; undefined: it is no figure of sums. */
export const kindOfSum = (figure: StatementFigure): StatementPart['kind'] | undefined =>
  KINDS.find(kind => SUM_FIGURES[kind].some(one => one === figure))

const isFigure = (text: string): text is StatementFigure => Object.hasOwn(STATEMENT_FIGURES, text)

/** As the URL has it: '2026-10.12.total_cents', or of a sum '2026-10.12.completes.34.2026-10.250'. */
export const whyStatementText = ({ month, of, figure, sum }: WhyStatement): string =>
  [month, of, figure, ...(sum === undefined ? [] : [sum.place, sum.origin, sum.priceCents])].join('.')

function readSum(
  [place, origin = '', price = '', ...more]: readonly string[],
  figure: StatementFigure,
): WhySum | undefined {
  const id = idOf(place)
  const isPrice = /^-?\d{1,9}$/.test(price)
  if (id === undefined || !MONTH_PATTERN.test(origin) || !isPrice || more.length > 0) return undefined
  return kindOfSum(figure) === undefined ? undefined : { place: id, origin, priceCents: Number(price) }
}

/** Reads whose figure the URL asks about; undefined: no one's. */
export function readWhyStatement(raw: RawSearch): WhyStatement | undefined {
  const [month = '', whose = '', figure = '', ...rest] = (textOf(raw['whyStatement']) ?? '').split('.')
  const of = whose === 'none' || whose === 'all' ? whose : idOf(whose)
  if (!MONTH_PATTERN.test(month) || of === undefined || !isFigure(figure)) return undefined
  if (rest.length === 0) return { month, of, figure }
  const sum = of === 'all' ? undefined : readSum(rest, figure)
  return sum && { month, of, figure, sum }
}

/** The panel's part of the URL; it leaves with the panel. */
export const NO_WHY_STATEMENT = {
  whyStatement: undefined,
  whySpan: undefined,
  whyFrom: undefined,
  whyTo: undefined,
} as const

/** A figure's count over lines. @returns 0 where it counts none of them */
export function figureOfPart(
  figure: StatementFigure,
  {
    kind,
    lines,
    amount_cents: cents,
  }: { readonly kind: string; readonly lines: number; readonly amount_cents: number },
): number {
  switch (figure) {
    case 'total_cents':
      return cents
    case 'lines':
      return lines
    case 'completes':
      return kind === 'complete' ? lines : 0
    case 'complete_cents':
      return kind === 'complete' ? cents : 0
    case 'adjustments':
      return kind === 'adjustment' ? lines : 0
    case 'adjustment_cents':
      return kind === 'adjustment' ? cents : 0
  }
}
