import { FIGURE_COLUMNS, type FigureColumnId } from '@desk/schema/columns/figure-columns'
import { costText, isNoFigure } from '#kit/money/cost-text.tsx'
import { askWhy } from './why-request.ts'
import type { WhyFigure, WhyObject } from './why-search.ts'
import styles from './why.module.css'

interface WhyFigureButtonProps {
  readonly of: WhyFigure
  /** The figure's owner, for screen readers, where several figures of one name are together. */
  readonly name?: string
  readonly children: string
}

/** A figure outside a live table: a press explains its change. */
export function WhyFigureButton({ of, name, children }: WhyFigureButtonProps) {
  return (
    <button
      type="button"
      className={styles['figure']}
      title="Why did this number change?"
      aria-label={`${FIGURE_COLUMNS[of.figure].label} ${name === undefined ? '' : `of ${name} `}${children}: why did it change?`}
      onClick={() => askWhy({ of, menuAt: null })}
    >
      {children}
    </button>
  )
}

/** The text of a figure, which tells why it changed where there is one that can. */
export const whyFigure = (of: WhyObject, figure: FigureColumnId | undefined, text: string): React.ReactNode =>
  figure === undefined || isNoFigure(text) ? (
    costText(text)
  ) : (
    <WhyFigureButton of={{ scope: of.scope, id: of.id, figure }}>{text}</WhyFigureButton>
  )
