import { AlertState, type AlertFilters } from '@desk/schema/alerts/alert'
import { AlertKind } from '@desk/schema/alerts/alert-kinds'
import { Schema } from 'effect'
import { instantOf } from '#kit/forms/wall-times.ts'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'

/** The filters as the URL holds them: times by the viewer's clock. */
export interface AlertSearch {
  readonly kind?: AlertKind
  readonly state?: AlertState
  readonly project?: number
  /** 'YYYY-MM-DDTHH:mm'. */
  readonly from?: string
  readonly until?: string
}

const isKind = Schema.is(AlertKind)
const isState = Schema.is(AlertState)
const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

function wallTime(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && WALL_TIME.test(text) && Number.isFinite(Date.parse(`${text}:00Z`)) ? text : undefined
}

/** Reads the filters of the URL; invalid ones are ignored. */
export function readAlertSearch(raw: RawSearch): AlertSearch {
  const { kind, state } = raw
  return compact({
    kind: isKind(kind) ? kind : undefined,
    state: isState(state) ? state : undefined,
    project: idOf(raw['project']),
    from: wallTime(raw['from']),
    until: wallTime(raw['until']),
  })
}

/** The same as the call takes them. @param zone IANA name of the viewer's zone */
export function alertFiltersOf({ from, until, ...others }: AlertSearch, zone: string): AlertFilters {
  return {
    ...others,
    ...(from === undefined ? {} : { from: instantOf(from, zone) }),
    ...(until === undefined ? {} : { until: instantOf(until, zone) }),
  }
}
