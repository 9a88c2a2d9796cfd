import type { CodeItem } from '@desk/schema/lookups/lookups'
import type { NativeSelectOption } from '#ui/native-select.tsx'
import type { RowFilter } from '#ui/table/shown-rows.ts'
import { idOf } from './table-search.ts'

/** The value for "no filter" in a filter's list (§3.30). */
export const ALL = 'all'

/** A filter of a list: the query parameter `name` of the URL has the choice. */
export interface ListFilter<Row = never> {
  readonly name: string
  readonly label: string
  /** The first one chooses all. */
  readonly options: readonly NativeSelectOption[]
  /** The chosen option's id, as a number where it is one. */
  readonly chosen: string | number | undefined
  /** Whether a row passes the choice; without it the platform has filtered. */
  readonly keeps?: (row: Row) => boolean
  /** Further parameters, of narrower choices that a new choice takes out of the URL. */
  readonly clears?: readonly string[]
}

/** Options of a list of codes. @param all the one that chooses all: 'All types' */
export function codeOptions(all: string, codes: readonly CodeItem[]): readonly NativeSelectOption[] {
  return [
    { id: ALL, label: all },
    ...codes.map(({ pm_code, pm_code_name }) => ({ id: String(pm_code), label: pm_code_name })),
  ]
}

/** The URL change of a choice in a filter's list: 'all' takes the filter out of it (§3.30). */
export function filterChange(name: string, choice: string): Readonly<Record<string, string | number | undefined>> {
  return { [name]: choice === ALL ? undefined : choice === '0' ? 0 : (idOf(choice) ?? choice) }
}

/** The options of a filter, the first of which chooses all. */
export function filterOptions<Id extends string>(
  all: string,
  ids: readonly Id[],
  label: (id: Id) => string,
): NativeSelectOption[] {
  return [{ id: ALL, label: all }, ...ids.map(id => ({ id, label: label(id) }))]
}

/** The rows that pass all choices, for a table; undefined: nothing is chosen. */
export function rowFilterOf<Row extends object>(filters: readonly ListFilter<Row>[]): RowFilter<Row> | undefined {
  const chosen = filters.filter(filter => filter.chosen !== undefined)
  if (chosen.length === 0) return undefined
  return {
    key: chosen.map(filter => `${filter.name} ${filter.chosen}`).join(', '),
    keeps: row => chosen.every(filter => filter.keeps?.(row) !== false),
  }
}

/** A choice in words: 'Status: Live'. */
export const filterInWords = ({ label, options, chosen }: ListFilter): string =>
  `${label}: ${options.find(({ id }) => id === String(chosen))?.label ?? chosen}`

/** The choices in words, for the head line of an export. */
export const filtersInWords = (filters: readonly ListFilter[]): string[] =>
  filters.filter(({ chosen }) => chosen !== undefined).map(filterInWords)
