import { Rows2, Rows3, Rows4 } from 'lucide-react'
import { NativeSelect } from '#ui/native-select.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import type { DataColumn } from './column.ts'
import { ColumnsButton } from './columns-button.tsx'
import type { TableDensity } from './data-table.tsx'
import type { TableView } from './view.ts'
import styles from './table-toolbar.module.css'

export interface TableToolbarProps<Row extends object> {
  /** The content of the table ("Sources"). */
  label: string
  columns: readonly DataColumn<Row>[]
  search: string
  onSearchChange: (search: string) => void
  /** Presets (view.ts) and own views, in the order in which they are offered. */
  views: readonly TableView[]
  /** The view that was chosen; null after its columns were changed by hand. */
  viewId: string | null
  onViewChange: (view: TableView) => void
  columnIds: readonly string[]
  onColumnIdsChange: (columnIds: readonly string[]) => void
  onSaveView?: (name: string, columnIds: readonly string[]) => void
  onDeleteView?: (view: TableView) => void
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

const CHANGED_VIEW = { id: '', label: 'Changed' }

/** The toolbar of a live table: search, view, columns, density, export, and the screen's additions. */
export function TableToolbar<Row extends object>({
  label,
  columns,
  search,
  onSearchChange,
  views,
  viewId,
  onViewChange,
  columnIds,
  onColumnIdsChange,
  onSaveView,
  onDeleteView,
  density,
  onDensityChange,
  exportMenu,
  isHidden = false,
  isOfCards = false,
  children,
}: TableToolbarProps<Row>) {
  const chosen = views.find(view => view.id === viewId)
  const options = [...views.map(view => ({ id: view.id, label: view.name })), ...(chosen ? [] : [CHANGED_VIEW])]
  return (
    <div className={styles['toolbar']} role="group" aria-label={`${label}: tools`} hidden={isHidden}>
      <SearchField label={`Search ${label.toLocaleLowerCase('en')}`} value={search} onChange={onSearchChange} />
      {children}
      <span className={styles['space']} />
      {isOfCards ? null : (
        <>
          <div className={styles['view']}>
            <NativeSelect
              label="View"
              isLabelHidden
              options={options}
              value={chosen?.id ?? CHANGED_VIEW.id}
              onChange={id => {
                const view = views.find(candidate => candidate.id === id)
                if (view) onViewChange(view)
              }}
            />
          </div>
          <ColumnsButton
            columns={columns}
            columnIds={columnIds}
            onColumnIdsChange={onColumnIdsChange}
            {...(onSaveView ? { onSaveView } : {})}
            {...(chosen?.isOwn === true && onDeleteView ? { ownView: chosen, onDeleteView } : {})}
          />
          <SegmentedControl label="Row height" segments={DENSITIES} value={density} onChange={onDensityChange} />
        </>
      )}
      {exportMenu}
    </div>
  )
}
