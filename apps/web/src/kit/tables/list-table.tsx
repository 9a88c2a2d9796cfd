import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { saveCsv } from '#runtime/save-file.ts'
import { Button } from '#ui/button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import { csvOfShown } from '#ui/table/csv-export.ts'
import { DataTable, type CellQuestion, type DataTableHandle } from '#ui/table/data-table.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { filtersInWords, type ListFilter } from './list-filter.ts'
import { ListFilters } from './list-filters.tsx'
import styles from './list-table.module.css'
import list from './list.module.css'
import { readTableSearch, sortFromText, sortToText } from './table-search.ts'
import type { ListRows } from './use-list-rows.ts'
import { useRowKeys } from './use-row-keys.ts'

export interface ListTableProps<Row extends object> {
  /** Its rows in words, and its export: 'suppliers'. */
  name: string
  /** Its content: 'Suppliers'. */
  label: string
  rows: ListRows<Row>
  /** The same array between renders. */
  columns: readonly DataColumn<Row>[]
  filters: readonly ListFilter<Row>[]
  /** Whether the user may take it home; unset: yes. */
  mayExport?: boolean
  /** Called once a file of it was saved. */
  onExport?: () => void
  /** Whether it ends with a line of totals, which the store holds. */
  hasTotals?: boolean
  /** Further filters, before the others. */
  tools?: React.ReactNode
  /** The result of the further filters, beneath the tools. */
  narrowedTo?: React.ReactNode
  /** The same in words, for the head of an export. */
  narrowedWords?: readonly string[]
  /** The question that its cells answer, in addition to their figure. */
  question?: CellQuestion
  /** Shown instead of a table without rows. */
  empty: React.ReactNode
}

/** A list that is read once, with its search, filters and export; search, filters and order are in the URL. J and K walk its rows. */
export function ListTable<Row extends object>({
  name,
  label,
  rows: { store, read },
  columns,
  filters,
  mayExport = true,
  onExport,
  hasTotals = false,
  tools,
  narrowedTo,
  narrowedWords = [],
  question,
  empty,
}: ListTableProps<Row>) {
  const [raw, change] = useUrlSearch()
  const { q = '', sort } = readTableSearch(raw)
  const columnIds = columns.map(({ id }) => id)
  const handle = useRef<DataTableHandle<Row>>(null)
  useRowKeys(handle)
  const zone = useZone()

  const chosen = filters.filter(filter => filter.chosen !== undefined)
  const filter = {
    key: chosen.map(each => `${each.name} ${each.chosen}`).join(' '),
    keeps: (row: Row) => chosen.every(({ keeps }) => keeps === undefined || keeps(row)),
  }
  const exportCsv = () => {
    if (!handle.current) return
    const context = columns.some(({ kind }) => kind === 'money') ? `${zone.text} · ${ACCOUNT_CURRENCY}` : zone.text
    saveCsv(
      `${name}.csv`,
      csvOfShown({
        ...handle.current.shown(),
        title: label,
        filters: [...narrowedWords, ...filtersInWords(chosen)],
        context,
      }),
    )
    onExport?.()
  }

  const hasFailed = read.data === undefined && read.error !== null
  const isEmpty = read.data?.length === 0
  return (
    <div className={list['list']}>
      {(hasFailed || isEmpty) && chosen.length === 0 && tools === undefined ? null : (
        <div className={list['tools']} role="group" aria-label={`${label}: tools`}>
          <SearchField
            label={`Search ${name}`}
            value={q}
            onChange={words => change({ q: words === '' ? undefined : words }, true)}
          />
          {tools}
          <ListFilters filters={filters} />
          {mayExport ? (
            <span className={styles['end']}>
              <Button icon={<Download aria-hidden />} onPress={exportCsv}>
                Export CSV
              </Button>
            </span>
          ) : null}
        </div>
      )}
      {narrowedTo}
      {hasFailed ? (
        <LoadFailure
          title={`The ${name} did not load`}
          failure={read.error}
          onRetry={() => void read.refetch()}
          isRetrying={read.isFetching}
        />
      ) : isEmpty ? (
        empty
      ) : (
        <DataTable
          ref={handle}
          label={label}
          store={store}
          columns={columns}
          columnIds={columnIds}
          search={q}
          filter={filter}
          sort={sortFromText(sort, columnIds)}
          onSortChange={order => change({ sort: sortToText(order) })}
          isLoading={read.isPending}
          isDimmed={read.isError || (read.isPending && store.ids().length > 0)}
          totalsPosition={hasTotals ? 'bottom' : 'none'}
          question={question}
        />
      )}
    </div>
  )
}
