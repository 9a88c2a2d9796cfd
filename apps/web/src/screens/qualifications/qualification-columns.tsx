import { QUALIFICATION_CATEGORY_ITEMS, QUALIFICATION_CLASS_ITEMS, QUALIFICATION_TYPE_ITEMS } from '@desk/schema/qualifications/qualification-codes'
import type { Qualification } from '@desk/schema/qualifications/qualification'
import type { DataColumn } from '../../ui/table/column.ts'
import list from '../../widgets/tables/list-table.module.css'
import { NameLink } from '../../widgets/tables/name-link.tsx'
import { codeName, localeWords, optionsWords } from './qualification-words.ts'

/** The columns of the qualification list. @param onCopy copies one of the library; null: the viewer may not, or these are the own ones */
export function qualificationColumns(onCopy: ((qualification: Qualification) => void) | null): DataColumn<Qualification>[] {
  const columns: DataColumn<Qualification>[] = [
    {
      id: 'name',
      header: 'Name',
      kind: 'custom',
      width: 200,
      value: ({ qualifications_name }) => qualifications_name,
      uses: ['qualifications_name'],
      render: ({ qualifications_ud, qualifications_name }) => <NameLink href={`#/qualifications/${qualifications_ud}`} name={qualifications_name} />,
    },
    { id: 'id', header: 'ID', kind: 'text', width: 80, grow: 0, value: ({ qualifications_ud }) => String(qualifications_ud) },
    { id: 'precode', header: 'Precode', headerTooltip: 'By this name the entry link carries the answer', kind: 'text', width: 130, value: ({ precode }) => precode },
    { id: 'type', header: 'Type', kind: 'text', width: 124, value: ({ qualification_type_cd }) => codeName(QUALIFICATION_TYPE_ITEMS, qualification_type_cd) },
    { id: 'category', header: 'Category', kind: 'text', width: 116, value: ({ qualification_category_cd }) => codeName(QUALIFICATION_CATEGORY_ITEMS, qualification_category_cd) },
    { id: 'class', header: 'Class', kind: 'text', width: 92, grow: 0, value: ({ qualification_class_cd }) => codeName(QUALIFICATION_CLASS_ITEMS, qualification_class_cd) },
    { id: 'texts', header: 'Texts', kind: 'text', width: 220, grow: 2, value: localeWords },
    { id: 'options', header: 'Options', headerTooltip: 'How many options a text has', kind: 'text', align: 'end', width: 96, grow: 0, value: optionsWords },
  ]
  if (onCopy === null) return columns
  return [
    ...columns,
    {
      id: 'copy',
      header: 'Copy',
      kind: 'custom',
      sortable: false,
      isExported: false,
      width: 80,
      isPinnedEnd: true,
      value: () => '',
      render: (qualification) => (
        <button type="button" className={list['button']} aria-label={`Copy ${qualification.qualifications_name} to this account`} onClick={() => onCopy(qualification)}>
          Copy
        </button>
      ),
    },
  ]
}
