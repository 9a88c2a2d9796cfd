import { AuditAct, AuditBy, AuditScope, type AuditFilters } from '@desk/schema/audit/audit-entry'
import { Schema } from 'effect'
import { compact, idOf, textOf, type RawSearch } from '#kit/tables/table-search.ts'
import { instantOf } from '#kit/forms/wall-times.ts'

/** The filters as the URL holds them: times by the viewer's clock. */
export interface AuditSearch {
  readonly who?: number
  readonly act?: AuditAct
  readonly scope?: AuditScope
  readonly object?: number
  readonly by?: AuditBy
  /** 'YYYY-MM-DDTHH:mm'. */
  readonly from?: string
  readonly until?: string
}

const isAct = Schema.is(AuditAct)
const isScope = Schema.is(AuditScope)
const isBy = Schema.is(AuditBy)
const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

const ofKind = <A>(value: unknown, is: (value: unknown) => value is A): A | undefined => (is(value) ? value : undefined)

function wallTime(value: unknown): string | undefined {
  const text = textOf(value)
  return text !== undefined && WALL_TIME.test(text) && Number.isFinite(Date.parse(`${text}:00Z`)) ? text : undefined
}

/** Reads the filters of the URL; invalid ones are ignored. */
export function readAuditSearch(raw: RawSearch): AuditSearch {
  return compact({
    who: idOf(raw['who']),
    act: ofKind(raw['act'], isAct),
    scope: ofKind(raw['scope'], isScope),
    object: idOf(raw['object']),
    by: ofKind(raw['by'], isBy),
    from: wallTime(raw['from']),
    until: wallTime(raw['until']),
  })
}

/** The same as the call takes them. @param zone IANA name of the viewer's zone */
export function filtersOf({ from, until, ...others }: AuditSearch, zone: string): AuditFilters {
  return {
    ...others,
    ...(from === undefined ? {} : { from: instantOf(from, zone) }),
    ...(until === undefined ? {} : { until: instantOf(until, zone) }),
  }
}
