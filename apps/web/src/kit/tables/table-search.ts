import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { STATUS_NAMES, type StatusCode } from '@desk/schema/statuses/status'
import type { TableSort } from '#ui/table/sort.ts'

/** A table's part of the URL: search, order and view. Defaults are left out. */
export interface TableSearch {
  readonly q?: string
  /** A column's id, with a dash before it for descending. */
  readonly sort?: string
  readonly view?: string
  /** Columns chosen by hand, a dot between them. */
  readonly cols?: string
}

/** The query of the URL, which anybody can write. */
export type RawSearch = Readonly<Record<string, unknown>>

/** Text of the query; a number that the router read out of it becomes text again. */
export function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  return text.trim() === '' ? undefined : text
}

/** A whole number above 0 of the query. */
export function idOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number <= GREATEST_ID
    ? number
    : undefined
}

/** A status code of the query; anything else means no filter. */
export function statusOf(value: unknown): StatusCode | undefined {
  const number = idOf(value)
  // The codes are the keys of STATUS_NAMES.
  return number !== undefined && number in STATUS_NAMES ? (number as StatusCode) : undefined
}

/** Leaves out undefined values, so that they leave the URL as well. */
export function compact<T extends object>(search: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Only keys of T with the values that they had.
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Reads a table's part of the query; invalid values are ignored. */
export function readTableSearch(raw: RawSearch): TableSearch {
  const sort = textOf(raw['sort'])
  return compact({
    q: textOf(raw['q'])?.slice(0, 200),
    sort: sort !== undefined && /^-?\w{1,40}$/.test(sort) ? sort : undefined,
    view: textOf(raw['view'])?.slice(0, 80),
    cols: textOf(raw['cols'])?.slice(0, 1000),
  })
}

/** The order that the URL asks for; null for a column that the table does not have. */
export function sortFromText(sort: string | undefined, columnIds: readonly string[]): TableSort | null {
  if (sort === undefined) return null
  const columnId = sort.replace(/^-/, '')
  return columnIds.includes(columnId)
    ? { columnId, direction: sort.startsWith('-') ? 'descending' : 'ascending' }
    : null
}

/** An order as the URL carries it. */
export function sortToText(sort: TableSort | null): string | undefined {
  return sort === null ? undefined : `${sort.direction === 'descending' ? '-' : ''}${sort.columnId}`
}
