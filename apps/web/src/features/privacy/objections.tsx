import type { Objection } from '@desk/schema/privacy/objections'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Hand, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ConfirmAct } from '#kit/acts/confirm-act.tsx'
import { NotLoaded } from '#kit/errors/loaded.tsx'
import { PageList } from '#kit/tables/page-list.tsx'
import { useZone } from '#kit/zones/use-zone.ts'
import { ShowMore } from '#kit/tables/show-more.tsx'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useUser } from '#runtime/hooks/use-session.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { UNKNOWN } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { lazyOverlay } from '#ui/lazy/lazy-part.tsx'
import styles from './privacy.module.css'

const PAGE = 100

const ObjectionDialog = lazyOverlay(
  async () => ({ default: (await import('./objection-dialog.tsx')).ObjectionDialog }),
  'The objection',
  ({ onClosed }) => onClosed(),
)

/** People whom the door judges by each study’s own rules alone. */
export function ObjectionsPart() {
  const desk = useDesk()
  const me = useUser()
  const zone = useZone()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Objection | null>(null)
  const read = useInfiniteQuery({
    queryKey: ['objections.list'],
    queryFn: ({ pageParam, signal }) =>
      desk.api.call('objections.list', { query: { limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < PAGE ? null : pages.length * PAGE),
    staleTime: 0,
  })
  const when = (at: string): string => dateTimeText(Date.parse(at), zone.name)
  const objections = read.data?.pages.flat()
  return (
    <>
      <div className={styles['tools']}>
        <p className={styles['note']}>
          Block and watch lists, the account’s Defender rules, activity and scores do not judge these people. The rules
          of each study do.
        </p>
        <Button icon={<Plus aria-hidden />} onPress={() => setAdding(true)}>
          Record objection
        </Button>
      </div>
      {objections === undefined ? (
        <NotLoaded query={read} title="The objections" lines={4} />
      ) : objections.length === 0 ? (
        <EmptyState title="No objections" icon={<Hand aria-hidden />}>
          Record one when a respondent asks for it, by the supplier and its ID.
        </EmptyState>
      ) : (
        <PageList
          label="Objections"
          region="Objections"
          heads={['Supplier ID', 'Supplier', 'Recorded', 'State', 'Action']}
        >
          {objections.map(objection => (
            <tr key={objection.objection_id}>
              <th scope="row">{objection.rid}</th>
              <td>{objection.supplier}</td>
              <td>
                {when(objection.made_at)}
                <span className={styles['under']}>{objection.made_by ?? UNKNOWN}</span>
              </td>
              <td>
                {objection.withdrawn_at === null ? (
                  'In force'
                ) : (
                  <>
                    Withdrawn {when(objection.withdrawn_at)}
                    <span className={styles['under']}>{objection.withdrawn_by ?? UNKNOWN}</span>
                  </>
                )}
              </td>
              <td>
                {objection.withdrawn_at === null ? (
                  <Button onPress={() => setLeaving(objection)}>Withdraw</Button>
                ) : null}
              </td>
            </tr>
          ))}
        </PageList>
      )}
      <ShowMore list={read} />
      {isAdding && me !== null ? (
        <Suspense fallback={null}>
          <ObjectionDialog
            me={me}
            onClosed={() => setAdding(false)}
            onSaved={() => {
              setAdding(false)
              void read.refetch()
            }}
          />
        </Suspense>
      ) : null}
      {leaving === null ? null : (
        <ConfirmAct
          call="objections.withdraw"
          request={{ params: { id: leaving.objection_id } }}
          question={{
            title: `Withdraw the objection of “${leaving.rid}”?`,
            lines: ['All rules and lists judge this person again from the next entry on.'],
            confirmLabel: 'Withdraw it',
            tone: 'neutral',
          }}
          doneText="The objection was withdrawn"
          onDone={() => void read.refetch()}
          onClosed={() => setLeaving(null)}
        />
      )}
    </>
  )
}
