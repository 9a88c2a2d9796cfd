import { X } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup'
import { Button } from '#ui/button.tsx'
import { keyOfThing, type ChosenThing } from './report-filters.ts'
import styles from './reports.module.css'

export interface ChosenThingsProps {
  readonly things: readonly ChosenThing[]
  readonly onRemove: (things: readonly ChosenThing[]) => void
}

/** The narrowing things of a report; arrows walk them, Delete takes one away. */
export function ChosenThings({ things, onRemove }: ChosenThingsProps) {
  if (things.length === 0) return null
  const keyOf = ({ filter, id }: ChosenThing) => keyOfThing(filter, id)
  return (
    <div className={styles['chosen']}>
      <TagGroup
        aria-label="Narrowed to"
        className={styles['chosenGroup']!}
        onRemove={keys => onRemove(things.filter(thing => keys.has(keyOf(thing))))}
      >
        <TagList className={styles['chosenList']!}>
          {things.map(thing => (
            <Tag key={keyOf(thing)} id={keyOf(thing)} textValue={thing.label} className={styles['chosenOne']!}>
              <span className={styles['chosenName']}>{thing.label}</span>
              <AriaButton slot="remove" className={styles['remove']!}>
                <X size={14} aria-hidden />
              </AriaButton>
            </Tag>
          ))}
        </TagList>
      </TagGroup>
      {things.length < 2 ? null : (
        <Button size="small" variant="ghost" onPress={() => onRemove(things)}>
          Remove all
        </Button>
      )}
    </div>
  )
}
