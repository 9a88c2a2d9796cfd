'use no memo'

import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import field from './field.module.css'
import styles from './search-field.module.css'

export interface SearchFieldProps {
  /** The subject of the search: the accessible name. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Enter was pressed. */
  onSubmit?: (value: string) => void
  /** Short, so that a narrow box shows all of it; left out: Search. */
  placeholder?: string
}

/** A search box; Escape or the cross clears it. The library's field brings a list of matches along, which the first load has no use for. */
export function SearchField({ label, value, onChange, onSubmit, placeholder = 'Search' }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const act = (event: React.KeyboardEvent) => {
    // the key chooses a word of the input method, and ends no search
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && onSubmit) onSubmit(value)
    else if (event.key === 'Escape' && value !== '') onChange('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={styles['search']} data-empty={value === '' || undefined}>
      <div className={field['control']}>
        <Search size={16} aria-hidden className={styles['glass']} />
        <input
          ref={input}
          type="search"
          aria-label={label}
          className={field['input']}
          placeholder={placeholder}
          value={value}
          onChange={event => onChange(event.currentTarget.value)}
          onKeyDown={act}
        />
        <Button className={styles['clear']!} aria-label="Clear search" excludeFromTabOrder onPress={clear}>
          <X size={14} aria-hidden />
        </Button>
      </div>
    </div>
  )
}
