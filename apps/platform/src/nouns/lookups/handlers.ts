import type { Caller } from '@desk/api/authorization'
import { LOOKUP_SLUG_CODES, type CodeItem, type TimeZoneItem } from '@desk/schema/lookups/lookups'
import { tzOffset } from '@date-fns/tz'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { plainJson } from '#kernel/http/plain-json'
import { pageOf } from '#kernel/lists/page'
import { readListedSuppliers } from '../suppliers/listed-suppliers.ts'
import * as store from './lookups.store.ts'

/**
 * The label of a zone with its offset of a moment, as in "(UTC-05:00) Eastern Time, New York" (§5.31).
 * @param offsetMinutes the zone's offset from UTC; NaN counts as zero (§5.31)
 */
export function offsetLabel(offsetMinutes: number, label: string): string {
  const minutes = Number.isFinite(offsetMinutes) ? Math.trunc(offsetMinutes) : 0
  const two = (value: number): string => String(value).padStart(2, '0')
  const size = Math.abs(minutes)
  return `(UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}) ${label}`
}

const slugCodes: ReadonlyMap<string, number> = new Map(Object.entries(LOOKUP_SLUG_CODES))
const WHOLE_NUMBER = /^\d{1,9}$/

/** The numeric type of a code list from its slug or name, or from the number itself as text (§3.36): `TIME_ZONE_TYPE` is `time-zone-type` (§7.21). */
function typeCodeOf(slugOrNumber: string): number | undefined {
  return WHOLE_NUMBER.test(slugOrNumber)
    ? Number(slugOrNumber)
    : slugCodes.get(slugOrNumber.toLowerCase().replaceAll('_', '-'))
}

/** The lists to choose from (§3.26–3.29, §3.36). */
export const lookupHandlers = handlersOf(
  'lookups',
  Effect.gen(function* () {
    const database = yield* Database

    const countries = Effect.fn('Lookups.countries')((caller: Caller, autoSourceEligible: boolean | null) =>
      database.readAsAccount(caller.accountId, tx => store.listCountries(tx, autoSourceEligible)),
    )
    /** A code list by its slug or number (§3.36); time zones with the offset that they have now (§5.31), from west to east. */
    const codes = Effect.fn('Lookups.codes')(function* (caller: Caller, slugOrNumber: string) {
      const typeCode = yield* orNotFound(typeCodeOf(slugOrNumber))
      if (typeCode === LOOKUP_SLUG_CODES['time-zone-type']) return yield* timeZones(caller)
      const items = yield* database.readAsAccount(caller.accountId, tx => store.listCodes(tx, typeCode))
      return yield* orNotFound<readonly (CodeItem | TimeZoneItem)[]>(items.length === 0 ? undefined : items)
    })

    const timeZones = Effect.fn('Lookups.timeZones')(function* (caller: Caller) {
      const now = new Date(yield* Clock.currentTimeMillis)
      const zones = yield* database.readAsAccount(caller.accountId, store.listTimeZones)
      return zones
        .map(zone => ({ ...zone, offsetMinutes: tzOffset(zone.ianaName, now) }))
        .toSorted((a, b) => a.offsetMinutes - b.offsetMinutes || a.code - b.code)
        .map(({ code, ianaName, label, offsetMinutes }): TimeZoneItem => ({
          pm_code: code,
          pm_code_name: offsetLabel(offsetMinutes, label),
          iana_name: ianaName,
        }))
    })

    return {
      consultants: Effect.fn('Lookups.consultants')(({ query: page }, caller) =>
        database.readAsAccount(caller.accountId, tx => store.listConsultants(tx, caller.accountId, pageOf(page))),
      ),
      statuses: (_sent, caller) => Effect.catchTag(codes(caller, 'stream-status'), 'NotFound', Effect.die),
      suppliers: ({ query }, caller) => plainJson(readListedSuppliers(database, caller, query)),
      languages: Effect.fn('Lookups.languages')((_sent, caller) =>
        database.readAsAccount(caller.accountId, store.listLanguages),
      ),
      supplierTypes: (_sent, caller) => Effect.catchTag(codes(caller, 'supplier-types'), 'NotFound', Effect.die),
      countries: ({ query }, caller) =>
        countries(
          caller,
          query.autosourceeligible === undefined
            ? null
            : query.autosourceeligible === '1' || query.autosourceeligible === 'true',
        ),
      /** Who supplies a project's sources is hidden from the plain external view (domain.md §4). */
      projectSuppliers: Effect.fn('Lookups.projectSuppliers')(function* (
        { params: { id: projectId }, query: page },
        caller,
      ) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            store.listProjectSuppliers(tx, caller.accountId, projectId, pageOf(page)),
          ),
        )
      }),
      codesByType: ({ query }, caller) => codes(caller, query.type),
      countryLanguages: Effect.fn('Lookups.countryLanguages')(function* ({ query: { country_id: countryId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => store.listCountryLanguages(tx, countryId)),
        )
      }),
      codes: ({ params }, caller) => codes(caller, params.id),
    }
  }),
)
