import type { StatusCode } from '@desk/schema/statuses/status'
import { StatusGlyph } from '../statuses/status-glyph.tsx'
import styles from './name-link.module.css'

export interface NameLinkProps {
  /** With hash routes: '#/projects/5/survey'. */
  href: string
  name: string
  /** A few words after the name: a number. */
  note?: string
  statusid: StatusCode
  reason: string | null
}

/** The head of a row that leads further: its status at a glance and its name. */
export function NameLink({ href, name, note, statusid, reason }: NameLinkProps) {
  return (
    <span className={styles['cell']}>
      <StatusGlyph statusid={statusid} reason={reason} />
      <a href={href} className={styles['link']} title={name}>
        {name}
      </a>
      {note === undefined ? null : <span className={styles['note']}>{note}</span>}
    </span>
  )
}
