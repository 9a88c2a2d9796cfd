import { instantOf } from '#kit/forms/wall-times.ts'
import { compact, textOf, type RawSearch } from './table-search.ts'

/** A time of a list's filters as the URL holds it: by the viewer's clock, 'YYYY-MM-DDTHH:mm'. */
export interface TimeSpan {
  readonly from?: string
  readonly until?: string
}

const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

function wallTime(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && WALL_TIME.test(text) && Number.isFinite(Date.parse(`${text}:00Z`)) ? text : undefined
}

/** Reads the time of the URL; ignores an invalid one. */
export function readTimeSpan(raw: RawSearch): TimeSpan {
  return compact({ from: wallTime(raw['from']), until: wallTime(raw['until']) })
}

/** Filters as calls take them: with instants. @param zone IANA name of the viewer's zone */
export function withInstants<Filters extends TimeSpan>(filters: Filters, zone: string): Filters {
  const { from, until } = filters
  return {
    ...filters,
    ...(from === undefined ? {} : { from: instantOf(from, zone) }),
    ...(until === undefined ? {} : { until: instantOf(until, zone) }),
  }
}
