import { MomentInput } from '#kit/forms/moment-input.tsx'
import type { ChangeSearch } from '#runtime/hooks/use-url-search.ts'
import styles from './filter-row.module.css'
import { FilterChips } from './filter-chips.tsx'
import type { ListFilter } from './list-filter.ts'
import { textOf } from './table-search.ts'
import type { TimeSpan } from './time-span.ts'

/** Filters over a list that has no table of figures; all of them are in the URL. The time is its last one. */
export function FilterRow({
  filters,
  span,
  onChange,
  end,
  children,
}: {
  readonly filters: readonly ListFilter[]
  readonly span: TimeSpan
  readonly onChange: ChangeSearch
  /** Acts on the matches, at the end of the line. */
  readonly end?: React.ReactNode
  /** Further fields. */
  readonly children?: React.ReactNode
}) {
  return (
    <div className={styles['filters']} role="search" aria-label="Filters">
      <FilterChips filters={filters} />
      {children}
      <MomentInput
        label="From"
        value={span.from ?? ''}
        onTake={({ value }) => onChange({ from: textOf(value) }, true)}
        error={null}
      />
      <MomentInput
        label="Until"
        value={span.until ?? ''}
        onTake={({ value }) => onChange({ until: textOf(value) }, true)}
        error={null}
      />
      {end === undefined ? null : <span className={styles['end']}>{end}</span>}
    </div>
  )
}
