import type { AuditEntry } from '@desk/schema/audit/audit-entry'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { dateTimeText } from '#ui/format/times.ts'
import { PageList } from '#kit/tables/page-list.tsx'
import { valueWords } from '#kit/history/history-words.ts'
import styles from './audit-log.module.css'
import { ACTS, BYS, fieldWords, scopeWords } from './audit-words.ts'

const SHOWN_CHANGES = 3

function Changes({ entry, zone }: { readonly entry: AuditEntry; readonly zone: string }) {
  const { changes } = entry
  const line = ({ field, from, to }: AuditEntry['changes'][number]) =>
    `${fieldWords(field)}: ${valueWords(from, undefined, zone)} → ${valueWords(to, undefined, zone)}`
  if (changes.length === 0) return <>{NO_FIGURE}</>
  return (
    <ul className={styles['changes']} title={changes.map(line).join('\n')}>
      {changes.slice(0, SHOWN_CHANGES).map(change => (
        <li key={change.field}>{line(change)}</li>
      ))}
      {changes.length > SHOWN_CHANGES ? <li>and {changes.length - SHOWN_CHANGES} more</li> : null}
    </ul>
  )
}

/** Entries, newest first. */
export function AuditList({ entries, zone }: { readonly entries: readonly AuditEntry[]; readonly zone: string }) {
  return (
    <PageList
      label="Audit log"
      region="Entries"
      heads={['Entry', 'When', 'Who', 'What', 'Object', 'By', 'From where', 'Changes']}
    >
      {entries.map(entry => (
        <tr key={entry.seq}>
          <th scope="row" title={`SHA-256 ${entry.hash}`}>
            {entry.seq}
          </th>
          <td className={styles['when']}>{dateTimeText(Date.parse(entry.at), zone)}</td>
          <td>{entry.who ?? NO_FIGURE}</td>
          <td>{ACTS[entry.act]}</td>
          <td>
            {scopeWords(entry.scope)}
            {entry.object_id === null ? null : <span className={styles['under']}>{entry.object_id}</span>}
          </td>
          <td>
            {BYS[entry.by]}
            {entry.api_key === null ? null : <span className={styles['under']}>{entry.api_key}</span>}
          </td>
          <td>
            {entry.address ?? NO_FIGURE}
            {entry.user_agent === null ? null : (
              <span className={styles['agent']} title={entry.user_agent}>
                {entry.user_agent}
              </span>
            )}
          </td>
          <td>
            <Changes entry={entry} zone={zone} />
          </td>
        </tr>
      ))}
    </PageList>
  )
}
