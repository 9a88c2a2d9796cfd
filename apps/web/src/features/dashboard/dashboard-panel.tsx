import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FactsTable, type FactColumn } from '#kit/tables/facts-table.tsx'
import styles from './dashboard.module.css'

export interface DashboardPanelProps<Row> {
  title: string
  /** The meaning of its figures, in a sentence. */
  formula: string
  /** The same values as a table, which can be exported. */
  columns: readonly FactColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => React.Key
  /** Said in the chart's place where there is nothing to draw. */
  empty: string
  isEmpty: boolean
  isWide?: boolean
  children: React.ReactNode
}

/** One chart of the dashboard with its meaning, and the same values as a table with CSV. */
export function DashboardPanel<Row>({
  title,
  formula,
  columns,
  rows,
  keyOf,
  empty,
  isEmpty,
  isWide = false,
  children,
}: DashboardPanelProps<Row>) {
  const [isTable, setTable] = useState(false)
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={styles['panel']} data-wide={isWide || undefined}>
      <header className={styles['panelHead']}>
        <h2 id={headingId}>{title}</h2>
        {isEmpty ? null : (
          <Button
            size="small"
            aria-label={`Show as table: ${title}`}
            aria-pressed={isTable}
            onPress={() => setTable(!isTable)}
          >
            Show as table
          </Button>
        )}
      </header>
      <p className={styles['formula']}>{formula}</p>
      {isEmpty ? (
        <p className={styles['nothing']}>{empty}</p>
      ) : isTable ? (
        <FactsTable label={title} columns={columns} rows={rows} keyOf={keyOf} />
      ) : (
        children
      )}
    </section>
  )
}
