import type { StatusCode, StatusColourKey } from '@desk/schema/statuses/status'
import { colourKeyOf } from './status-words.ts'
import styles from './status-glyph.module.css'

const GLYPHS: Readonly<Record<StatusColourKey, string>> = {
  DRAFT: '◌',
  LIVE: '●',
  PAUSED: '‖',
  AUTO_PAUSED: '‖!',
  COMPLETE: '✓',
  CANCELLED: '✕',
  CLICKS: '↗',
}

/** A status at a glance, beside a name; the status column says it in words. */
export function StatusGlyph({ statusid, reason }: { statusid: StatusCode; reason: string | null }) {
  const key = colourKeyOf(statusid, reason)
  return (
    <span aria-hidden className={styles['glyph']} data-status={key}>
      {GLYPHS[key]}
    </span>
  )
}
