import { statusColourKey } from '@desk/schema/statuses/pause-reasons'
import type { StatusEvent } from '@desk/schema/statuses/status-view'
import { dateTimeText } from '#ui/format/times.ts'
import { StatusPill } from '#ui/status-pill.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { reasonWords, whoWords } from './status-words.ts'
import styles from './status-history.module.css'

export interface StatusHistoryListProps {
  events: readonly StatusEvent[]
  /** IANA name of the zone in which moments are written. */
  zone: string
}

/** Every change of a status, newest first: when, who, from what to what, why, and the note. */
export function StatusHistoryList({ events, zone }: StatusHistoryListProps) {
  return (
    <ol role="list" aria-label="Status changes" className={styles['list']}>
      {events.map(event => {
        const why = reasonWords(event.reason)
        return (
          <li key={`${event.scope}:${event.id}:${event.version}`} className={styles['event']}>
            <p className={styles['change']}>
              <StatusPill colourKey={statusColourKey(event.from, null)} />
              <span aria-hidden>→</span>
              <VisuallyHidden>to</VisuallyHidden>
              <StatusPill colourKey={statusColourKey(event.to, event.reason)} />
            </p>
            <p className={styles['meta']}>
              <time dateTime={event.at}>{dateTimeText(Date.parse(event.at), zone)}</time> · {whoWords(event.by)}
            </p>
            {why === undefined ? null : <p className={styles['reason']}>Reason: {why}</p>}
            {event.note === null || event.note === '' ? null : <p className={styles['note']}>{event.note}</p>}
          </li>
        )
      })}
    </ol>
  )
}
