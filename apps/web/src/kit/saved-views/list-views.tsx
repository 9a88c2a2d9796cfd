import type { ReportView, ViewedList } from '@desk/schema/reports/report-view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useAct } from '#runtime/acts/use-act.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toasts.ts'
import { idOf, sortToText } from '#kit/tables/table-search.ts'
import type { TableState } from '#kit/tables/use-table-state.ts'
import { addressOf, filtersOf, lookFor, lookOf } from './list-address.ts'
import { SavedViews, viewFailed } from './saved-views.tsx'
import { viewsRequest } from './views-request.ts'
import styles from './saved-views.module.css'

export interface ListViewsProps {
  readonly list: ViewedList
  readonly table: TableState
  /** All columns of this reader. */
  readonly knownIds: readonly string[]
  /** Columns of this reader are not loaded yet. */
  readonly isIncomplete: boolean
  /** The query parameters of the list's filters. */
  readonly filterNames: readonly string[]
  readonly isManaging: boolean
  readonly onManage: (isManaging: boolean) => void
}

/**
 * The saved views of a list beside its view menu (day.md §3): the default of an address that names nothing, what differs
 * from the view, and the dialog. A view that is opened writes its look into the address.
 */
export default function ListViews({
  list,
  table,
  knownIds,
  isIncomplete,
  filterNames,
  isManaging,
  onManage,
}: ListViewsProps) {
  const desk = useDesk()
  const queries = useQueryClient()
  const [raw, change] = useUrlSearch()
  const request = viewsRequest(desk, list)
  const { data } = useQuery(request)
  const refresh = () => void queries.invalidateQueries({ queryKey: request.queryKey })
  const update = useAct('reportViews.update', {
    onDone: view => {
      void showToast({ type: 'success', message: `${view.name} was saved` })
      refresh()
    },
    onFailed: failure => {
      viewFailed(failure)
      refresh()
    },
  })

  const { savedViewId, viewParameter } = table
  const known = new Set(knownIds)
  const saved = data?.find(view => view.report_view_ud === savedViewId)
  const stored = saved && lookFor(lookOf(saved.filters), known)
  const hiddenIds = stored?.hiddenIds ?? []
  const names = [...new Set([...filterNames, ...Object.keys(stored?.look.filters ?? {})])]
  const present = {
    filters: filtersOf(raw, names),
    sort: sortToText(table.sort),
    columnIds: table.columnIds,
    density: table.density,
  }

  const parametersOf = ({ report_view_ud: id, filters: address }: ReportView) => {
    const { filters, sort, columnIds, density } = lookOf(address)
    return {
      ...Object.fromEntries(names.map(name => [name, undefined])),
      ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, idOf(value) ?? value])),
      [viewParameter]: id,
      sort,
      cols: columnIds.length === 0 ? table.columnIds.join('.') : columnIds.join('.'),
      rows: density,
    }
  }
  const hrefOf = (view: ReportView) => {
    const parameters = Object.entries({ ...raw, ...parametersOf(view), q: undefined })
    const query = parameters.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
    return `#${desk.history.location.pathname}?${new URLSearchParams(query).toString()}`
  }

  const namesView = savedViewId !== undefined || table.views.some(({ id }) => id === raw[viewParameter])
  const isBare = !namesView && ['q', 'only', 'sort', 'cols', ...filterNames].every(name => raw[name] === undefined)
  const wanted = savedViewId !== undefined && raw['cols'] === undefined ? saved : undefined
  const opening = wanted ?? (isBare ? data?.find(view => view.is_default) : undefined)
  const open = useEffectEvent((view: ReportView) => change(parametersOf(view), true))
  useEffect(() => {
    if (opening !== undefined) open(opening)
  }, [opening])

  if (data === undefined) return null
  const isChanged =
    opening === undefined &&
    (stored === undefined ? table.viewId === null : addressOf(stored.look) !== addressOf(present))
  // the columns that this reader does not see stay in the view
  const address = addressOf({ ...present, columnIds: [...present.columnIds, ...hiddenIds] })
  const save = () => {
    if (saved?.may_edit !== true) return onManage(true)
    const { report_view_ud: id, name, is_shared, version } = saved
    update.send({ params: { id }, payload: { name, is_shared, version, filters: address } })
  }
  const reset = () =>
    change(saved ? parametersOf(saved) : { [viewParameter]: undefined, cols: undefined, rows: undefined })
  return (
    <>
      {isChanged ? (
        <span className={styles['changed']}>
          <span>changed</span>
          <Button size="small" variant="ghost" isPending={update.isPending} onPress={save}>
            {saved === undefined || saved.may_edit ? 'Save' : 'Save as'}
          </Button>
          <Button size="small" variant="ghost" onPress={reset}>
            Reset
          </Button>
        </span>
      ) : null}
      {hiddenIds.length > 0 && !isIncomplete ? (
        <p className={styles['hidden']} role="status">
          {hiddenIds.length === 1 ? '1 column' : `${hiddenIds.length} columns`} of this view{' '}
          {hiddenIds.length === 1 ? 'is' : 'are'} not shown to you
        </p>
      ) : null}
      <SavedViews
        type={list}
        noun="list"
        address={address}
        hrefOf={hrefOf}
        isOpen={isManaging}
        onClose={() => onManage(false)}
        onCreated={view => {
          onManage(false)
          change(parametersOf(view))
        }}
      />
    </>
  )
}
