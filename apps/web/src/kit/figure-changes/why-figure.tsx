import { FIGURE_COLUMNS, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import { NO_FIGURE } from '#ui/format/figures.ts'
import { askWhy } from './why-request.ts'
import type { WhyFigure, WhyObject } from './why-search.ts'
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

/** The text of a figure, which tells why it changed where there is one that can. */
export const whyFigure = (of: WhyObject, figure: FigureColumnId | undefined, text: string): React.ReactNode =>
  figure === undefined || text === NO_FIGURE ? (
    text
  ) : (
    <WhyFigureButton of={{ scope: of.scope, id: of.id, figure }}>{text}</WhyFigureButton>
  )
