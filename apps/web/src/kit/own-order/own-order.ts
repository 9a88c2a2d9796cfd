import { usePreference } from '#runtime/hooks/use-preference.ts'

const NONE: readonly number[] = []
const isIds = (kept: unknown): kept is readonly number[] =>
  Array.isArray(kept) && kept.every(id => Number.isInteger(id) && id > 0)
const isSwitch = (kept: unknown): kept is boolean => typeof kept === 'boolean'

/** Whether the project list is in the user's own order while no column sorts it (§2.16). */
export const useOwnOrderSwitch = () => usePreference('labs.own-order', false, isSwitch)

/** The user's own order of projects, by id. */
export const useOwnProjectOrder = () => usePreference('projects.own-order', NONE, isIds)

/** Rows in the user's own order; those that have no place in it come after, as they were. */
export function inOwnOrder<Row>(
  rows: readonly Row[],
  order: readonly number[],
  idOf: (row: Row) => number,
): readonly Row[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = (row: Row): number => places.get(idOf(row)) ?? order.length
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}
