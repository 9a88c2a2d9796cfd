import { STATUS_LABELS, type StatusScope } from '@desk/schema/statuses/status'
import { Suspense, useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore, type RefObject } from 'react'
import { ANALYTICS_EVENTS } from '#runtime/analytics.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useAfterFirstScreen } from '#runtime/hooks/use-first-screen.ts'
import { useIsStale } from '#runtime/hooks/use-freshness.ts'
import { usePreference } from '#runtime/hooks/use-preference.ts'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { saveCsv } from '#runtime/save-file.ts'
import type { ViewedList } from '@desk/schema/reports/report-view'
import { lazyPart } from '#ui/lazy/lazy-part.tsx'
import type { CardColumns } from '#ui/table/cards.ts'
import type { DataColumn } from '#ui/table/column.ts'
import type ColumnResizerOfRows from '#ui/table/column-resizer.tsx'
import type { ColumnResizerProps } from '#ui/table/column-resizer.tsx'
import { csvOfShown, notesOfShown } from '#ui/table/csv-export.ts'
import { DataTable, type DataTableHandle, type EditedCell } from '#ui/table/data-table.tsx'
import { TableToolbar } from '#ui/table/table-toolbar.tsx'
import type { TableView } from '#ui/table/view.ts'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { whyQuestion, type WhyTotal } from '#kit/figure-changes/why-request.ts'
import { Forecasts } from '#kit/forecasts/forecasts.tsx'
import { Why } from '#kit/figure-changes/why.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import type { Selection } from '#kit/bulk/selection.ts'
import { CardTools, useCards } from './card-tools.tsx'
import { exportFileName } from './export-file.ts'
import { ExportMenu } from './export-menu.tsx'
import { FilterChips } from './filter-chips.tsx'
import { filtersInWords, type ListFilter } from './list-filter.ts'
import type { LiveRow } from './live-row.ts'
import { OnlyRow, useOnlyRow } from './only-row.tsx'
import { offerExport, takeWantedExport } from './page-export.ts'
import { PrintHead } from './print-head.tsx'
import { StatusFilter } from './status-filter.tsx'
import { statusOf } from './table-search.ts'
import type { LiveTableRows } from './use-live-table.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useTableState } from './use-table-state.ts'
import { ViewMenu } from './view-menu.tsx'
import styles from './live-table.module.css'

// lazyPart forgets that the component is generic.
const ColumnResizer = lazyPart(
  () => import('#ui/table/column-resizer.tsx'),
  'The widths of columns',
) as unknown as typeof ColumnResizerOfRows

function ResizerAfterTheList<Row extends object>(props: ColumnResizerProps<Row>) {
  useAfterFirstScreen()
  return <ColumnResizer {...props} />
}

/** Widths that the user has set, in px by column; stored on the device (day.md §3). */
type Widths = Readonly<Record<string, number>>
const NO_WIDTHS: Widths = {}
const areWidths = (kept: unknown): kept is Widths =>
  typeof kept === 'object' && kept !== null && Object.values(kept).every(px => Number.isInteger(px) && px > 0)

const unwatched = () => () => undefined

export interface LiveTableProps<Row extends LiveRow> {
  /** For a screen that asks for the shown rows itself. */
  tableRef?: RefObject<DataTableHandle<Row> | null>
  /** Its name among the saved views and of its export: `sources`. */
  name: ViewedList
  /** Its content: 'Sources'. */
  label: string
  /** The first words of an export: 'Sources of Wave 3'. */
  title: string
  rows: LiveTableRows<Row>
  /** All columns that this viewer has; the same array between renders. */
  columns: readonly DataColumn<Row>[]
  /** Other columns of this viewer are not loaded yet. */
  hasMoreColumns?: boolean
  /** Without it all columns are shown by default. */
  defaultView?: TableView
  /** The columns that make a row's card on a telephone; without it the list stays a table. */
  cards?: CardColumns
  /** Chips that filter by status; their choice is the query parameter `state` (§2.18, §2.19). */
  hasStatusFilter?: boolean
  /** The query parameter of its view; `view` unless the page has another use for that. */
  viewParameter?: string
  /** The rows that the screen's own filters pass; `key` tells filters apart. */
  rowFilter?: { readonly key: string; readonly keeps: (row: Row) => boolean } | undefined
  /** Filters that the screen itself applies: their chips, and in words for the export. */
  filters?: readonly ListFilter[]
  /** Columns of its export alone: ids, and facts that a view may not show. */
  exported?: readonly DataColumn<Row>[]
  /** The rows that are chosen, and the bar of their acts: it takes the place of the tools. */
  bulk?: { readonly selection: Selection; readonly bar: React.ReactNode }
  /** The kind of its rows, and the subject of its totals: any of their figures explains its change. */
  why?: { readonly scope: StatusScope; readonly total?: WhyTotal; readonly isByClick?: boolean }
  /** Opens a cell of an editable column. */
  onEdit?: (cell: EditedCell) => void
  /** The label of the server's totals under the rows. */
  totalsLabel?: string
  /** Shown instead of a table without rows. */
  empty: React.ReactNode
}

/** A live table with its toolbar: search, filters, views, density and export. J and K move between its rows. */
export function LiveTable<Row extends LiveRow>({
  tableRef,
  name,
  label,
  title,
  rows: { store, nameOf, isLoading, hasRows: willHaveRows, isOutdated, failure, retry, isRetrying },
  columns: ownColumns,
  hasMoreColumns = false,
  defaultView,
  cards,
  hasStatusFilter = false,
  viewParameter,
  rowFilter,
  filters = [],
  exported = [],
  bulk,
  why,
  onEdit,
  totalsLabel,
  empty,
}: LiveTableProps<Row>) {
  const desk = useDesk()
  const [widths, setWidths] = usePreference(`${name}.widths`, NO_WIDTHS, areWidths)
  const columns = useMemo(
    () =>
      ownColumns.map(column => {
        const width = widths[column.id]
        return width === undefined ? column : { ...column, width, grow: 0 }
      }),
    [ownColumns, widths],
  )
  const table = useTableState(columns, defaultView, viewParameter)
  const { isNarrow, isCards, toggle } = useCards()
  const [search, changeSearch] = useUrlSearch()
  const ownRef = useRef<DataTableHandle<Row>>(null)
  const handle = tableRef ?? ownRef
  useRowKeys(handle)
  const zone = useZone()
  const isStale = useIsStale()
  const rowCount = useSyncExternalStore(store.subscribeRows, () => store.ids().length)

  const state = hasStatusFilter ? statusOf(search['state']) : undefined
  const only = useOnlyRow(store, nameOf)
  const selection = bulk?.selection
  const isChoosing = useSyncExternalStore(selection?.subscribe ?? unwatched, () => (selection?.ids().size ?? 0) > 0)
  useEffect(() => selection && store.subscribeRows(() => selection.retain(store.ids())), [selection, store])
  const filter =
    only !== null
      ? { key: `only ${only.id}`, keeps: (row: Row) => store.idOf(row) === only.id }
      : state === undefined
        ? rowFilter
        : {
            key: `state ${state} ${rowFilter?.key ?? ''}`,
            keeps: (row: Row) => row.statusid === state && rowFilter?.keeps(row) !== false,
          }
  const context = `${zone.text} · ${ACCOUNT_CURRENCY}`

  const ownFilter =
    only !== null ? [`Only: ${only.name}`] : state === undefined ? [] : [`Status: ${STATUS_LABELS[state]}`]
  const inWords = [...filtersInWords(filters), ...ownFilter]
  const readExport = () => {
    const shown = handle.current?.shown()
    return shown === undefined
      ? null
      : {
          title,
          csv: csvOfShown({ ...shown, exported }),
          notes: [...notesOfShown(shown, inWords), ['Currency', ACCOUNT_CURRENCY] as const],
        }
  }

  const exportNow = useEffectEvent(() => {
    const read = readExport()
    if (read === null) return
    saveCsv(`${exportFileName(read.title, { atMs: Date.now(), zoneName: zone.name })}.csv`, read.csv)
    desk.track(ANALYTICS_EVENTS.downloadTrafficReport)
  })
  const hasRows = !isLoading && rowCount > 0
  useEffect(() => {
    if (!hasRows) return undefined
    if (takeWantedExport(desk.history.location.pathname)) exportNow()
    return offerExport({ label, run: () => exportNow() })
  }, [hasRows, label, desk])

  if (failure !== null)
    return (
      <LoadFailure
        title={`The ${label.toLocaleLowerCase('en')} did not load`}
        failure={failure}
        onRetry={retry}
        isRetrying={isRetrying}
      />
    )
  const filterChips =
    filters.length > 0 ? (
      <div className={styles['filters']}>
        <FilterChips filters={filters} />
      </div>
    ) : null
  const isEmpty = !isLoading && !willHaveRows && rowCount === 0
  if (isEmpty && filters.length === 0) return empty

  return (
    <div className={styles['live']}>
      {only !== null ? <OnlyRow name={only.name} onAll={() => changeSearch({ only: undefined })} /> : null}
      <PrintHead title={title} filters={table.search === '' ? inWords : [...inWords, `Search: ${table.search}`]} />
      {bulk?.bar}
      <TableToolbar
        isHidden={isChoosing}
        isOfCards={cards !== undefined && isCards}
        label={label}
        columns={columns}
        search={table.search}
        onSearchChange={table.setSearch}
        view={
          <ViewMenu
            list={name}
            table={table}
            knownIds={columns.map(({ id }) => id)}
            isIncomplete={hasMoreColumns}
            filterNames={[...filters.map(filter => filter.name), ...(hasStatusFilter ? ['state'] : [])]}
          />
        }
        columnIds={table.columnIds}
        onColumnIdsChange={table.setColumnIds}
        onWidthsReset={() => setWidths(NO_WIDTHS)}
        density={table.density}
        onDensityChange={table.setDensity}
        exportMenu={
          <ExportMenu isIcon read={readExport} onSaved={() => desk.track(ANALYTICS_EVENTS.downloadTrafficReport)} />
        }
      >
        {cards !== undefined && isNarrow ? (
          <CardTools
            columns={columns}
            cards={cards}
            isCards={isCards}
            onToggle={toggle}
            sort={table.sort}
            onSortChange={table.setSort}
          />
        ) : null}
        {hasStatusFilter && only === null ? (
          <StatusFilter store={store} value={state} onChange={code => changeSearch({ state: code })} />
        ) : null}
        {filterChips}
      </TableToolbar>
      {isEmpty ? (
        empty
      ) : (
        <DataTable
          ref={handle}
          label={label}
          store={store}
          columns={columns}
          columnIds={table.columnIds}
          search={table.search}
          filter={filter}
          sort={table.sort}
          onSortChange={table.setSort}
          density={table.density}
          context={context}
          isLoading={isLoading}
          isDimmed={isStale || isOutdated}
          question={why === undefined ? undefined : whyQuestion(why.scope, why.total, why.isByClick)}
          edge={(column, shown) => (
            <Suspense fallback={null}>
              <ResizerAfterTheList
                column={column}
                columns={shown}
                onWidth={(id, px) => setWidths({ ...widths, [id]: px })}
              />
            </Suspense>
          )}
          onEdit={onEdit}
          cards={isCards ? cards : undefined}
          totalsPosition={totalsLabel === undefined ? 'none' : 'bottom'}
          {...(totalsLabel === undefined ? {} : { totalsLabel })}
        />
      )}
      {why === undefined ? null : <Why />}
      <Forecasts />
    </div>
  )
}
