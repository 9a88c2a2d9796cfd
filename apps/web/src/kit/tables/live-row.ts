import type { StatusCode } from '@desk/schema/statuses/status'
import type { StatusEvent } from '@desk/schema/statuses/status-view'

/** The fields of every row of a live table: its status, and the versions of its figures and its status. */
export interface LiveRow {
  readonly statusid: StatusCode
  readonly status_reason: string | null
  readonly status_changed_by: string | null
  readonly status_changed_at: string
  readonly status_version: number
  readonly figures_version: number
}

const STATUS_FIELDS: ReadonlySet<string> = new Set([
  'statusid',
  'status_reason',
  'status_changed_by',
  'status_changed_at',
  'status_version',
])

/** Depends on the objects above as well: no version says how new it is. */
const UNVERSIONED_FIELDS: ReadonlySet<string> = new Set(['effective_statusid'])

const isOlder = (version: unknown, held: number): boolean => typeof version === 'number' && version < held

/**
 * The news in some cells for a row: figures of a lower `figures_version`, or a status of a lower `status_version`,
 * than the row has are passed over.
 */
export function newsFor<Row extends LiveRow>(row: Row, cells: object): Partial<Row> {
  const { figures_version, status_version }: { readonly figures_version?: unknown; readonly status_version?: unknown } =
    cells
  const hasOldFigures = isOlder(figures_version, row.figures_version)
  const hasOldStatus = isOlder(status_version, row.status_version)
  if (!hasOldFigures && !hasOldStatus) return cells as Partial<Row>
  // Cells carry fields of the row by the contract; the rest of them still does.
  return Object.fromEntries(
    Object.entries(cells).filter(
      ([field]) => UNVERSIONED_FIELDS.has(field) || (STATUS_FIELDS.has(field) ? !hasOldStatus : !hasOldFigures),
    ),
  ) as Partial<Row>
}

/** The row to show of one that is held and one that was read: figures and status each by their version. */
export function newerOf<Row extends LiveRow>(held: Row | undefined, read: Row): Row {
  return held === undefined ? read : { ...held, ...newsFor(held, read) }
}

/** A status change as cells of the row that it happened to. */
export function cellsOfStatus({ to, reason, by, at, version }: StatusEvent): Omit<LiveRow, 'figures_version'> {
  return { statusid: to, status_reason: reason, status_changed_by: by, status_changed_at: at, status_version: version }
}
