'use no memo'

import { freshnessText, type FreshnessFacts } from './freshness.ts'
import styles from './freshness-label.module.css'

/** How fresh the figures are: live · 2 s → delayed → stale → offline since when. It is no live region. */
export function FreshnessLabel(facts: FreshnessFacts) {
  return (
    <span className={styles['label']} data-state={facts.state}>
      <span aria-hidden className={styles['mark']} />
      <span>{freshnessText(facts)}</span>
    </span>
  )
}
