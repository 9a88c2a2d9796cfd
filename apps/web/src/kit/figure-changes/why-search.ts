import { FIGURE_COLUMNS, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import type { StatusScope } from '@desk/schema/statuses/status'
import { idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** An object that has figures. */
export interface WhyObject {
  readonly scope: StatusScope
  readonly id: number
}

/** Whose figure is explained. */
export interface WhyFigure extends WhyObject {
  readonly figure: FigureColumnId
}

/** Whether a column is a figure whose changes can be explained. */
export const isWhyFigure = (column: string): column is FigureColumnId => Object.hasOwn(FIGURE_COLUMNS, column)

const SCOPES: readonly string[] = ['project', 'survey', 'source'] satisfies readonly StatusScope[]

/** As the URL has it: 'source.12.completes'. */
export const whyText = ({ scope, id, figure }: WhyFigure): string => `${scope}.${id}.${figure}`

/** Reads whose figure the URL asks about; undefined: nobody's. */
export function readWhy(raw: RawSearch): WhyFigure | undefined {
  const [scope = '', idText = '', figure = '', ...more] = (textOf(raw['why']) ?? '').split('.')
  const id = idOf(idText)
  if (!SCOPES.includes(scope) || id === undefined || !isWhyFigure(figure) || more.length > 0) return undefined
  return { scope: scope as StatusScope, id, figure } // one of SCOPES
}

/** What of the URL the panel keeps; it leaves with the panel. */
export const NO_WHY = { why: undefined, whySpan: undefined, whyFrom: undefined, whyTo: undefined } as const
