import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { UNKNOWN } from '#ui/format/figures.ts'
import { UnknownFigure } from '#ui/unknown-figure.tsx'
import { PRICE_UNKNOWN } from './statement-words.ts'
import why from '#kit/figure-changes/why.module.css'
import { NO_WHY_STATEMENT, STATEMENT_FIGURES, whyStatementText, type WhyStatement } from './why-statement.ts'

/**
 * A figure of a statement: a press explains its change. @param subject the owner of the figure, for users who do not
 * see its place
 */
export function StatementFigure({ of, subject, text }: { of: WhyStatement; subject: string; text: string }) {
  const [, change] = useUrlSearch()
  if (text === UNKNOWN) return <UnknownFigure why={PRICE_UNKNOWN} />
  return (
    <button
      type="button"
      className={why['figure']}
      title="Why did this number change?"
      aria-label={`${STATEMENT_FIGURES[of.figure].label} of ${subject} ${text}: why did it change?`}
      onClick={() => change({ ...NO_WHY_STATEMENT, whyStatement: whyStatementText(of) })}
    >
      {text}
    </button>
  )
}
