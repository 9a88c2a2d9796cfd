import { Skeleton } from '#ui/skeleton.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { ShowMore } from '#kit/tables/show-more.tsx'
import type { HistoryRead } from './use-history.ts'

export interface HistoryPagesProps<Entry> {
  /** The name of the read list, in words: 'the history'. */
  what: string
  history: HistoryRead<Entry>
  /** Shows the entries read so far. */
  children: (entries: readonly Entry[]) => React.ReactNode
}

/** A history's loaded entries, skeleton or error, with a button for earlier ones. */
export function HistoryPages<Entry>({ what, history, children }: HistoryPagesProps<Entry>) {
  return (
    <>
      {history.isPending ? <Skeleton label={`Loading ${what}`} height="48px" lines={3} /> : null}
      {history.isError ? (
        <LoadFailure
          title="The history did not load"
          failure={history.error}
          onRetry={() => void history.refetch()}
          isRetrying={history.isFetching}
        />
      ) : null}
      {history.data === undefined ? null : children(history.data.pages.flat())}
      <ShowMore list={history} label="Show earlier changes" />
    </>
  )
}
