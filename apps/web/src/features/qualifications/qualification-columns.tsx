import {
  QUALIFICATION_CATEGORY_ITEMS,
  QUALIFICATION_CLASS_ITEMS,
  QUALIFICATION_TYPE_ITEMS,
} from '@desk/schema/qualifications/qualification-codes'
import type { Qualification } from '@desk/schema/qualifications/qualification'
import type { DataColumn } from '#ui/table/column.ts'
import { codeName } from '#kit/codes/code-items.ts'
import list from '#kit/tables/list-table.module.css'
import { NameLink } from '#kit/tables/name-link.tsx'
import { localeNames, localeWords, optionsWords } from './qualification-words.ts'

/**
 * The columns of the qualification list. @param onCopy copies one of the library; null: the viewer may not, or the list is the
 * account's own
 */
export function qualificationColumns(
  onCopy: ((qualification: Qualification) => void) | null,
): DataColumn<Qualification>[] {
  const columns: DataColumn<Qualification>[] = [
    {
      id: 'name',
      header: 'Name',
      kind: 'custom',
      width: 180,
      value: ({ qualifications_name }) => qualifications_name,
      uses: ['qualifications_name'],
      render: ({ qualifications_ud, qualifications_name }) => (
        <NameLink href={`#/qualifications/${qualifications_ud}`} name={qualifications_name} />
      ),
    },
    {
      id: 'id',
      header: 'ID',
      kind: 'text',
      width: 72,
      grow: 0,
      value: ({ qualifications_ud }) => String(qualifications_ud),
    },
    {
      id: 'precode',
      header: 'Precode',
      headerTooltip: 'By this name the entry link carries the answer',
      kind: 'text',
      width: 130,
      value: ({ precode }) => precode,
    },
    {
      id: 'type',
      header: 'Type',
      kind: 'text',
      width: 122,
      value: ({ qualification_type_cd }) => codeName(QUALIFICATION_TYPE_ITEMS, qualification_type_cd),
    },
    {
      id: 'category',
      header: 'Category',
      kind: 'text',
      width: 122,
      value: ({ qualification_category_cd }) => codeName(QUALIFICATION_CATEGORY_ITEMS, qualification_category_cd),
    },
    {
      id: 'class',
      header: 'Class',
      kind: 'text',
      width: 88,
      grow: 0,
      value: ({ qualification_class_cd }) => codeName(QUALIFICATION_CLASS_ITEMS, qualification_class_cd),
    },
    {
      id: 'texts',
      header: 'Texts',
      headerTooltip: 'In which languages and countries it is asked',
      kind: 'custom',
      width: 248,
      value: localeNames,
      uses: ['qualification_texts'],
      render: qualification => (
        <span className={list['words']} title={localeNames(qualification)}>
          {localeWords(qualification)}
        </span>
      ),
    },
    {
      id: 'options',
      header: 'Options',
      headerTooltip: 'How many options a text has',
      kind: 'custom',
      align: 'end',
      width: 88,
      grow: 0,
      value: optionsWords,
      uses: ['qualification_texts'],
      render: optionsWords,
    },
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
      width: 68,
      isPinnedEnd: true,
      value: () => '',
      render: qualification => (
        <button
          type="button"
          className={list['button']}
          aria-label={`Copy ${qualification.qualifications_name} to this account`}
          onClick={() => onCopy(qualification)}
        >
          Copy
        </button>
      ),
    },
  ]
}
