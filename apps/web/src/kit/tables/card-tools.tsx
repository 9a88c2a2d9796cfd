'use no memo'

import { LayoutList, Table } from 'lucide-react'
import { usePreference } from '#runtime/hooks/use-preference.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { columnsOfCard, type CardColumns } from '#ui/table/cards.ts'
import type { DataColumn } from '#ui/table/column.ts'
import type { TableSort } from '#ui/table/sort.ts'
import { useNarrow } from '#ui/use-narrow.ts'
import { sortFromText, sortToText } from './table-search.ts'

const isSwitch = (stored: unknown): stored is boolean => typeof stored === 'boolean'

/** Whether rows are cards: in a narrow window, unless this device shows tables. */
export function useCards(): { readonly isNarrow: boolean; readonly isCards: boolean; readonly toggle: () => void } {
  const isNarrow = useNarrow()
  const [isTable, setTable] = usePreference('tables.not-as-cards', false, isSwitch)
  return { isNarrow, isCards: isNarrow && !isTable, toggle: () => setTable(!isTable) }
}

const DEFAULT_ORDER = { id: '', label: 'Default order' }

export interface CardToolsProps<Row extends object> {
  readonly columns: readonly DataColumn<Row>[]
  readonly cards: CardColumns
  readonly isCards: boolean
  readonly onToggle: () => void
  readonly sort: TableSort | null
  readonly onSortChange: (sort: TableSort | null) => void
}

/** The tools of a list on a telephone: the order, since cards have no heads to press, and the way to the table and back. */
export function CardTools<Row extends object>({
  columns,
  cards,
  isCards,
  onToggle,
  sort,
  onSortChange,
}: CardToolsProps<Row>) {
  const sortable = columnsOfCard(columns, cards).filter(column => column.sortable !== false)
  const options = sortable.map(({ id, header, cardSlot }) => ({
    id: sortToText({ columnId: id, direction: cardSlot === 'figure' ? 'descending' : 'ascending' }) ?? '',
    label: header,
  }))
  return (
    <>
      {isCards ? (
        <NativeSelect
          label="Order"
          isLabelHidden
          options={[DEFAULT_ORDER, ...options]}
          value={sortToText(sort) ?? DEFAULT_ORDER.id}
          onChange={id =>
            onSortChange(
              sortFromText(
                id,
                columns.map(column => column.id),
              ),
            )
          }
        />
      ) : null}
      <IconButton label={isCards ? 'As table' : 'As cards'} onPress={onToggle}>
        {isCards ? <Table aria-hidden size={16} /> : <LayoutList aria-hidden size={16} />}
      </IconButton>
    </>
  )
}
