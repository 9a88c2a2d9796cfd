import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import { RECONCILIATION_OUTCOMES } from '@desk/schema/reconciliation/outcomes'
import type { ReconciliationRequest } from '@desk/schema/reconciliation/reconciliation-request'
import { useInfiniteQuery, useQuery, useMutation } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { FileCheck2, Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { ShowMore } from '#kit/tables/show-more.tsx'
import { mayCall } from '#runtime/api/may-call.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useNowMs } from '#runtime/hooks/use-now.ts'
import { useMayCall, useUser } from '#runtime/hooks/use-session.ts'
import { mayPass } from '#runtime/query.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { dateTimeText } from '#ui/format/times.ts'
import { Downloads } from './downloads.tsx'
import { changeText } from '#ui/format/figures.ts'
import styles from './reconciliation.module.css'
import { RECONCILIATION, summaryKey } from './reconciliation-keys.ts'
import { MODE_WORDS, nameOf, rowsText, STATE_WORDS } from './reconciliation-words.ts'
import { StatementLinks } from './statement-links.tsx'
import { SupplierFiles, type NamedSupplier } from './supplier-files.tsx'
import type { ReconciliationDesk } from './use-reconciliation.ts'
import { failureMessage } from '#runtime/api/api-error.ts'
import { saveFile } from '#runtime/save-file.ts'
import { showToast } from '#ui/toasts.ts'

/** The changes of all reconciliations of a project, as CSV (api:R8). */
function EventExport({ projectId }: { readonly projectId: number }) {
  const desk = useDesk()
  const saving = useMutation({
    mutationFn: async () => {
      // not JSON: the client gives a Blob (§7.4)
      const content = (await desk.api.call('reconciliation.eventExport', {
        payload: { pm_proj_ud: projectId },
      })) as unknown as Blob
      saveFile(`reconciliation-events-${projectId}.csv`, content)
    },
    onError: failure => void showToast({ type: 'error', message: failureMessage(failure) }),
  })
  return (
    <Button icon={<Download aria-hidden />} onPress={() => saving.mutate()} isPending={saving.isPending}>
      Export events
    </Button>
  )
}

const PAGE_REQUESTS = 50
const SUPPLIERS_MAX = 500
const NO_SUPPLIERS: readonly NamedSupplier[] = []
const MINUTE_MS = 60_000
/** The interval of reads: others store, undo and preview too, and a store may have lost its answer. */
const READ_AGAIN_MS = 5_000

/** Whose files can be downloaded: the suppliers of the project, for whom sees them. */
function useSuppliers(projectId: number, isAsked: boolean): readonly NamedSupplier[] {
  const desk = useDesk()
  const user = useUser()
  const read = useQuery({
    queryKey: [RECONCILIATION, 'suppliers of files', projectId],
    queryFn: ({ signal }) =>
      desk.api.call('reconciliation.filterSuppliers', {
        params: { project: projectId },
        query: { limit: SUPPLIERS_MAX },
        signal,
      }),
    enabled: isAsked && user !== null && mayCall(user, 'statements.outcomes'),
  })
  return read.data ?? NO_SUPPLIERS
}

/** The request whose store failed: the server may have stored it all the same. */
function lostStore(snapshot: Parameters<typeof stand.failure>[0]): number | null {
  const failure = stand.failure(snapshot)
  return failure?.act === 'storing' && !failure.isOver ? failure.reconciliationId : null
}

/** Asks again for the answer of a store that the list says is done: it is sent under its first key, so that nothing is done twice. */
function useLostStore(
  { reconciliation }: ReconciliationDesk,
  lost: number | null,
  requests: readonly ReconciliationRequest[] | undefined,
): void {
  const asked = useRef<number | null>(null)
  const isStored =
    lost !== null && requests?.some(({ reconciliation_ud: id, state }) => id === lost && state === 'stored') === true
  useEffect(() => {
    if (!isStored || asked.current === lost) return
    asked.current = lost
    reconciliation.send({ type: 'reconciliation.retryRequested' })
  }, [isStored, lost, reconciliation])
}

/** Reads the summary again when the requests changed, by whomever: the same list leaves it alone. */
function useSummaryFollows(projectId: number, newest: readonly ReconciliationRequest[] | undefined): void {
  const { queryClient } = useDesk()
  const seen = useRef(newest)
  useEffect(() => {
    const before = seen.current
    seen.current = newest
    if (before !== undefined && before !== newest)
      void queryClient.invalidateQueries({ queryKey: summaryKey(projectId) })
  }, [queryClient, projectId, newest])
}

/** Every request of the project, newest first, with what it changed and what can still be done with it (api:R1). */
export function RequestList({ at, zone }: { readonly at: ReconciliationDesk; readonly zone: string }) {
  const desk = useDesk()
  const lost = useSelector(at.reconciliation, lostStore)
  const list = useInfiniteQuery({
    queryKey: [RECONCILIATION, 'list', at.projectId],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('reconciliation.list', {
        params: { project: at.projectId },
        query: { limit: PAGE_REQUESTS, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE_REQUESTS ? null : pages.length * PAGE_REQUESTS),
    refetchInterval: ({ state }) => (state.error === null || mayPass(state.error) ? READ_AGAIN_MS : false),
  })
  useSummaryFollows(at.projectId, list.data?.pages[0])
  const requests = list.data?.pages.flat()
  useLostStore(at, lost, requests)
  return (
    <section className={styles['part']} aria-labelledby="requests">
      <div className={styles['tools']}>
        <h2 id="requests" className={styles['title']}>
          Requests
        </h2>
        <span className={styles['note']}>Times in {zone}</span>
        {requests === undefined || requests.length === 0 ? null : <EventExport projectId={at.projectId} />}
      </div>
      {requests === undefined ? (
        <NotLoaded query={list} title="The requests" lines={3} />
      ) : requests.length === 0 ? (
        <EmptyState title="No requests yet" icon={<FileCheck2 aria-hidden />}>
          Every list that is uploaded, pasted or ticked appears here, with its changes and the time until which it can
          be undone.
        </EmptyState>
      ) : (
        <Requests at={at} requests={requests} zone={zone} />
      )}
      <ShowMore list={list} label="Show earlier requests" />
    </section>
  )
}

const hasFiles = (state: ReconciliationRequest['state']): boolean => state === 'stored' || state === 'undone'

function Requests({
  at,
  requests,
  zone,
}: {
  readonly at: ReconciliationDesk
  readonly requests: readonly ReconciliationRequest[]
  readonly zone: string
}) {
  const suppliers = useSuppliers(
    at.projectId,
    requests.some(({ state }) => hasFiles(state)),
  )
  const mayReconcile = useMayCall('reconciliation.store')
  const canOpen = useSelector(at.reconciliation, stand.canSubmit) && mayReconcile
  const nowMs = useNowMs(MINUTE_MS)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls
    <div className={styles['frame']} role="region" aria-label="Requests, table" tabIndex={0}>
      <table className={styles['table']} aria-label="Requests">
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">State</th>
            <th scope="col">Stored by</th>
            <th scope="col">Rows</th>
            <th scope="col" data-figure>
              Sell price
            </th>
            <th scope="col">Undo until</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {requests.map(request => {
            const { reconciliation_ud: id, state, undo_until: until, kind, money } = request
            const isOpen = until !== null && Date.parse(until) > nowMs
            return (
              <tr key={id}>
                <th scope="row" className={styles['id']}>
                  {`${request.number}. ${nameOf(request)}`}
                  {kind === 'undo' || kind === 'dispute' ? null : (
                    <span className={styles['under']}>{MODE_WORDS[request.mode]}</span>
                  )}
                  {request.note === '' ? null : <span className={styles['under']}>{request.note}</span>}
                  {request.purchase_order === '' ? null : (
                    <span className={styles['under']}>Purchase order {request.purchase_order}</span>
                  )}
                </th>
                <td>
                  {STATE_WORDS[state]}
                  {request.undone_rows === 0 || state === 'undone' ? null : (
                    <span className={styles['under']}>{rowsText(request.undone_rows)} undone</span>
                  )}
                  {request.statement_months.length === 0 ? null : (
                    <span className={styles['links']}>
                      <StatementLinks projectId={at.projectId} months={request.statement_months} />
                    </span>
                  )}
                  {request.fault === null ? null : <span className={styles['under']}>{request.fault}</span>}
                </td>
                <td>
                  {request.stored_by ?? request.by ?? 'A user who is gone'}
                  <span className={styles['under']}>
                    {dateTimeText(Date.parse(request.stored_at ?? request.at), zone)}
                  </span>
                </td>
                <td>
                  {rowsText(request.rows)}
                  <span className={styles['under']}>
                    {request.outcomes
                      .map(({ outcome, rows }) => `${RECONCILIATION_OUTCOMES[outcome].label} ${rows}`)
                      .join(', ')}
                  </span>
                </td>
                <td data-figure>{changeText(money.sell_cents, money.currency)}</td>
                <td>{until === null ? 'No changes' : dateTimeText(Date.parse(until), zone)}</td>
                <td>
                  <div className={styles['tools']}>
                    {request.rows + request.rest_rows === 0 ? null : (
                      <Downloads projectId={at.projectId} reconciliationId={id} />
                    )}
                    {hasFiles(state) && suppliers.length > 0 ? (
                      <SupplierFiles requestId={id} name={nameOf(request)} suppliers={suppliers} />
                    ) : null}
                    {state === 'previewed' && kind !== 'undo' && kind !== 'dispute' && canOpen ? (
                      <Button
                        onPress={() =>
                          at.reconciliation.send({
                            type: 'reconciliation.requestReopened',
                            reconciliationId: id,
                            name: nameOf(request),
                          })
                        }
                      >
                        Open
                      </Button>
                    ) : null}
                    {state === 'stored' && isOpen && mayReconcile ? (
                      <Button
                        onPress={() =>
                          at.undo.send({
                            type: 'reconciliationUndo.requested',
                            projectId: at.projectId,
                            reconciliationId: id,
                            supplierId: null,
                          })
                        }
                      >
                        Undo
                      </Button>
                    ) : null}
                  </div>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
