'use no memo'

import { STATUS_LOOKS, type StatusColourKey } from '@desk/schema/statuses/pause-reasons'
import styles from './status-pill.module.css'

export interface StatusPillProps {
  /** The colour key of §4.1. */
  colourKey: StatusColourKey
  /** The status as a person reads it, when it differs from the key's own. */
  label?: string
  /** Why it is so ("clicks target reached"). */
  reason?: string | undefined
  /** Who made it so ("Ana Silva", "system"). */
  who?: string | undefined
  /** On one line with the pill, or under it. */
  layout?: 'line' | 'stack'
}

/** A status by glyph, word and colour, with why and by whom: never by colour alone. */
export function StatusPill({ colourKey, label, reason, who, layout = 'line' }: StatusPillProps) {
  const look = STATUS_LOOKS[colourKey]
  const note = [reason, who ? `by ${who}` : undefined].filter(Boolean).join(' · ')
  return (
    <span className={styles['status']} data-layout={layout}>
      <span className={styles['pill']} data-status={colourKey}>
        <span aria-hidden className={styles['glyph']}>
          {look.glyph}
        </span>
        <span className={styles['label']}>{label ?? look.label}</span>
      </span>
      {note ? (
        <span className={styles['note']} title={note}>
          {note}
        </span>
      ) : null}
    </span>
  )
}
