import styles from './chart-table.module.css'

export interface ChartTableProps {
  /** What it tells of: the name of the place that scrolls. */
  label: string
  /** The name of the table itself, where no caption names it. */
  name?: string
  className?: string | undefined
  children: React.ReactNode
}

/** A table of what a chart draws. It scrolls by itself under its head, so it must take the focus for the keyboard. */
export function ChartTable({ label, name, className = '', children }: ChartTableProps) {
  return (
    <div className={styles['scroller']} tabIndex={0} role="region" aria-label={label}>
      <table className={`${styles['table']} ${className}`} aria-label={name}>
        {children}
      </table>
    </div>
  )
}
