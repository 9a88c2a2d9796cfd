import type { CellQuestion } from '#ui/table/data-table.tsx'
import { FIGURE_COLUMNS, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import type { StatusScope } from '@desk/schema/statuses/status'
import { whyReportPath, type TotalOfReport } from './why-report-path.ts'
import { isWhyFigure, type WhyObject, type WhySubject } from './why-search.ts'

/** Somebody asks why a figure changed. */
export interface WhyAsked {
  readonly of: WhySubject
  /** The figure's element; null: nobody asks for a menu first. */
  readonly menuAt: HTMLElement | null
  /** The path of the page that tells it; left out: this one does. */
  readonly path?: string
}

type Listener = (asked: WhyAsked) => void

let listener: Listener | null = null

/** Asks the page's one Why for a figure; called by the cells of many rows. */
export const askWhy = (asked: WhyAsked): void => listener?.(asked)

/** Subscribes the page's panel to requests, until the returned function is called. */
export function onWhyAsked(heard: Listener): () => void {
  listener = heard
  return () => {
    if (listener === heard) listener = null
  }
}

/** What the totals of a table are of: an object, or the total of a report of all time, which its own page tells. */
export type WhyTotal = WhyObject | TotalOfReport

/** What tells of a figure of a total; undefined: nothing does, for a target or a median of many is none of their sums. */
function ofTotal(total: WhyTotal | undefined, figure: FigureColumnId): Pick<WhyAsked, 'of' | 'path'> | undefined {
  if (total === undefined || !('report' in total)) return total && { of: { ...total, figure } }
  if ('isOfOneAlone' in FIGURE_COLUMNS[figure]) return undefined
  return { of: { report: total.report, figure }, path: whyReportPath(total, figure) }
}

/**
 * What the figures of a table tell: why they changed.
 * @param scope what its rows are, whose ids are theirs
 * @param total what its totals are of; left out: of nothing that has a page
 */
export function whyQuestion(scope: StatusScope, total?: WhyTotal): CellQuestion {
  const answerOf = (columnId: string, rowId: string | null) => {
    if (!isWhyFigure(columnId)) return undefined
    return rowId === null ? ofTotal(total, columnId) : { of: { scope, id: Number(rowId), figure: columnId } }
  }
  return {
    isFor: (columnId, rowId) => answerOf(columnId, rowId) !== undefined,
    onAsk: ({ rowId, columnId, element, isByKey }) => {
      const answer = answerOf(columnId, rowId)
      if (answer !== undefined) askWhy({ ...answer, menuAt: isByKey ? null : element })
    },
  }
}
