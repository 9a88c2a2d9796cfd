import { usePreference } from '#runtime/hooks/use-preference.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import type { DataColumn } from '#ui/table/column.ts'
import type { TableDensity } from '#ui/table/data-table.tsx'
import type { TableSort } from '#ui/table/sort.ts'
import { presetViews, type TableView } from '#ui/table/view.ts'
import { choiceOfColumns } from './chosen-columns.ts'
import { idOf, readTableSearch, sortFromText, sortToText } from './table-search.ts'

export const isDensity = (kept: unknown): kept is TableDensity =>
  kept === 'compact' || kept === 'default' || kept === 'comfortable'

export interface TableState {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly sort: TableSort | null
  readonly setSort: (sort: TableSort | null) => void
  readonly views: readonly TableView[]
  /** null after its columns were changed by hand. */
  readonly viewId: string | null
  readonly setView: (id: string) => void
  /** The saved view that the URL names (day.md §3). */
  readonly savedViewId: number | undefined
  readonly viewParameter: string
  readonly columnIds: readonly string[]
  readonly setColumnIds: (columnIds: readonly string[]) => void
  readonly density: TableDensity
  readonly setDensity: (density: TableDensity) => void
}

/**
 * How a person looks at a table. Search, order and view are in the URL. The density is stored for the user; that of a
 * saved view is in the URL.
 * @param defaultView before the presets; without it all columns are shown by default
 * @param viewParameter the query parameter that names the view
 */
export function useTableState<Row extends object>(
  columns: readonly DataColumn<Row>[],
  defaultView?: TableView,
  viewParameter = 'view',
): TableState {
  const [raw, change] = useUrlSearch()
  const [density, setDensity] = usePreference<TableDensity>('tables.density', 'default', isDensity)
  const search = readTableSearch({ ...raw, view: raw[viewParameter] })
  const views = [...(defaultView ? [defaultView] : []), ...presetViews(columns)]
  const savedViewId = idOf(search.view)
  const { viewId, columnIds } = choiceOfColumns(search, views, columns, defaultView?.id)
  return {
    search: search.q ?? '',
    setSearch: q => change({ q: q === '' ? undefined : q }, true),
    sort: sortFromText(
      search.sort,
      columns.map(({ id }) => id),
    ),
    setSort: sort => change({ sort: sortToText(sort) }),
    views,
    viewId,
    // a number as such, since the router would quote its text
    setView: id => change({ [viewParameter]: idOf(id) ?? id, cols: undefined, rows: undefined }),
    savedViewId,
    viewParameter,
    columnIds,
    setColumnIds: ids => change({ [viewParameter]: savedViewId, cols: ids.join('.') }),
    density: isDensity(raw['rows']) ? raw['rows'] : density,
    setDensity: next => {
      setDensity(next)
      if (savedViewId !== undefined) change({ rows: next })
    },
  }
}
