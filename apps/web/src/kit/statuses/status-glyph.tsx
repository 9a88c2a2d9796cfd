'use no memo'

import type { StatusCode } from '@desk/schema/statuses/status'
import { STATUS_LOOKS, statusColourKey } from '@desk/schema/statuses/pause-reasons'

import styles from './status-glyph.module.css'

/** A status mark beside a name; the status column has the words. */
export function StatusGlyph({ statusid, reason }: { statusid: StatusCode; reason: string | null }) {
  const key = statusColourKey(statusid, reason)
  return (
    <span aria-hidden className={styles['glyph']} data-status={key}>
      {STATUS_LOOKS[key].glyph}
    </span>
  )
}
