import styles from './chart-table.module.css'

export interface ChartTableProps {
  /** The accessible name of the scrolling region. */
  label: string
  /** The name of the table itself, where no caption names it. */
  name?: string
  className?: string | undefined
  children: React.ReactNode
}

/** A table of a chart's values. It scrolls under its head, so it must be focusable for the keyboard. */
export function ChartTable({ label, name, className = '', children }: ChartTableProps) {
  return (
    <div className={styles['scroller']} tabIndex={0} role="region" aria-label={label}>
      <table className={`${styles['table']} ${className}`} aria-label={name}>
        {children}
      </table>
    </div>
  )
}
