import type { CellQuestion } from '#ui/table/data-table.tsx'
import { FIGURE_COLUMNS, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import type { StatusScope } from '@desk/schema/statuses/status'
import { whyReportPath, type TotalOfReport } from './why-report-path.ts'
import { isWhyFigure, type WhyObject, type WhySubject } from './why-search.ts'

/** The user asks why a figure changed. */
export interface WhyAsked {
  readonly of: WhySubject
  /** The figure's element; null: no menu opens first. */
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

/** The subject of a table's totals: an object, or the total of a report of all time, which its own page explains. */
export type WhyTotal = WhyObject | TotalOfReport

/**
 * The explanation of a total's figure; undefined: there is none, for a target or a median of many is none of their
 * sums.
 */
function ofTotal(total: WhyTotal | undefined, figure: FigureColumnId): Pick<WhyAsked, 'of' | 'path'> | undefined {
  if (total === undefined || !('report' in total)) return total && { of: { ...total, figure } }
  if ('isOfOneAlone' in FIGURE_COLUMNS[figure]) return undefined
  return { of: { report: total.report, figure }, path: whyReportPath(total, figure) }
}

/**
 * The question of a table's figures: why they changed.
 * @param scope the kind of its rows, with their ids
 * @param total the subject of its totals; left out: nothing that has a page
 * @param isByClick a click explains a figure at once, without a menu
 */
export function whyQuestion(scope: StatusScope, total?: WhyTotal, isByClick = false): CellQuestion {
  const answerOf = (columnId: string, rowId: string | null) => {
    if (!isWhyFigure(columnId)) return undefined
    return rowId === null ? ofTotal(total, columnId) : { of: { scope, id: Number(rowId), figure: columnId } }
  }
  return {
    isByClick,
    isFor: (columnId, rowId) => answerOf(columnId, rowId) !== undefined,
    onAsk: ({ rowId, columnId, element, isByKey }) => {
      const answer = answerOf(columnId, rowId)
      if (answer !== undefined) askWhy({ ...answer, menuAt: isByKey || isByClick ? null : element })
    },
  }
}
