import { usePreference } from '#runtime/hooks/use-preference.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import type { DataColumn } from '#ui/table/column.ts'
import type { TableDensity } from '#ui/table/data-table.tsx'
import type { TableSort } from '#ui/table/sort.ts'
import { presetViews, type TableView } from '#ui/table/view.ts'
import { choiceOfColumns, isOwnViews, NO_OWN_VIEWS, OWN_VIEW_PREFIX } from './own-views.ts'
import { readTableSearch, sortFromText, sortToText } from './table-search.ts'

const isDensity = (kept: unknown): kept is TableDensity =>
  kept === 'compact' || kept === 'default' || kept === 'comfortable'

export interface TableState {
  readonly search: string
  readonly setSearch: (search: string) => void
  readonly sort: TableSort | null
  readonly setSort: (sort: TableSort | null) => void
  readonly views: readonly TableView[]
  /** null after its columns were changed by hand. */
  readonly viewId: string | null
  readonly setView: (view: TableView) => void
  readonly columnIds: readonly string[]
  readonly setColumnIds: (columnIds: readonly string[]) => void
  readonly saveView: (name: string, columnIds: readonly string[]) => void
  readonly deleteView: (view: TableView) => void
  readonly density: TableDensity
  readonly setDensity: (density: TableDensity) => void
}

/**
 * How a person looks at a table. Search, order and view are in the URL; own views and the density are stored for the
 * user.
 * @param name the table's name among the preferences: `sources`
 * @param defaultView before the presets; without it all columns are shown by default
 * @param viewParameter the query parameter that names the view
 */
export function useTableState<Row extends object>(
  name: string,
  columns: readonly DataColumn<Row>[],
  defaultView?: TableView,
  viewParameter = 'view',
): TableState {
  const [raw, change] = useUrlSearch()
  const [ownViews, setOwnViews] = usePreference(`${name}.views`, NO_OWN_VIEWS, isOwnViews)
  const [density, setDensity] = usePreference<TableDensity>('tables.density', 'default', isDensity)
  const search = readTableSearch({ ...raw, view: raw[viewParameter] })
  const views = [...(defaultView ? [defaultView] : []), ...presetViews(columns), ...ownViews]
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
    setView: ({ id }) => change({ [viewParameter]: id, cols: undefined }),
    columnIds,
    setColumnIds: ids => change({ [viewParameter]: undefined, cols: ids.join('.') }),
    saveView: (viewName, ids) => {
      const id = `${OWN_VIEW_PREFIX}${viewName}`
      setOwnViews([
        ...ownViews.filter(view => view.id !== id),
        { id, name: viewName, columnIds: [...ids], isOwn: true },
      ])
      change({ [viewParameter]: id, cols: undefined })
    },
    deleteView: ({ id }) => {
      setOwnViews(ownViews.filter(view => view.id !== id))
      change({ [viewParameter]: undefined, cols: undefined })
    },
    density,
    setDensity,
  }
}
