import type { Erasure } from '@desk/schema/erasure/erasure'
import { useQuery } from '@tanstack/react-query'
import { Eraser } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { Loaded } from '#kit/errors/loaded.tsx'
import { PageList } from '#kit/tables/page-list.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { countText } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import { ERASURE_STATE_LABELS, progressOf, RULE_LABELS, scopeFacts, scopeNotes } from './erasure-words.ts'
import styles from './privacy.module.css'

const ErasureDialog = lazyOverlay(
  async () => ({ default: (await import('./erasure-dialog.tsx')).ErasureDialog }),
  'The erasure',
  ({ onClosed }) => onClosed(),
)

const PAGE = 100
/** A running erasure is read again. */
const REREAD_MS = 5_000

interface Deciding {
  readonly erasure: Erasure
  readonly to: 'confirm' | 'withdraw'
}

/** Erasures of respondents with their receipts, and the decisions about requests. */
export function ErasuresPart() {
  const desk = useDesk()
  const query = desk.query('erasures.list', { query: { limit: PAGE } })
  const read = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(one => one.state === 'confirmed') === true ? REREAD_MS : false),
  })
  const [isAsking, setAsking] = useState(false)
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const reread = () => void desk.queryClient.invalidateQueries({ queryKey: query.queryKey })
  return (
    <>
      <div className={styles['tools']}>
        <p className={styles['note']}>
          An erasure takes IDs, addresses, fingerprints and answers away. Figures, statements and verdicts do not
          change.
        </p>
        <Button icon={<Eraser aria-hidden />} onPress={() => setAsking(true)}>
          Request an erasure
        </Button>
      </div>
      <Loaded query={read} title="The erasures" lines={3}>
        {erasures =>
          erasures.length === 0 ? (
            <EmptyState title="No erasures yet" icon={<Eraser aria-hidden />}>
              One admin requests an erasure, or a supplier by its link. Another admin confirms it.
            </EmptyState>
          ) : (
            <PageList
              label="Erasures"
              region="Erasures of respondents"
              heads={['Erasure', 'State', 'Scope', 'Requested', 'Decided', 'Actions']}
            >
              {erasures.map(erasure => (
                <ErasureRow key={erasure.erasure_ud} erasure={erasure} onDecide={to => setDeciding({ erasure, to })} />
              ))}
            </PageList>
          )
        }
      </Loaded>
      {isAsking ? (
        <Suspense fallback={null}>
          <ErasureDialog
            onRequested={() => {
              setAsking(false)
              reread()
            }}
            onClosed={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
      {deciding === null ? null : <DecideErasure {...deciding} onDecided={reread} onClosed={() => setDeciding(null)} />}
    </>
  )
}

function ErasureRow({ erasure, onDecide }: { erasure: Erasure; onDecide: (to: Deciding['to']) => void }) {
  const me = useUser()
  const zone = useZone()
  const timeOf = (at: string): string => dateTimeText(Date.parse(at), zone.name)
  const { erasure_ud: id, rule, reference, state, scope, decided_at: decidedAt, done_at: doneAt } = erasure
  return (
    <tr>
      <th scope="row">
        {`Erasure ${id}`}
        <span className={styles['under']}>{`${RULE_LABELS[rule]}, ${reference}`}</span>
      </th>
      <td>
        {ERASURE_STATE_LABELS[state]}
        <span className={styles['under']}>{progressOf(erasure)}</span>
      </td>
      <td>
        <details>
          <summary>{`${countText(scope.respondents)} ${scope.respondents === 1 ? 'entry' : 'entries'}`}</summary>
          <ul className={styles['tables']}>
            {scopeFacts(scope).map(([label, count]) => (
              <li key={label}>{`${label}: ${count}`}</li>
            ))}
            {scopeNotes(scope).map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      </td>
      <td>
        {erasure.requested_by}
        <span className={styles['under']}>{timeOf(erasure.requested_at)}</span>
      </td>
      <td>
        {erasure.decided_by}
        {decidedAt === null ? null : <span className={styles['under']}>{timeOf(decidedAt)}</span>}
        {doneAt === null ? null : <span className={styles['under']}>{`Done ${timeOf(doneAt)}`}</span>}
      </td>
      <td>
        {state === 'requested' ? (
          <span className={styles['buttons']}>
            {me?.uid !== erasure.requested_by_ud ? (
              <Button size="small" onPress={() => onDecide('confirm')} aria-label={`Confirm erasure ${id}`}>
                Confirm
              </Button>
            ) : erasure.requested_by_link_ud === null ? null : (
              <span className={styles['under']}>You made this link: another admin confirms.</span>
            )}
            <Button size="small" onPress={() => onDecide('withdraw')} aria-label={`Withdraw erasure ${id}`}>
              Withdraw
            </Button>
          </span>
        ) : null}
      </td>
    </tr>
  )
}

function DecideErasure({
  erasure: { erasure_ud: id, scope, requested_by: by },
  to,
  onDecided,
  onClosed,
}: Deciding & { readonly onDecided: () => void; readonly onClosed: () => void }) {
  const plan = {
    request: { params: { id } },
    onDone: onDecided,
    onFailed: onDecided,
    onClosed,
  }
  return to === 'confirm' ? (
    <ConfirmAct
      {...plan}
      call="erasures.confirm"
      question={{
        title: `Confirm erasure ${id}`,
        lines: [
          `${by} requested the erasure of ${countText(scope.respondents)} ${scope.respondents === 1 ? 'entry' : 'entries'}.`,
          ...scopeNotes(scope),
          'This cannot be undone.',
        ],
        confirmLabel: 'Confirm the erasure',
        tone: 'danger',
      }}
      doneText="The erasure was confirmed"
    />
  ) : (
    <ConfirmAct
      {...plan}
      call="erasures.withdraw"
      question={{
        title: `Withdraw erasure ${id}`,
        lines: ['No respondent is erased.'],
        confirmLabel: 'Withdraw',
        tone: 'danger',
      }}
      doneText="The erasure was withdrawn"
    />
  )
}
