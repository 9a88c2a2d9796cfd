'use no memo'

import { Rows2, Rows3, Rows4 } from 'lucide-react'
import { SearchField } from '#ui/search-field.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import type { DataColumn } from './column.ts'
import { ColumnsButton } from './columns-button.tsx'
import type { TableDensity } from './data-table.tsx'
import styles from './table-toolbar.module.css'

export interface TableToolbarProps<Row extends object> {
  /** The content of the table ("Sources"). */
  label: string
  columns: readonly DataColumn<Row>[]
  search: string
  onSearchChange: (search: string) => void
  /** The choice of a view. */
  view: React.ReactNode
  columnIds: readonly string[]
  onColumnIdsChange: (columnIds: readonly string[]) => void
  onWidthsReset?: (() => void) | undefined
  density: TableDensity
  onDensityChange: (density: TableDensity) => void
  /** The menu of its export. */
  exportMenu?: React.ReactNode
  /** Another bar is in its place. */
  isHidden?: boolean
  /** Its rows are cards, which have columns and a height of their own. */
  isOfCards?: boolean
  /** Filters of the screen, beside the search. */
  children?: React.ReactNode
}

const DENSITIES = [
  { id: 'compact', label: 'Compact rows', icon: <Rows4 aria-hidden /> },
  { id: 'default', label: 'Default rows', icon: <Rows3 aria-hidden /> },
  { id: 'comfortable', label: 'Comfortable rows', icon: <Rows2 aria-hidden /> },
] as const

/** The toolbar of a live table: search, view, columns, density, export, and the screen's additions. */
export function TableToolbar<Row extends object>({
  label,
  columns,
  search,
  onSearchChange,
  view,
  columnIds,
  onColumnIdsChange,
  onWidthsReset,
  density,
  onDensityChange,
  exportMenu,
  isHidden = false,
  isOfCards = false,
  children,
}: TableToolbarProps<Row>) {
  return (
    <div className={styles['toolbar']} role="group" aria-label={`${label}: tools`} hidden={isHidden}>
      <SearchField label={`Search ${label.toLocaleLowerCase('en')}`} value={search} onChange={onSearchChange} />
      {children}
      <span className={styles['space']} />
      {view}
      {isOfCards ? null : (
        <>
          <ColumnsButton
            columns={columns}
            columnIds={columnIds}
            onColumnIdsChange={onColumnIdsChange}
            onWidthsReset={onWidthsReset}
          />
          <SegmentedControl label="Row height" segments={DENSITIES} value={density} onChange={onDensityChange} />
        </>
      )}
      {exportMenu}
    </div>
  )
}
