import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { ClearFilters } from './filter-chips.tsx'
import { ALL, filterChange, type ListFilter } from './list-filter.ts'
import styles from './list.module.css'

// 'use no memo': part of the first load, where the compiler's additions are larger than the code here.

/** The filters of a list, and what clears them. */
export function ListFilters({ filters }: { readonly filters: readonly ListFilter[] }) {
  'use no memo'
  const [, change] = useUrlSearch()
  return (
    <>
      {filters.map(({ name, label, options, chosen }) => (
        <div key={name} className={styles['filter']}>
          <NativeSelect
            label={label}
            isLabelHidden
            isChosen={chosen !== undefined}
            options={options}
            value={String(chosen ?? ALL)}
            onChange={choice => change(filterChange(name, choice))}
          />
        </div>
      ))}
      {filters.some(({ chosen }) => chosen !== undefined) ? <ClearFilters filters={filters} variant="ghost" /> : null}
    </>
  )
}
