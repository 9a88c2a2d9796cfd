import { may } from '@desk/schema/permissions/permissions'
import type { Period } from '@desk/schema/statements/statement'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { PeriodPart } from './period-part.tsx'
import { useSaveStatement } from './save-statement.ts'

const PAGE_MONTHS = 12

/** Periods of the account, newest first, and what each supplier is owed in them (settlement.md §2). */
export function StatementsScreen() {
  useAppTitle('Statements')
  const desk = useDesk()
  const user = useUser()
  const list = useInfiniteQuery({
    queryKey: ['statements.list', 'pages'],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('statements.list', { query: { limit: PAGE_MONTHS, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const shown = pages.reduce((sum, { periods }) => sum + periods.length, 0)
      return shown < total ? shown : null
    },
    staleTime: 0,
  })
  const save = useSaveStatement()
  const periods: readonly Period[] | undefined = list.data?.pages.flatMap(page => page.periods)
  const zone = list.data?.pages[0]?.zone ?? 'UTC'
  return (
    <div className={screen['screen']}>
      <PageHead crumbs={[]} title="Statements" actions={<a href="/verify-statement.html">Verify a file</a>} />
      <CallFailure error={save.error} />
      {periods === undefined ? (
        list.error === null ? (
          <Skeleton label="Loading the statements" height="36px" lines={6} />
        ) : (
          <LoadFailure
            title="The statements did not load"
            failure={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        )
      ) : periods.length === 0 ? (
        <EmptyState title="No statements yet" icon={<ReceiptText aria-hidden />}>
          A period begins with the month of the first respondent.
        </EmptyState>
      ) : (
        periods.map(period => (
          <PeriodPart
            key={period.month}
            period={period}
            zone={zone}
            mayClose={user !== null && may(user, 'close periods')}
            saving={save.isPending ? save.variables : null}
            onSave={supplier => save.mutate({ month: period.month, supplier })}
            onClosed={() => void list.refetch()}
          />
        ))
      )}
      {list.hasNextPage ? (
        <div>
          <Button onPress={() => void list.fetchNextPage()} isPending={list.isFetchingNextPage}>
            Show earlier months
          </Button>
        </div>
      ) : null}
    </div>
  )
}
