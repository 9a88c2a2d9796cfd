import type { ColumnPreset } from '@desk/schema/columns/column'
import type { DataColumn } from './column.ts'

/** A choice of columns in an order. */
export interface TableView {
  readonly id: string
  readonly name: string
  readonly columnIds: readonly string[]
}

const PRESET_NAMES: readonly (readonly [ColumnPreset, string])[] = [
  ['traffic', 'Traffic'],
  ['quality', 'Quality'],
  ['money', 'Money'],
]

/** The presets that these columns can form (Traffic, Quality, Money, All). One that would hold nothing of its own is left out. */
export function presetViews<Row extends object>(columns: readonly DataColumn<Row>[]): TableView[] {
  const presets = PRESET_NAMES.filter(([preset]) => columns.some(column => column.presets?.includes(preset))).map(
    ([preset, name]) => ({
      id: preset,
      name,
      columnIds: columns
        .filter((column, index) => index === 0 || column.isAlwaysShown === true || column.presets?.includes(preset))
        .map(column => column.id),
    }),
  )
  return [...presets, { id: 'all', name: 'All', columnIds: columns.map(column => column.id) }]
}

/**
 * The columns that a choice shows, in its order. Ids that are not there (a column that this viewer may not see) are passed over;
 * the first column of the table always leads, because it heads the rows.
 */
export function shownColumns<Row extends object>(
  columns: readonly DataColumn<Row>[],
  columnIds: readonly string[],
): DataColumn<Row>[] {
  const byId = new Map(columns.map(column => [column.id, column]))
  const lead = columns[0]
  const rest = [...new Set(columnIds)].filter(id => id !== lead?.id).flatMap(id => byId.get(id) ?? [])
  return lead ? [lead, ...rest] : rest
}

/** Moves a column one place in a choice; the same choice when there is no such place. */
export function moveColumn(columnIds: readonly string[], columnId: string, by: -1 | 1): readonly string[] {
  const from = columnIds.indexOf(columnId)
  const to = from + by
  // Place 0 is the row's head.
  if (from < 1 || to < 1 || to >= columnIds.length) return columnIds
  const moved = [...columnIds]
  moved.splice(from, 1)
  moved.splice(to, 0, columnId)
  return moved
}

/** Shows or hides a column; a shown one goes back to its place in the table's own order. */
export function toggleColumn<Row extends object>(
  columns: readonly DataColumn<Row>[],
  columnIds: readonly string[],
  columnId: string,
): readonly string[] {
  if (columnId === columns[0]?.id) return columnIds
  if (columnIds.includes(columnId)) return columnIds.filter(id => id !== columnId)
  const place = new Map(columns.map((column, index) => [column.id, index]))
  const own = place.get(columnId)
  if (own === undefined) return columnIds
  const at = columnIds.findIndex((id, index) => index > 0 && (place.get(id) ?? -1) > own)
  return at === -1 ? [...columnIds, columnId] : columnIds.toSpliced(at, 0, columnId)
}
