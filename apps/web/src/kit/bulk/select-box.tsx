'use no memo'

import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { DataColumn } from '#ui/table/column.ts'
import type { Selection } from './selection.ts'
import styles from './bulk.module.css'

const ROOM_PX = 28
const LEAST_WIDTH_PX = 140

export interface Selectable<Row> {
  readonly selection: Selection
  readonly idOf: (row: Row) => string
  readonly nameOf: (row: Row) => string
  /** The ids of the rows that are shown, in their order, for Shift. */
  readonly shownIds: () => readonly string[]
}

/** The columns with a checkbox at the head of each row. */
export function withSelectBox<Row extends object>(
  columns: readonly DataColumn<Row>[],
  { selection, idOf, nameOf, shownIds }: Selectable<Row>,
): DataColumn<Row>[] {
  return columns.map((column, index) => {
    if (index > 0) return column
    return {
      ...column,
      width: (column.width ?? LEAST_WIDTH_PX) + ROOM_PX,
      headBox: <SelectAllBox selection={selection} shownIds={shownIds} />,
      rowBox: row => <SelectBox selection={selection} id={idOf(row)} name={nameOf(row)} shownIds={shownIds} />,
    }
  })
}

/** Chooses all rows that are shown, or lets all go. */
function SelectAllBox({ selection, shownIds }: Pick<SelectBoxProps, 'selection' | 'shownIds'>) {
  const isAll = useSyncExternalStore(selection.subscribe, () => {
    const chosen = selection.ids()
    return chosen.size > 0 && shownIds().every(id => chosen.has(id))
  })
  const isSome = useSyncExternalStore(selection.subscribe, () => selection.ids().size > 0)
  return (
    <label className={styles['select']}>
      <input
        ref={box => {
          if (box !== null) box.indeterminate = isSome && !isAll
        }}
        type="checkbox"
        tabIndex={-1}
        aria-label="Select all"
        checked={isAll}
        onChange={() => (isAll ? selection.clear() : selection.add(shownIds()))}
      />
    </label>
  )
}

interface SelectBoxProps {
  selection: Selection
  id: string
  name: string
  shownIds: () => readonly string[]
}

/** Chooses a row: by a press or Space; with Shift all from the last one to this. */
function SelectBox({ selection, id, name, shownIds }: SelectBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const isChosen = useSyncExternalStore(selection.subscribe, () => selection.ids().has(id))
  // The row is the table's, which knows nothing of a selection.
  useLayoutEffect(() => {
    const row = box.current?.closest('[role="row"]')
    row?.setAttribute('aria-selected', String(isChosen))
    row?.closest('[role="grid"]')?.setAttribute('aria-multiselectable', 'true')
  }, [isChosen])
  return (
    <label className={styles['select']}>
      <input
        ref={box}
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${name}`}
        checked={isChosen}
        onChange={({ nativeEvent }) => {
          if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) selection.extendTo(id, shownIds())
          else selection.toggle(id)
        }}
      />
    </label>
  )
}
