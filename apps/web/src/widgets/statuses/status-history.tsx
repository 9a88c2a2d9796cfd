import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, failureMessage } from '../../runtime/api/api-error.ts'
import { desk } from '../../runtime/desk.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useZone } from '../zones/use-zone.ts'
import { StatusHistoryList } from './status-history-list.tsx'
import { closeStatusHistory, type HistorySubject } from './status-history-state.ts'
import styles from './status-history.module.css'

const PAGE_EVENTS = 50

/** The drawer with the status history that a menu asked for. */
export default function StatusHistory({ subject }: { subject: HistorySubject | null }) {
  return (
    <Drawer isOpen={subject !== null} title={subject === null ? 'Status history' : `Status history of ${subject.name}`} onClose={closeStatusHistory}>
      {subject === null ? null : <HistoryOf key={`${subject.scope} ${subject.id}`} subject={subject} />}
    </Drawer>
  )
}

function HistoryOf({ subject: { scope, id } }: { subject: HistorySubject }) {
  const zone = useZone()
  const history = useInfiniteQuery({
    queryKey: ['status-history', scope, id],
    queryFn: ({ pageParam, signal }): Promise<readonly StatusEvent[]> =>
      desk.api.call('statuses.history', { params: { scope, id }, query: { limit: PAGE_EVENTS, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE_EVENTS ? undefined : pages.length * PAGE_EVENTS),
    staleTime: 0,
  })
  // The present status may change while the drawer is open.
  useEffect(() => desk.feed.onStatus((event) => (event.scope === scope && event.id === id ? void history.refetch() : undefined)), [history, scope, id])

  if (history.isPending) return <Skeleton label="Loading the status history" height="64px" lines={4} />
  if (history.isError) {
    return (
      <ErrorState
        title="The history did not load"
        requestId={history.error instanceof ApiError ? (history.error.requestId ?? undefined) : undefined}
        onRetry={() => void history.refetch()}
        isRetrying={history.isFetching}
      >
        {failureMessage(history.error)}
      </ErrorState>
    )
  }
  const events = history.data.pages.flat()
  return (
    <>
      <p className={styles['zone']}>Times in {zone.text}</p>
      {events.length === 0 ? <p>No change yet: it has had this status since it was made.</p> : <StatusHistoryList events={events} zone={zone.name} />}
      {history.hasNextPage ? (
        <div className={styles['more']}>
          <Button onPress={() => void history.fetchNextPage()} isPending={history.isFetchingNextPage}>
            Show earlier changes
          </Button>
        </div>
      ) : null}
    </>
  )
}
