import { GripVertical } from 'lucide-react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import { moved } from './moved.ts'
import styles from './labs.module.css'

export interface SortableItem {
  readonly id: string
  readonly label: string
}

interface SortableListProps {
  label: string
  items: readonly SortableItem[]
  /** The ids in their new order. */
  onReorder: (ids: readonly string[]) => void
}

/** A list whose order is changed by dragging, or by the keyboard: Enter on a handle, the arrows, Enter again; Escape cancels. */
export function SortableList({ label, items, onReorder }: SortableListProps) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: keys => [...keys].map(key => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target: { key, dropPosition } }) =>
      onReorder(
        moved(
          items.map(({ id }) => id),
          [...keys].map(String),
          String(key),
          dropPosition === 'after' ? 'after' : 'before',
        ),
      ),
  })
  return (
    <GridList aria-label={label} items={items} dragAndDropHooks={dragAndDropHooks} className={styles['sortable']!}>
      {item => (
        <GridListItem id={item.id} textValue={item.label} className={styles['item']!}>
          <AriaButton slot="drag" className={styles['handle']!} aria-label={`Move ${item.label}`}>
            <GripVertical aria-hidden size={16} />
          </AriaButton>
          <span>{item.label}</span>
        </GridListItem>
      )}
    </GridList>
  )
}
