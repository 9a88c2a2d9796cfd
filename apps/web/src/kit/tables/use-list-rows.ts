import { useQuery, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { createRowStore, type RowStore } from '#ui/table/row-store.ts'
import { readPages, type PageOfRows } from './read-pages.ts'

export interface ListRequest<Row> {
  readonly queryKey: QueryKey
  readonly readPage: (page: PageOfRows, signal: AbortSignal) => Promise<readonly Row[]>
  readonly idOf: (row: Row) => number
}

/** The rows of a list, and how far reading them is. */
export interface ListRows<Row extends object> {
  readonly store: RowStore<Row>
  readonly read: UseQueryResult<readonly Row[]>
}

/** Rows outside React, as of the last read; those of another key stay until the new ones are here. */
export function useListRows<Row extends object>({ queryKey, readPage, idOf }: ListRequest<Row>): ListRows<Row> {
  const [store] = useState(() => createRowStore<Row>({ idOf: row => String(idOf(row)) }))
  const read = useQuery({ queryKey, queryFn: ({ signal }) => readPages(page => readPage(page, signal)) })
  useLayoutEffect(() => {
    if (read.data) store.setAll(read.data)
  }, [store, read.data])
  return { store, read }
}
