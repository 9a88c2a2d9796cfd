import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import styles from './chart-frame.module.css'

/** The props of every chart of completes, beside its data. */
export interface ChartFacts {
  title: string
  /** IANA name. */
  zone: string
  /** '(UTC-05:00)' (§5.31). */
  zoneLabel: string
  /** The figures are old. */
  isDimmed?: boolean
  /** A line below, about a part of the window that is not drawn. */
  note?: string
}

export interface ChartFrameProps extends ChartFacts {
  /** The legend. */
  legend?: React.ReactNode
  /** Beside the title: the choice of mode and window. */
  tools: React.ReactNode
  /** The same values as a table, with its actions; null: no values. */
  table: React.ReactNode
  children: React.ReactNode
}

/** The frame of a chart: title, zone and tools, and the switch between chart and table. */
export function ChartFrame({
  title,
  zone,
  zoneLabel,
  isDimmed = false,
  note,
  legend,
  tools,
  table,
  children,
}: ChartFrameProps) {
  const [isTable, setTable] = useState(false)
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles['chart']} data-dimmed={isDimmed || undefined}>
      <header className={styles['header']}>
        <h2 id={headingId}>{title}</h2>
        <span className={styles['zone']}>
          {zone} {zoneLabel}
        </span>
        {legend}
        <div className={styles['tools']}>
          {tools}
          <Button size="small" aria-pressed={isTable} onPress={() => setTable(!isTable)}>
            Show as table
          </Button>
        </div>
      </header>
      {isTable && table !== null ? (
        <div className={styles['asTable']} data-exported>
          {table}
        </div>
      ) : (
        children
      )}
      {note === undefined ? null : <p className={styles['zone']}>{note}</p>}
    </section>
  )
}
