import { progressPercent } from './format/figures.ts'
import styles from './progress-bar.module.css'

export interface ProgressBarProps {
  /** The name of the progress: the accessible name. */
  label: string
  value: number
  /** The value at full. */
  target: number
  /** Text beside the bar; the share in percent by default, null for none. */
  text?: string | null
}

/** How far something is to its target, capped at 100 % (§5.29). */
export function ProgressBar({ label, value, target, text }: ProgressBarProps) {
  const percent = progressPercent(value, target)
  const shown = text === undefined ? `${Math.round(percent)}%` : text
  return (
    <span className={styles['progress']}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={styles['track']}
        data-full={percent >= 100 || undefined}
      >
        <span className={styles['fill']} style={{ transform: `scaleX(${percent / 100})` }} />
      </span>
      {shown === null ? null : <span className={styles['text']}>{shown}</span>}
    </span>
  )
}
