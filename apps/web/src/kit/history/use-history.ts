import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'
import type { PageOfRows } from '#kit/tables/read-pages.ts'

const PAGE_ENTRIES = 50

/** A history in portions, newest first; it is read again whenever it is opened. */
export function useHistory<Entry>(
  queryKey: QueryKey,
  readPage: (page: PageOfRows, signal: AbortSignal) => Promise<readonly Entry[]>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage({ limit: PAGE_ENTRIES, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE_ENTRIES ? undefined : pages.length * PAGE_ENTRIES),
    staleTime: 0,
  })
}

export type HistoryRead<Entry> = ReturnType<typeof useHistory<Entry>>
