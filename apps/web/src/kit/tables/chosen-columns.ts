import type { DataColumn } from '#ui/table/column.ts'
import type { TableView } from '#ui/table/view.ts'
import type { TableSearch } from './table-search.ts'

/** The view that is shown when the URL names none, where the table has no default of its own. */
const WHOLE_VIEW_ID = 'all'

/** The columns that one looks for first, as a table's default view. */
export const overviewOf = (columnIds: readonly string[]): TableView => ({ id: 'overview', name: 'Overview', columnIds })

/**
 * Which columns are shown: those that were chosen by hand, or those of the view that the URL names, else of the default.
 * Columns that this viewer does not have are passed over.
 */
export function choiceOfColumns<Row extends object>(
  { view: viewId, cols }: TableSearch,
  views: readonly TableView[],
  columns: readonly DataColumn<Row>[],
  defaultViewId = WHOLE_VIEW_ID,
): { readonly viewId: string | null; readonly columnIds: readonly string[] } {
  const known = new Set(columns.map(({ id }) => id))
  const byHand = cols?.split('.').filter(id => known.has(id)) ?? []
  if (byHand.length > 0) return { viewId: null, columnIds: byHand }
  const view = views.find(({ id }) => id === viewId) ?? views.find(({ id }) => id === defaultViewId)
  return { viewId: view?.id ?? null, columnIds: view?.columnIds.filter(id => known.has(id)) ?? [...known] }
}
