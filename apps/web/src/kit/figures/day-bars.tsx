import { countText } from '#ui/format/figures.ts'
import styles from './figures.module.css'

export interface DayBar {
  /** '9 Nov', or the days of a longer bar. */
  readonly label: string
  readonly count: number
}

/** Completes by day as small bars beside a figure; their text has each count. @param note a remark about the days */
export function DayBars({ bars, note = null }: { readonly bars: readonly DayBar[]; readonly note?: string | null }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const counts = bars.map(({ label, count }) => `${label} ${countText(count)}`).join(', ')
  const words = note === null ? counts : `${counts}. ${note}`
  return (
    <span role="img" aria-label={words} title={words} className={styles['week']}>
      {bars.map(({ label, count }) => (
        <span key={label} className={styles['day']} style={{ blockSize: `${Math.max(6, (count / most) * 100)}%` }} />
      ))}
    </span>
  )
}
