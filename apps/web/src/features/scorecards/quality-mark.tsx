import { QUALITY_LEVEL_LABELS, type QualityLevel } from '@desk/schema/defender/statistics'
import { NO_FIGURE } from '#ui/format/figures.ts'
import styles from './scorecards.module.css'

const GLYPHS: Readonly<Record<QualityLevel, string>> = { 10: '✕', 20: '‖', 30: '✓' }

/** A quality level (§9.8): never by its colour alone. */
export function QualityMark({ level }: { level: QualityLevel | null }) {
  if (level === null) return NO_FIGURE
  return (
    <span className={styles['mark']} data-level={level}>
      <span aria-hidden>{GLYPHS[level]}</span>
      {QUALITY_LEVEL_LABELS[level]}
    </span>
  )
}
