import type { BusinessUnit } from '@desk/schema/accounts/business-unit'
import { Archive } from 'lucide-react'
import type { DataColumn } from '#ui/table/column.ts'
import { IconButton } from '#ui/icon-button.tsx'
import list from '#kit/tables/list-table.module.css'
import cell from '#kit/tables/name-link.module.css'

/** The columns of the list; the name opens the unit's form. */
export function unitColumns(
  onOpen: (unit: BusinessUnit) => void,
  onRetire: (unit: BusinessUnit) => void,
): DataColumn<BusinessUnit>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      kind: 'custom',
      width: 320,
      grow: 2,
      value: ({ business_unit_name }) => business_unit_name,
      uses: ['business_unit_name'],
      render: unit => (
        <span className={cell['cell']}>
          <button type="button" className={list['button']} title={unit.business_unit_name} onClick={() => onOpen(unit)}>
            <span className={list['words']}>{unit.business_unit_name}</span>
          </button>
        </span>
      ),
    },
    {
      id: 'id',
      header: 'ID',
      kind: 'text',
      width: 72,
      grow: 0,
      value: ({ business_unit_ud }) => String(business_unit_ud),
    },
    {
      id: 'projects',
      header: 'Projects',
      headerTooltip: 'Projects of this unit that have not ended',
      kind: 'integer',
      width: 104,
      grow: 0,
      value: ({ projects_count = 0 }) => projects_count,
    },
    {
      id: 'rateCards',
      header: 'Rate cards',
      headerTooltip: 'Rate cards for this unit alone',
      kind: 'integer',
      width: 112,
      grow: 0,
      value: ({ rate_cards_count = 0 }) => rate_cards_count,
    },
    {
      id: 'retire',
      header: 'Retire',
      kind: 'custom',
      width: 84,
      grow: 0,
      sortable: false,
      isExported: false,
      value: () => '',
      render: unit => (
        <IconButton label={`Retire ${unit.business_unit_name}`} size="small" onPress={() => onRetire(unit)}>
          <Archive aria-hidden />
        </IconButton>
      ),
    },
  ]
}
