import { reconciliationVersionMachine } from '@desk/machines/reconciliation-version/reconciliation-version.machine'
import * as choice from '@desk/machines/reconciliation-version/reconciliation-version.selectors'
import type { ReconciliationSummary } from '@desk/schema/reconciliation/reconciliation-summary'
import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { Why } from '#kit/figure-changes/why.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { NotFound } from '#kit/errors/not-found.tsx'
import { PageHead } from '#kit/heads/page-head.tsx'
import screen from '#kit/heads/screen.module.css'
import { failureMessage, isMissing, requestIdOf } from '#runtime/api/api-error.ts'
import type { Desk } from '#runtime/desk.ts'
import { useAppTitle } from '#runtime/hooks/use-app-title.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useMayCall } from '#runtime/hooks/use-session.ts'
import { useRunner } from '#runtime/hooks/use-runner.ts'
import type { CommandHandlers } from '#runtime/runner.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { countText } from '#ui/format/figures.ts'
import { ReconciliationDialogs } from './reconciliation-dialogs.tsx'
import { summaryKey } from './reconciliation-keys.ts'
import { RequestForm } from './request-form.tsx'
import { RequestList } from './request-list.tsx'
import styles from './reconciliation.module.css'
import { useFocusOfStand } from './use-focus-of-stand.ts'
import { useReconciliation } from './use-reconciliation.ts'
import { WindowMonths } from './window-months.tsx'
import { WorkStand } from './work-stand.tsx'

const summaryOf = (desk: Desk, projectId: number) => ({
  queryKey: summaryKey(projectId),
  queryFn: ({ signal }: { readonly signal?: AbortSignal }) =>
    desk.api.call('reconciliation.summary', {
      params: { project: projectId },
      ...(signal === undefined ? {} : { signal }),
    }),
})

const versionHandlers = (desk: Desk): CommandHandlers<typeof reconciliationVersionMachine> => ({
  readSummary: ({ callNo, projectId }, send) =>
    void desk.queryClient.fetchQuery(summaryOf(desk, projectId)).then(
      ({ data: { rud }, created_on: createdOn }) =>
        send({ type: 'reconciliationVersion.summaryRead', callNo, createdOn, rud }),
      (failure: unknown) =>
        send({
          type: 'reconciliationVersion.summaryFailed',
          callNo,
          message: failureMessage(failure),
          ...requestIdOf(failure),
        }),
    ),
})

/** The reconciliation of a project (§2.22), in the version that §4.13 chooses. */
export function ReconciliationScreen({ projectUID }: { readonly projectUID: number }) {
  const desk = useDesk()
  const decision = useRunner('reconciliation-version', reconciliationVersionMachine, versionHandlers(desk))
  useEffect(
    () => decision.send({ type: 'reconciliationVersion.chosenFor', projectId: projectUID }),
    [decision, projectUID],
  )
  const version = useSelector(decision, choice.version)
  const failed = useSelector(decision, choice.error)
  // The machine asks for it each time; this follows what stores and undos change.
  const summary = useQuery({ ...summaryOf(desk, projectUID), enabled: version !== null, staleTime: Infinity })
  const failure = useFailure(desk, projectUID)
  useAppTitle(summary.data === undefined ? 'Reconciliation' : `${summary.data.pm_proj_name} reconciliation`)
  if (failed !== null && isMissing(failure)) return <NotFound />
  const name = summary.data?.pm_proj_name
  return (
    <div className={screen['screen']}>
      <PageHead
        crumbs={[
          { label: 'Projects', href: '#/projects' },
          { label: name ?? 'Project', href: `#/manage/project/${projectUID}/survey` },
          { label: 'Reconciliation' },
        ]}
        title={name === undefined ? (failed === null ? null : 'Reconciliation') : `Reconciliation of ${name}`}
        loadingLabel="Loading the reconciliation"
        facts={summary.data === undefined ? [] : factsOf(summary.data, version)}
      />
      {failed !== null || version === null || summary.data === undefined ? (
        <NotLoaded
          query={{
            error: failed === null ? null : (failure ?? new Error(failed)),
            refetch: () => decision.send({ type: 'reconciliationVersion.retryRequested' }),
          }}
          title="The reconciliation"
        />
      ) : (
        <Reconciling version={version} summary={summary.data} />
      )}
    </div>
  )
}

/** The machine has the message; the cache has the whole failure. */
const useFailure = (desk: Desk, projectId: number): Error | null =>
  desk.queryClient.getQueryState(summaryOf(desk, projectId).queryKey)?.error ?? null

function factsOf(
  {
    data: { rud },
    pm_proj_rep_num,
    completes,
    rejected,
    accepted,
    open_completes,
    next_deadline_at,
    time_zone,
  }: ReconciliationSummary,
  version: 'old' | 'new' | null,
) {
  return [
    ...(pm_proj_rep_num === '' ? [] : [{ name: 'Number', value: pm_proj_rep_num }]),
    { name: 'Completes', value: countText(completes) },
    { name: 'Still open', value: countText(open_completes) },
    { name: 'Rejected', value: countText(rejected) },
    { name: 'Accepted', value: countText(accepted) },
    ...(next_deadline_at === null
      ? []
      : [{ name: 'Next window closes', value: dateTimeText(Date.parse(next_deadline_at), time_zone) }]),
    ...(version === 'old' ? [{ name: 'Last upload', value: rud === '' ? 'none' : rud }] : []),
    { name: 'Times in', value: time_zone },
  ]
}

function Reconciling({
  version,
  summary,
}: {
  readonly version: 'old' | 'new'
  readonly summary: ReconciliationSummary
}) {
  const mayReconcile = useMayCall('reconciliation.store')
  const at = useReconciliation(summary.pm_proj_ud)
  const place = useFocusOfStand(at)
  return (
    <>
      <Why />
      <WindowMonths summary={summary} />
      <div ref={place} className={styles['stand']}>
        {mayReconcile ? <RequestForm at={at} version={version} zone={summary.time_zone} /> : null}
        <WorkStand at={at} zone={summary.time_zone} />
      </div>
      <RequestList at={at} zone={summary.time_zone} />
      <ReconciliationDialogs at={at} />
    </>
  )
}
