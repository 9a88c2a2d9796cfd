import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useUrlSearch, type ChangeSearch } from '#runtime/hooks/use-url-search.ts'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { LazyMenu } from '#ui/lazy-menu.tsx'
import { ALL, filterChange, filterInWords, type ListFilter } from './list-filter.ts'
import styles from './filter-chips.module.css'

// 'use no memo': part of the first load, where the compiler's additions are larger than the code here.

export interface ClearFiltersProps {
  readonly filters: readonly ListFilter[]
  readonly variant?: ButtonVariant
  /** Left out: the choices are in the URL. */
  readonly onChange?: ChangeSearch | undefined
}

/** Takes every choice of a list's filters away. */
export function ClearFilters({ filters, variant = 'secondary', onChange }: ClearFiltersProps) {
  'use no memo'
  const [, changeUrl] = useUrlSearch()
  const change = onChange ?? changeUrl
  return (
    <Button variant={variant} onPress={() => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])))}>
      Clear filters
    </Button>
  )
}

type Choose = (filter: ListFilter, choice: string) => void

/** The chosen filters of a list as chips, and what adds one (day.md §1). */
export function FilterChips({ filters, onChange }: Omit<ClearFiltersProps, 'variant'>) {
  'use no memo'
  const [, changeUrl] = useUrlSearch()
  const change = onChange ?? changeUrl
  const chips = useRef<HTMLDivElement>(null)
  const chosen = filters.filter(filter => filter.chosen !== undefined)
  const others = filters.filter(filter => filter.chosen === undefined)
  const hasActed = useRef(false)
  // the button that was pressed may go with its chip
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body)
      chips.current?.querySelector<HTMLElement>(':scope > :last-child button, :scope > button')?.focus()
    hasActed.current = false
  }, [chosen.length])
  const choose: Choose = ({ name, clears = [] }, choice) => {
    hasActed.current = true
    change({ ...Object.fromEntries(clears.map(each => [each, undefined])), ...filterChange(name, choice) })
  }
  if (filters.length === 0) return null
  return (
    <div ref={chips} className={styles['chips']} role="group" aria-label="Filters">
      {chosen.map(filter => (
        <Chip key={filter.name} filter={filter} onChoose={choose} />
      ))}
      {chosen.length > 1 ? <ClearFilters filters={filters} variant="ghost" onChange={onChange} /> : null}
      {others.length > 0 ? <AddFilter filters={others} onChoose={choose} /> : null}
    </div>
  )
}

const optionItems = ({ options, chosen }: ListFilter) =>
  options.map(({ id, label }) => ({ id, label, isCurrent: id === String(chosen ?? ALL) }))

function Chip({ filter, onChoose }: { readonly filter: ListFilter; readonly onChoose: Choose }) {
  'use no memo'
  const { label } = filter
  return (
    <span className={styles['chip']}>
      <LazyMenu label={label} items={optionItems(filter)} onAction={id => onChoose(filter, id)}>
        {trigger => (
          <Button {...trigger} size="small" variant="ghost">
            {filterInWords(filter)}
          </Button>
        )}
      </LazyMenu>
      <IconButton size="small" label={`Clear ${label}`} hasTooltip={false} onPress={() => onChoose(filter, ALL)}>
        <X aria-hidden />
      </IconButton>
    </span>
  )
}

/** The filters that are not chosen: a menu of their names, then of the options of one. */
function AddFilter({ filters, onChoose }: { readonly filters: readonly ListFilter[]; readonly onChoose: Choose }) {
  'use no memo'
  const [name, setName] = useState<string | null>(null)
  const only = filters.length === 1 ? filters[0] : undefined
  const filter = only ?? filters.find(each => each.name === name)
  return (
    <span className={styles['add']}>
      <LazyMenu
        label={filter?.label ?? 'Filter'}
        items={filter ? optionItems(filter).slice(1) : filters.map(each => ({ id: each.name, label: each.label }))}
        onOpenChange={isOpen => {
          if (!isOpen) setName(null)
        }}
        onAction={(id, reopen) => {
          if (filter) return onChoose(filter, id)
          // after the menu of the names has closed by itself
          queueMicrotask(() => {
            setName(id)
            reopen()
          })
        }}
      >
        {trigger => (
          <Button {...trigger} size="small" variant="ghost" icon={<Plus aria-hidden />}>
            {only?.label ?? 'Filter'}
          </Button>
        )}
      </LazyMenu>
    </span>
  )
}
