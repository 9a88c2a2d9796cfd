import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'

const FIRST: readonly StatusCode[] = [
  STATUS_CODES.live,
  STATUS_CODES.autoPaused,
  STATUS_CODES.paused,
  STATUS_CODES.draft,
  STATUS_CODES.complete,
  STATUS_CODES.cancelled,
]

/** Rows as a manager needs them: in the field first, ended last, by name within a status (day.md §3). */
export const inDefaultOrder = <Row extends { readonly statusid: StatusCode }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): readonly Row[] =>
  rows.toSorted(
    (one, other) =>
      FIRST.indexOf(one.statusid) - FIRST.indexOf(other.statusid) ||
      nameOf(one).localeCompare(nameOf(other), 'en', { numeric: true }),
  )
