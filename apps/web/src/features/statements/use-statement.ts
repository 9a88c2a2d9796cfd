import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query'

const PAGE_LINES = 200

/** The common fields of all statements: a page of its lines, and how many there are. */
interface Paged {
  readonly lines: number
  readonly page: readonly unknown[]
}
type ReadPage<Read> = (page: { readonly limit: number; readonly offset: number }, signal: AbortSignal) => Promise<Read>

/** A statement with the pages of its lines, read each time. */
export function useStatement<Read extends Paged>(queryKey: QueryKey, readPage: ReadPage<Read>) {
  const read = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => readPage({ limit: PAGE_LINES, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ lines: all }, pages) => {
      const shown = pages.reduce((sum, { page }) => sum + page.length, 0)
      return shown < all ? shown : null
    },
    staleTime: 0,
  })
  const pages: readonly Read[] = read.data?.pages ?? []
  return {
    statement: pages.at(-1),
    lines: pages.flatMap(({ page }): Read['page'] => page) as Read['page'], // the pages of one kind of statement
    read,
  }
}
