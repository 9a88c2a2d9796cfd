'use no memo'

import type { StatusCode } from '@desk/schema/statuses/status'
import { ClampedText } from '#ui/clamped-text.tsx'
import { StatusGlyph } from '#kit/statuses/status-glyph.tsx'
import styles from './name-link.module.css'

export interface NameLinkProps {
  /** With hash routes: '#/projects/5/survey'. */
  href: string
  name: string
  /** Shown at a glance: the effective status, where there is one. */
  statusid?: StatusCode
  reason?: string | null
}

/** The head of a row that leads further: its status at a glance, where it has one, and its name. */
export function NameLink({ href, name, statusid, reason = null }: NameLinkProps) {
  return (
    <span className={styles['cell']}>
      {statusid === undefined ? null : <StatusGlyph statusid={statusid} reason={reason} />}
      <a href={href} className={styles['link']}>
        <ClampedText>{name}</ClampedText>
      </a>
    </span>
  )
}
