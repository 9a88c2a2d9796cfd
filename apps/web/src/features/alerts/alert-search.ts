import { AlertState, type AlertFilters } from '@desk/schema/alerts/alert'
import { AlertKind } from '@desk/schema/alerts/alert-kinds'
import { Schema } from 'effect'
import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'
import { readTimeSpan, withInstants, type TimeSpan } from '#kit/tables/time-span.ts'

/** The filters as the URL holds them: times by the viewer's clock. */
export interface AlertSearch extends TimeSpan {
  readonly kind?: AlertKind
  readonly state?: AlertState
  readonly project?: number
}

const isKind = Schema.is(AlertKind)
const isState = Schema.is(AlertState)

/** Reads the filters of the URL; invalid ones are ignored. */
export function readAlertSearch(raw: RawSearch): AlertSearch {
  const { kind, state } = raw
  return compact({
    kind: isKind(kind) ? kind : undefined,
    state: isState(state) ? state : undefined,
    project: idOf(raw['project']),
    ...readTimeSpan(raw),
  })
}

/** The same as the call takes them. @param zone IANA name of the viewer's zone */
export function alertFiltersOf(search: AlertSearch, zone: string): AlertFilters {
  return withInstants(search, zone)
}
