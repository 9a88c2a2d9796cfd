import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import why from '#kit/figure-changes/why.module.css'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { searchOf } from './row-filter.ts'

/** The id of a preview's rows. */
export const ROWS_ID = 'preview-rows'

/**
 * A sum of a preview: a press shows exactly its rows. @param of the name of the sum, for users who do not see its
 * place
 */
export function RowsButton({ of, rows, children }: { of: string; rows: RowFilter; children: string }) {
  const [, change] = useUrlSearch()
  return (
    <button
      type="button"
      className={why['figure']}
      title="Show the rows that this is made of"
      aria-label={`${of} ${children}: show its rows`}
      onClick={() => {
        change(searchOf(rows))
        document.getElementById(ROWS_ID)?.focus()
      }}
    >
      {children}
    </button>
  )
}
