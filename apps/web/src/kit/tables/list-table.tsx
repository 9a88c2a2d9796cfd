import { ACCOUNT_CURRENCY } from '@desk/schema/accounts/currency'
import { useRef } from 'react'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { SearchField } from '#ui/search-field.tsx'
import type { DataColumn } from '#ui/table/column.ts'
import { csvOfShown, notesOfShown } from '#ui/table/csv-export.ts'
import { DataTable, type CellQuestion, type DataTableHandle } from '#ui/table/data-table.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FilterChips } from './filter-chips.tsx'
import { filtersInWords, type ListFilter } from './list-filter.ts'
import styles from './list-table.module.css'
import list from './list.module.css'
import { PrintHead } from './print-head.tsx'
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
  /** Columns of its export alone: ids, and facts that it does not show. */
  exported?: readonly DataColumn<Row>[]
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
  exported = [],
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

  const chosen = filters.filter(filter => filter.chosen !== undefined)
  const filter = {
    key: chosen.map(each => `${each.name} ${each.chosen}`).join(' '),
    keeps: (row: Row) => chosen.every(({ keeps }) => keeps === undefined || keeps(row)),
  }
  const inWords = [...narrowedWords, ...filtersInWords(chosen)]
  const readExport = () => {
    const shown = handle.current?.shown()
    const currency = columns.some(({ kind }) => kind === 'money') ? [['Currency', ACCOUNT_CURRENCY] as const] : []
    return shown === undefined
      ? null
      : {
          title: label,
          csv: csvOfShown({ ...shown, exported }),
          notes: [...notesOfShown(shown, inWords), ...currency],
        }
  }

  const hasFailed = read.data === undefined && read.error !== null
  const isEmpty = read.data?.length === 0
  return (
    <div className={list['list']}>
      <PrintHead title={label} filters={q === '' ? inWords : [...inWords, `Search: ${q}`]} />
      {(hasFailed || isEmpty) && chosen.length === 0 && tools === undefined ? null : (
        <div className={list['tools']} role="group" aria-label={`${label}: tools`}>
          <SearchField
            label={`Search ${name}`}
            value={q}
            onChange={words => change({ q: words === '' ? undefined : words }, true)}
          />
          {tools}
          <FilterChips filters={filters} />
          {mayExport ? (
            <span className={styles['end']}>
              <ExportMenu read={readExport} {...(onExport === undefined ? {} : { onSaved: onExport })} />
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
