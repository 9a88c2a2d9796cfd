import type { HistoryEntry, HistoryScope } from '@desk/schema/history/history'
import { useDesk } from '#runtime/hooks/use-desk.ts'
import { useZone } from '#kit/zones/use-zone.ts'
import { HistoryList } from './history-list.tsx'
import { HistoryPages } from './history-pages.tsx'
import type { HistoryFields } from './history-words.ts'
import { useHistory } from './use-history.ts'
import styles from './history.module.css'

/** The first part of the cache key of every history: a save invalidates it. */
export const HISTORY = 'history'

export interface HistoryPanelProps {
  scope: HistoryScope
  id: number
  /** The fields by their wire names, as the screen calls them. */
  fields: HistoryFields
  /** Reads a portion; left out: by the history of the account that one is in. */
  read?: (query: { limit: number; offset: number }, signal: AbortSignal) => Promise<readonly HistoryEntry[]>
}

/** Who changed what of an object and when, newest first, in portions. */
export function HistoryPanel({ scope, id, fields, read }: HistoryPanelProps) {
  const desk = useDesk()
  const zone = useZone()
  const history = useHistory([HISTORY, scope, id], (query, signal) =>
    read === undefined ? desk.api.call('history.read', { params: { scope, id }, query, signal }) : read(query, signal),
  )
  return (
    <section className={styles['panel']} aria-labelledby={`history-${scope}-${id}`}>
      <div className={styles['head']}>
        <h2 id={`history-${scope}-${id}`} className={styles['title']}>
          History
        </h2>
        <span className={styles['zone']}>Times in {zone.text}</span>
      </div>
      <HistoryPages what="the history" history={history}>
        {entries =>
          entries.length === 0 ? (
            <p className={styles['empty']}>No changes yet. Later changes are listed here.</p>
          ) : (
            <HistoryList entries={entries} fields={fields} zone={zone.name} />
          )
        }
      </HistoryPages>
    </section>
  )
}
