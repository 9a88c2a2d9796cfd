import * as stand from '@desk/machines/reconciliation/reconciliation.selectors'
import type { ChangedSince } from '@desk/schema/reconciliation/reconciliation-preview'
import type { ReconciliationRequest } from '@desk/schema/reconciliation/reconciliation-request'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import { AnotherReading } from '#kit/sent-tables/reading-part.tsx'
import { FactsTable } from '#kit/tables/facts-table.tsx'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { countText } from '#ui/format/figures.ts'
import { Downloads } from './downloads.tsx'
import type { Work } from './follow-progress.ts'
import { PreviewPart } from './preview-part.tsx'
import styles from './reconciliation.module.css'
import { changedKey, progressKey, storedKey } from './reconciliation-keys.ts'
import { rowsText } from './reconciliation-words.ts'
import { stateText } from './state-text.ts'
import { StatementLinks } from './statement-links.tsx'
import type { ReconciliationDesk } from './use-reconciliation.ts'

const ACTS = { uploading: 'Uploading', previewing: 'Working out each row of', storing: 'Storing' } as const
const STEP_WORDS = { keeping: 'read', judging: 'worked out', storing: 'stored' } as const
const FAILED = {
  retrieving: 'The respondents could not be read',
  uploading: 'The list was not taken',
  previewing: 'The preview could not be worked out',
  storing: 'Nothing is known to be stored',
} as const

/** The state of the reconciliation: at work, previewed, outdated, failed or stored. */
export function WorkStand({ at, zone }: { readonly at: ReconciliationDesk; readonly zone: string }) {
  const { send } = at.reconciliation
  const work = useSelector(at.reconciliation, stand.work, isSame)
  const failure = useSelector(at.reconciliation, stand.failure, isSame)
  const outdated = useSelector(at.reconciliation, stand.outdated, isSame)
  const stored = useSelector(at.reconciliation, stand.stored, isSame)
  return (
    <>
      {work === null ? null : (
        <div className={styles['work']} role="status" tabIndex={-1} data-stand>
          {work.progress === null ? (
            <Spinner label={`${ACTS[work.act]} ${work.name}`} />
          ) : (
            <span className={styles['progress']}>
              <ProgressBar label={`${ACTS[work.act]} ${work.name}`} value={work.progress} target={1} />
            </span>
          )}
          <span>
            {ACTS[work.act]} {work.name}
          </span>
          <Counts projectId={at.projectId} />
          {work.canCancel ? (
            <Button onPress={() => send({ type: 'reconciliation.cancelRequested' })}>Cancel</Button>
          ) : null}
        </div>
      )}
      {failure === null ? null : (
        <div className={styles['part']} role="group" aria-label="Problem" tabIndex={-1} data-stand>
          {failure.isKnownFile || failure.isOver ? (
            <Banner tone="warning">{failure.message}</Banner>
          ) : (
            <Banner tone="error">
              {FAILED[failure.act]}. {failure.message}
            </Banner>
          )}
          {failure.unreadWay === null ? null : (
            <AnotherReading sheets={failure.unreadWay === 'file' ? 'unknown' : []} onReadAs={at.readAgain} />
          )}
          {failure.isOver ? (
            <div>
              <Button variant="primary" onPress={() => send({ type: 'reconciliation.restartRequested' })}>
                New request
              </Button>
            </div>
          ) : (
            <div className={styles['tools']}>
              <Button variant="primary" onPress={() => send({ type: 'reconciliation.retryRequested' })}>
                {failure.isKnownFile ? 'Upload it again' : 'Try again'}
              </Button>
              {failure.act === 'storing' ? (
                <Button onPress={() => send({ type: 'reconciliation.previewRequested' })}>Preview again</Button>
              ) : null}
              <Button onPress={() => send({ type: 'reconciliation.restartRequested' })}>Start over</Button>
            </div>
          )}
        </div>
      )}
      {outdated === null ? null : <Outdated at={at} {...outdated} />}
      {stored === null ? null : (
        <section className={styles['part']} aria-labelledby="stored-request">
          <h2 id="stored-request" className={styles['title']} tabIndex={-1} data-stand>
            Stored
          </h2>
          <p role="status">
            {rowsText(stored.changes)} of {stored.name} {stored.changes === 1 ? 'is' : 'are'} applied. Figures, quotas
            and money are up to date.
          </p>
          <div className={styles['tools']}>
            <StoredStatements projectId={at.projectId} reconciliationId={stored.reconciliationId} />
            <Downloads projectId={at.projectId} reconciliationId={stored.reconciliationId} />
            <Button
              onPress={() =>
                at.undo.send({
                  type: 'reconciliationUndo.requested',
                  projectId: at.projectId,
                  reconciliationId: stored.reconciliationId,
                  supplierId: null,
                })
              }
            >
              Undo
            </Button>
            <Button variant="primary" onPress={() => send({ type: 'reconciliation.restartRequested' })}>
              New request
            </Button>
          </div>
        </section>
      )}
      <PreviewPart at={at} zone={zone} />
    </>
  )
}

/** The statements that the request has just adjusted. */
function StoredStatements({
  projectId,
  reconciliationId,
}: {
  readonly projectId: number
  readonly reconciliationId: number
}) {
  const { data } = useQuery<ReconciliationRequest>({ queryKey: storedKey(reconciliationId), queryFn: skipToken })
  return data === undefined ? null : <StatementLinks projectId={projectId} months={data.statement_months} />
}

/** How many rows are done. */
function Counts({ projectId }: { readonly projectId: number }) {
  const { data } = useQuery<Work>({ queryKey: progressKey(projectId), queryFn: skipToken })
  if (data === undefined || data.of === 0) return null
  return (
    <span className={styles['note']}>
      {countText(data.done)} of {rowsText(data.of)} {STEP_WORDS[data.step]}
    </span>
  )
}

/** Selectors that make objects give equal ones for equal states. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

function Outdated({
  at,
  reconciliationId,
  rows,
}: {
  readonly at: ReconciliationDesk
  readonly reconciliationId: number
  readonly rows: number
}) {
  const { data } = useQuery<ChangedSince>({ queryKey: changedKey(reconciliationId), queryFn: skipToken })
  return (
    <section className={styles['part']} aria-label="Changed rows" tabIndex={-1} data-stand>
      <Banner tone="warning">
        {rows === 0 ? 'The preview is no longer what would be stored.' : `${rowsText(rows)} changed since the preview.`}{' '}
        Nothing is stored: look at a new preview first.
      </Banner>
      {data === undefined || data.changed.length === 0 ? null : (
        <FactsTable
          label="Rows that changed"
          columns={[
            { header: 'Line', cell: ({ line }) => line },
            { header: 'RDUD', cell: ({ rdud }) => rdud },
            { header: 'State in the preview', cell: ({ seen_code }) => stateText(seen_code) },
            { header: 'State now', cell: ({ code }) => stateText(code) },
          ]}
          rows={data.changed}
          keyOf={({ line }) => line}
        />
      )}
      <div className={styles['tools']}>
        <Button variant="primary" onPress={() => at.reconciliation.send({ type: 'reconciliation.previewRequested' })}>
          Preview again
        </Button>
        <Button onPress={() => at.reconciliation.send({ type: 'reconciliation.restartRequested' })}>Discard</Button>
      </div>
    </section>
  )
}
