import {
  columnFilteringFeature,
  columnOrderingFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import { cellText, type DataColumn } from './column.ts'
import { compareKeys, sortKey, type TableSort } from './sort.ts'

const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
})

export interface TableModelRequest<Row extends object> {
  /** The rows at one moment; the model does not follow their later changes. */
  readonly rows: readonly Row[]
  readonly idOf: (row: Row) => string
  readonly columns: readonly DataColumn<Row>[]
  readonly shownIds: readonly string[]
  readonly sort: TableSort | null
  readonly search: string
}

/** Which rows a table shows and in which order, as TanStack Table computes it from one moment's rows. @returns row ids */
export function useRowOrder<Row extends object>({ rows, idOf, columns, shownIds, sort, search }: TableModelRequest<Row>): readonly string[] {
  'use no memo'
  const definitions = useMemo(() => columns.map((column) => definitionOf(column)), [columns])
  const sorting = useMemo(() => (sort ? [{ id: sort.columnId, desc: sort.direction === 'descending' }] : []), [sort])
  const visibility = useMemo(() => Object.fromEntries(columns.map((column) => [column.id, shownIds.includes(column.id)])), [columns, shownIds])
  const columnOrder = useMemo(() => [...shownIds], [shownIds])
  const globalFilter = search.trim().toLocaleLowerCase('en')
  const state = useMemo(
    () => ({ sorting, columnVisibility: visibility, columnOrder, globalFilter }),
    [sorting, visibility, columnOrder, globalFilter],
  )
  const table = useTable<typeof features, Row>({
    features,
    columns: definitions,
    data: rows,
    getRowId: idOf,
    state,
    globalFilterFn: (row, columnId, sought: string) => {
      const column = columns.find((candidate) => candidate.id === columnId)
      return column !== undefined && cellText(column, column.value(row.original)).toLocaleLowerCase('en').includes(sought)
    },
    // The search box looks through the words that are in sight, not through figures that change.
    getColumnCanGlobalFilter: (column) => {
      const kind = columns.find((candidate) => candidate.id === column.id)?.kind
      return kind === 'text' || kind === 'custom'
    },
  })
  const model = table.getRowModel()
  return useMemo(() => model.rows.map((row) => row.id), [model])
}

function definitionOf<Row extends object>(column: DataColumn<Row>): ColumnDef<typeof features, Row> {
  return {
    id: column.id,
    accessorFn: (row) => sortKey(column.kind, column.value(row)),
    enableSorting: column.sortable !== false,
    sortUndefined: 'last',
    sortFn: (first, second, columnId) => compareKeys(first.getValue(columnId), second.getValue(columnId)),
  }
}
