import { AuditAct, AuditBy, AuditScope, type AuditFilters } from '@desk/schema/audit/audit-entry'
import { Schema } from 'effect'
import { compact, idOf, type RawSearch } from '#kit/tables/table-search.ts'
import { readTimeSpan, withInstants, type TimeSpan } from '#kit/tables/time-span.ts'

/** The filters as the URL holds them: times by the viewer's clock. */
export interface AuditSearch extends TimeSpan {
  readonly who?: number
  readonly act?: AuditAct
  readonly scope?: AuditScope
  readonly object?: number
  readonly by?: AuditBy
}

const isAct = Schema.is(AuditAct)
const isScope = Schema.is(AuditScope)
const isBy = Schema.is(AuditBy)
const ofKind = <A>(value: unknown, is: (value: unknown) => value is A): A | undefined => (is(value) ? value : undefined)

/** Reads the filters of the URL; invalid ones are ignored. */
export function readAuditSearch(raw: RawSearch): AuditSearch {
  return compact({
    who: idOf(raw['who']),
    act: ofKind(raw['act'], isAct),
    scope: ofKind(raw['scope'], isScope),
    object: idOf(raw['object']),
    by: ofKind(raw['by'], isBy),
    ...readTimeSpan(raw),
  })
}

/** The same as the call takes them. @param zone IANA name of the viewer's zone */
export function filtersOf(search: AuditSearch, zone: string): AuditFilters {
  return withInstants(search, zone)
}
