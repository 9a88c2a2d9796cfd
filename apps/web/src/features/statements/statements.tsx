import type { Period } from '@desk/schema/statements/statement'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { CallFailure } from '#kit/errors/call-failure.tsx'
import { LoadFailure } from '#kit/errors/load-failure.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { mayCall } from '#runtime/api/may-call.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { CloseDialog } from './close-dialog.tsx'
import { PeriodPart } from './period-part.tsx'
import { useSaveStatement } from './save-statement.ts'

const PAGE_MONTHS = 12

/** The periods of the account, a page of them after the other, read each time. */
function usePeriods() {
  const desk = useDesk()
  return useInfiniteQuery({
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
}

/** Periods of the account, newest first, and what each supplier is owed in them (settlement.md §2). */
export function StatementsScreen() {
  useAppTitle('Statements')
  const user = useUser()
  const list = usePeriods()
  const save = useSaveStatement()
  const [closing, setClosing] = useState<string | null>(null)
  const periods: readonly Period[] | undefined = list.data?.pages.flatMap(page => page.periods)
  const asked = periods?.find(({ month }) => month === closing)
  const mayClose = user !== null && mayCall(user, 'statements.close')
  const ask = (month: string) => {
    setClosing(month)
    // asked with what it closes now
    void list.refetch()
  }
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[{ label: 'Reports', href: '#/reports' }, { label: 'Statements' }]}
        title="Statements"
        actions={
          <>
            <a href="#/statements/disputes">Disputes</a>
            <a href="/verify-statement.html">Verify a file</a>
          </>
        }
      />
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
            zone={list.data?.pages[0]?.zone ?? 'UTC'}
            onClose={mayClose && period.can_be_closed ? () => ask(period.month) : undefined}
            saving={save.isPending ? save.variables : null}
            onSave={supplier => save.mutate({ month: period.month, supplier })}
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
      {asked === undefined ? null : (
        <CloseDialog
          period={asked}
          onCancel={() => setClosing(null)}
          onChanged={() => void list.refetch()}
          onClosed={() => setClosing(null)}
        />
      )}
    </div>
  )
}
