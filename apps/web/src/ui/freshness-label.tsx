import { ageText, type Freshness } from './freshness.ts'
import styles from './freshness-label.module.css'

export interface FreshnessLabelProps {
  state: Freshness
  /** Seconds since the figures last changed or were confirmed; the caller's clock ticks. */
  ageSeconds: number
}

const WORDS: Readonly<Record<Freshness, string>> = {
  live: 'Live',
  delayed: 'Delayed',
  stale: 'Stale',
  offline: 'Offline',
  frozen: 'Frozen',
}

/** How fresh the figures are: live · 2 s → delayed → stale → offline. It says nothing aloud by itself. */
export function FreshnessLabel({ state, ageSeconds }: FreshnessLabelProps) {
  return (
    <span className={styles['label']} data-state={state}>
      <span aria-hidden className={styles['mark']} />
      <span>
        {WORDS[state]}
        <span className={styles['age']}> · {ageText(ageSeconds)}</span>
      </span>
    </span>
  )
}
