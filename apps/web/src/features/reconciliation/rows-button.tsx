import type { RowFilter } from '@desk/schema/reconciliation/row-filter'
import why from '#kit/figure-changes/why.module.css'
import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { searchOf } from './row-filter.ts'

/** Where the rows of a preview stand. */
export const ROWS_ID = 'preview-rows'

/** A sum of a preview: pressed, it shows exactly the rows that it is made of. @param of what it sums, for those who do not see where it stands */
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
