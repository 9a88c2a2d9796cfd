import type { CellQuestion } from '#ui/table/data-table.tsx'
import type { StatusScope } from '@desk/schema/statuses/status'
import { isWhyFigure, type WhyObject, type WhySubject } from './why-search.ts'

/** Somebody asks why a figure changed. */
export interface WhyAsked {
  readonly of: WhySubject
  /** The figure's element; null: nobody asks for a menu first. */
  readonly menuAt: HTMLElement | null
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

/**
 * What the figures of a table tell: why they changed.
 * @param scope what its rows are, whose ids are theirs
 * @param total what its totals are of; left out: of nothing that has a page
 */
export function whyQuestion(scope: StatusScope, total?: WhyObject): CellQuestion {
  const objectOf = (rowId: string | null): WhyObject | undefined =>
    rowId === null ? total : { scope, id: Number(rowId) }
  return {
    isFor: (columnId, rowId) => isWhyFigure(columnId) && objectOf(rowId) !== undefined,
    onAsk: ({ rowId, columnId, element, isByKey }) => {
      const object = objectOf(rowId)
      if (object !== undefined && isWhyFigure(columnId))
        askWhy({ of: { ...object, figure: columnId }, menuAt: isByKey ? null : element })
    },
  }
}
