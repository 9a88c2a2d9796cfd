import { Check, ChevronDown } from 'lucide-react'
import { Autocomplete } from 'react-aria-components/Autocomplete'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Input } from 'react-aria-components/Input'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { SearchField } from 'react-aria-components/SearchField'
import { Text } from 'react-aria-components/Select'
import { Button } from './button.tsx'
import { ClosesWithPage } from './closes-with-page.tsx'
import field from './field.module.css'
import styles from './several-select.module.css'
import select from './select.module.css'

export interface SeveralOption {
  readonly id: string
  readonly label: string
  readonly description?: string
}

export interface SeveralSelectProps {
  /** The subject of the choice: 'Projects'. */
  readonly label: string
  /** The results for the present words, chosen or not. */
  readonly options: readonly SeveralOption[]
  readonly chosenIds: readonly string[]
  readonly onChange: (added: readonly SeveralOption[], removedIds: readonly string[]) => void
  readonly onOpenChange: (isOpen: boolean) => void
  readonly words: string
  readonly onWordsChange: (words: string) => void
  /** Said beneath the list: that more are found, that it loads, why it did not. */
  readonly note: string | null
  /** Said where nothing is found. */
  readonly none: string
}

const POPOVER_MOST_PX = 380

/** Chooses several of a long list, which is searched by typing; arrows walk it, Enter takes and leaves an option. */
export function SeveralSelect({ onOpenChange, ...panel }: SeveralSelectProps) {
  const { label, chosenIds } = panel
  const count = chosenIds.length
  return (
    <DialogTrigger onOpenChange={onOpenChange}>
      <Button aria-label={count === 0 ? label : `${label}: ${count} chosen`}>
        <span className={styles['trigger']}>
          {label}
          {count === 0 ? null : <span className={styles['count']}>{count}</span>}
          <ChevronDown size={14} aria-hidden />
        </span>
      </Button>
      {/* without a Dialog inside, the popover itself is the dialog, its hidden close button included; its button names it */}
      <Popover className={select['popover']!} offset={4} placement="bottom start" maxHeight={POPOVER_MOST_PX}>
        <ClosesWithPage />
        <div className={styles['panel']}>
          <Panel {...panel} />
        </div>
      </Popover>
    </DialogTrigger>
  )
}

function Panel({
  label,
  options,
  chosenIds,
  onChange,
  words,
  onWordsChange,
  note,
  none,
}: Omit<SeveralSelectProps, 'onOpenChange'>) {
  // of the shown ones: other chosen ones stay
  const choose = (keys: 'all' | ReadonlySet<string | number>) => {
    const isIn = ({ id }: SeveralOption) => keys === 'all' || keys.has(id)
    const wasIn = ({ id }: SeveralOption) => chosenIds.includes(id)
    onChange(
      options.filter(option => isIn(option) && !wasIn(option)),
      options.filter(option => !isIn(option) && wasIn(option)).map(({ id }) => id),
    )
  }
  return (
    <Autocomplete inputValue={words} onInputChange={onWordsChange}>
      <SearchField aria-label={`Search ${label.toLowerCase()}`} autoFocus className={styles['search']!}>
        <div className={field['control']}>
          <Input className={field['input']!} placeholder="Type to search…" />
        </div>
      </SearchField>
      <ListBox
        aria-label={label}
        className={select['list']!}
        items={options}
        selectionMode="multiple"
        selectedKeys={chosenIds}
        onSelectionChange={choose}
        escapeKeyBehavior="none"
        renderEmptyState={() => <span className={styles['note']}>{none}</span>}
      >
        {option => (
          <ListBoxItem className={select['option']!} id={option.id} textValue={option.label}>
            {({ isSelected }) => (
              <>
                <span className={select['check']}>{isSelected ? <Check size={14} aria-hidden /> : null}</span>
                <span>
                  <Text slot="label">{option.label}</Text>
                  {option.description === undefined ? null : (
                    <Text slot="description" className={select['optionDescription']!}>
                      {option.description}
                    </Text>
                  )}
                </span>
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
      {note === null ? null : (
        <p role="status" className={styles['note']}>
          {note}
        </p>
      )}
    </Autocomplete>
  )
}
