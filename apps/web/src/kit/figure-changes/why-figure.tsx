import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { askWhy } from './why-request.ts'
import type { WhyFigure } from './why-search.ts'
import styles from './why.module.css'

/** A figure that stands outside a live table: pressed, it tells why it changed. */
export function WhyFigureButton({ of, children }: { readonly of: WhyFigure; readonly children: string }) {
  return (
    <button
      type="button"
      className={styles['figure']}
      title="Why did this number change?"
      aria-label={`${FIGURE_COLUMNS[of.figure].label} ${children}: why did it change?`}
      onClick={() => askWhy({ of, menuAt: null })}
    >
      {children}
    </button>
  )
}
