import { effectText } from '@desk/schema/forecasts/act-effect'
import type { HistoryEntry } from '@desk/schema/history/history'
import { dateTimeText } from '#ui/format/times.ts'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { agentWords, reasonWords, whoWords } from '#kit/statuses/status-words.ts'
import { actWords, changeWords, type HistoryFields } from './history-words.ts'
import styles from './history.module.css'

export interface HistoryListProps {
  entries: readonly HistoryEntry[]
  fields: HistoryFields
  /** IANA name of the zone in which moments are written. */
  zone: string
}

/** The steps of an object's history: each act, its user, its time, and each field from old to new. */
export function HistoryList({ entries, fields, zone }: HistoryListProps) {
  return (
    <ol role="list" aria-label="Changes" className={styles['list']}>
      {entries.map((entry, index) => {
        const agent = agentWords(entry.reason)
        const why = agent === undefined ? reasonWords(entry.reason) : undefined
        return (
          // The newest come first: the number of entries behind it names an entry.
          <li key={`${entry.at} ${entries.length - index}`} className={styles['entry']}>
            <p className={styles['what']}>
              <strong>{actWords(entry.act)}</strong> by {agent ?? whoWords(entry.by)}
              <time className={styles['when']} dateTime={entry.at}>
                {dateTimeText(Date.parse(entry.at), zone)}
              </time>
            </p>
            {entry.changes.length === 0 ? null : (
              <ul role="list" className={styles['changes']}>
                {entry.changes.map(change => {
                  const { label, from, to } = changeWords(change, fields, zone)
                  return (
                    <li key={change.field} className={styles['change']}>
                      <span className={styles['label']}>{label}</span>
                      <span>
                        {entry.act === 'created' ? null : (
                          <>
                            <span className={styles['from']}>{from}</span>
                            <span className={styles['arrow']} aria-hidden>
                              →
                            </span>
                            <VisuallyHidden>to</VisuallyHidden>
                          </>
                        )}
                        <span>{to}</span>
                      </span>
                    </li>
                  )
                })}
              </ul>
            )}
            {why === undefined ? null : <p className={styles['label']}>Reason: {why}</p>}
            {entry.effect === undefined ? null : <p className={styles['label']}>Effect: {effectText(entry.effect)}</p>}
            {entry.note === null || entry.note === '' ? null : <p className={styles['note']}>{entry.note}</p>}
          </li>
        )
      })}
    </ol>
  )
}
