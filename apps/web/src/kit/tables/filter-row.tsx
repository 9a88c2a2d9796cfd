import { MomentInput } from '#kit/forms/moment-input.tsx'
import type { ChangeSearch } from '#runtime/hooks/use-url-search.ts'
import type { NativeSelectOption } from '#ui/native-select.tsx'
import styles from './filter-row.module.css'
import { ALL } from './list-filter.ts'
import { textOf } from './table-search.ts'
import type { TimeSpan } from './time-span.ts'

/** The options of a filter, the first of which chooses all. */
export function filterOptions<Id extends string>(
  all: string,
  ids: readonly Id[],
  label: (id: Id) => string,
): NativeSelectOption[] {
  return [{ id: ALL, label: all }, ...ids.map(id => ({ id, label: label(id) }))]
}

/** Filters over a list that has no table of figures; all of them are in the URL. The time is its last one. */
export function FilterRow({
  span,
  onChange,
  end,
  children,
}: {
  readonly span: TimeSpan
  readonly onChange: ChangeSearch
  /** Acts on the matches, at the end of the line. */
  readonly end?: React.ReactNode
  readonly children: React.ReactNode
}) {
  return (
    <div className={styles['filters']} role="search" aria-label="Filters">
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
