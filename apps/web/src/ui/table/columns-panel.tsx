import { ChevronDown, ChevronUp } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import type { DataColumn } from './column.ts'
import { moveColumn, toggleColumn } from './view.ts'
import styles from './columns-panel.module.css'

export interface ColumnsPanelProps<Row extends object> {
  columns: readonly DataColumn<Row>[]
  columnIds: readonly string[]
  onColumnIdsChange: (columnIds: readonly string[]) => void
  /** Gives every column its own width again; absent: the widths are not the user's to set. */
  onWidthsReset?: (() => void) | undefined
}

/** Which columns are shown and in which order, by check boxes and by up and down: nothing needs dragging. */
export function ColumnsPanel<Row extends object>({
  columns,
  columnIds,
  onColumnIdsChange,
  onWidthsReset,
}: ColumnsPanelProps<Row>) {
  const byId = new Map(columns.map(column => [column.id, column]))
  const shown = columnIds.flatMap(id => byId.get(id) ?? [])
  const hidden = columns.filter(column => !columnIds.includes(column.id))
  return (
    <div className={styles['panel']}>
      <ul role="list" className={styles['list']}>
        {[...shown, ...hidden].map(column => {
          const place = columnIds.indexOf(column.id)
          const isHead = column.id === columns[0]?.id
          return (
            <li key={column.id} className={styles['column']}>
              <Checkbox
                isSelected={place !== -1 || isHead}
                isDisabled={isHead}
                onChange={() => onColumnIdsChange(toggleColumn(columns, columnIds, column.id))}
              >
                {column.header}
              </Checkbox>
              {isHead || place === -1 ? null : (
                <span className={styles['moves']}>
                  <IconButton
                    size="small"
                    hasTooltip={false}
                    label={`Move ${column.header} up`}
                    isDisabled={place <= 1}
                    onPress={() => onColumnIdsChange(moveColumn(columnIds, column.id, -1))}
                  >
                    <ChevronUp aria-hidden />
                  </IconButton>
                  <IconButton
                    size="small"
                    hasTooltip={false}
                    label={`Move ${column.header} down`}
                    isDisabled={place === columnIds.length - 1}
                    onPress={() => onColumnIdsChange(moveColumn(columnIds, column.id, 1))}
                  >
                    <ChevronDown aria-hidden />
                  </IconButton>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {onWidthsReset === undefined ? null : (
        <Button size="small" onPress={onWidthsReset}>
          Reset widths
        </Button>
      )}
    </div>
  )
}
