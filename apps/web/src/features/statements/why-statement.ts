import type { StatementSums } from '@desk/schema/statements/statement-change'
import { MONTH_PATTERN } from '@desk/schema/statements/statement-line'
import { idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** Figures of a statement that tell why they changed. */
export const STATEMENT_FIGURES = {
  total_cents: { label: 'Total', isMoney: true },
  completes: { label: 'Completes', isMoney: false },
  complete_cents: { label: 'For completes', isMoney: true },
  adjustments: { label: 'Adjustments', isMoney: false },
  adjustment_cents: { label: 'Adjusted by', isMoney: true },
} as const satisfies Partial<Record<keyof StatementSums, { readonly label: string; readonly isMoney: boolean }>>
export type StatementFigure = keyof typeof STATEMENT_FIGURES

/** Whose statement's figure is explained, within the side of its screen. */
export interface WhyStatement {
  readonly month: string
  /** Of the supplier, project or business unit; `none`: of those without one; `all`: of the whole month. */
  readonly of: number | 'none' | 'all'
  readonly figure: StatementFigure
}

const isFigure = (text: string): text is StatementFigure => Object.hasOwn(STATEMENT_FIGURES, text)

/** As the URL has it: '2026-10.12.total_cents'. */
export const whyStatementText = ({ month, of, figure }: WhyStatement): string => `${month}.${of}.${figure}`

/** Reads whose figure the URL asks about; undefined: nobody's. */
export function readWhyStatement(raw: RawSearch): WhyStatement | undefined {
  const [month = '', whose = '', figure = '', ...more] = (textOf(raw['whyStatement']) ?? '').split('.')
  const of = whose === 'none' || whose === 'all' ? whose : idOf(whose)
  if (!MONTH_PATTERN.test(month) || of === undefined || !isFigure(figure) || more.length > 0) return undefined
  return { month, of, figure }
}

/** What of the URL the panel keeps; it leaves with the panel. */
export const NO_WHY_STATEMENT = {
  whyStatement: undefined,
  whySpan: undefined,
  whyFrom: undefined,
  whyTo: undefined,
} as const

/** What of lines a figure counts. @returns 0 where it counts none of them */
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
