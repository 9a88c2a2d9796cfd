import { useEffect } from 'react'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { Drawer } from '#ui/drawer.tsx'
import { HistoryPages } from '#kit/history/history-pages.tsx'
import { useHistory } from '#kit/history/use-history.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { StatusHistoryList } from './status-history-list.tsx'
import type { OverlaySubject } from './overlay-subjects.ts'
import styles from './status-history.module.css'

export interface StatusHistoryProps {
  readonly subject: OverlaySubject | undefined
  readonly onClose: () => void
}

/** The drawer with the status history that the URL names. */
export default function StatusHistory({ subject, onClose }: StatusHistoryProps) {
  return (
    <Drawer
      isOpen={subject !== undefined}
      title={subject === undefined ? 'Status history' : `Status history of ${subject.name}`}
      onClose={onClose}
    >
      {subject === undefined ? null : <HistoryOf key={`${subject.scope} ${subject.id}`} subject={subject} />}
    </Drawer>
  )
}

function HistoryOf({ subject: { scope, id } }: { subject: OverlaySubject }) {
  const desk = useDesk()
  const zone = useZone()
  const history = useHistory(['status-history', scope, id], (query, signal) =>
    desk.api.call('statuses.history', { params: { scope, id }, query, signal }),
  )
  // The present status may change while the drawer is open.
  useEffect(
    () => desk.feed.onStatus(event => (event.scope === scope && event.id === id ? void history.refetch() : undefined)),
    [desk, history, scope, id],
  )

  return (
    <div className={styles['history']}>
      <p className={styles['zone']}>Times in {zone.text}</p>
      <HistoryPages what="the status history" history={history}>
        {events =>
          events.length === 0 ? (
            <p>No changes since it was created.</p>
          ) : (
            <StatusHistoryList events={events} zone={zone.name} />
          )
        }
      </HistoryPages>
    </div>
  )
}
