import { useUrlSearch } from '#runtime/hooks/use-url-search.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { ALL, filterChange, type ListFilter } from './list-filter.ts'
import styles from './list.module.css'

// 'use no memo': part of the first load, where the compiler's additions are larger than the code here.

export interface ClearFiltersProps {
  readonly filters: readonly ListFilter[]
  readonly variant?: ButtonVariant
}

/** Takes every filter of a list out of the URL. */
export function ClearFilters({ filters, variant = 'secondary' }: ClearFiltersProps) {
  'use no memo'
  const [, change] = useUrlSearch()
  return (
    <Button variant={variant} onPress={() => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}>
      Clear filters
    </Button>
  )
}

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
