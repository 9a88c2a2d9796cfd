import { Search, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Input } from 'react-aria-components/Input'
import { SearchField as AriaSearchField } from 'react-aria-components/SearchField'
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

/** A search box; Escape or the cross clears it. */
export function SearchField({ label, value, onChange, onSubmit, placeholder = 'Search' }: SearchFieldProps) {
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      {...(onSubmit ? { onSubmit } : {})}
      className={styles['search']!}
    >
      <div className={field['control']}>
        <Search size={16} aria-hidden className={styles['glass']} />
        <Input className={field['input']!} placeholder={placeholder} />
        <Button className={styles['clear']!} aria-label="Clear search">
          <X size={14} aria-hidden />
        </Button>
      </div>
    </AriaSearchField>
  )
}
