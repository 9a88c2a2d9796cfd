import type { Caller } from '@desk/api/authorization'
import { tzOffset } from '@date-fns/tz'
import { LOOKUP_SLUG_CODES, type CodeItem, type TimeZoneItem } from '@desk/schema/lookups/lookups'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandSupplySide } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import * as store from './lookups.store.ts'
import { offsetLabel } from './offset-label.ts'

const slugCodes: ReadonlyMap<string, number> = new Map(Object.entries(LOOKUP_SLUG_CODES))
const WHOLE_NUMBER = /^\d{1,9}$/

/** The numeric type of a code list from its slug or name, or from the number itself as text (§3.36): `TIME_ZONE_TYPE` is `time-zone-type` (§7.21). */
function typeCodeOf(slugOrNumber: string): number | undefined {
  return WHOLE_NUMBER.test(slugOrNumber)
    ? Number(slugOrNumber)
    : slugCodes.get(slugOrNumber.toLowerCase().replaceAll('_', '-'))
}

const make = Effect.gen(function* () {
  const database = yield* Database

  const consultants = Effect.fn('Lookups.consultants')((caller: Caller, page: PageQuery) =>
    database.readAsAccount(caller.accountId, tx => store.listConsultants(tx, caller.accountId, pageOf(page))),
  )

  /** Who supplies a project's sources is hidden from the plain external view (domain.md §4). */
  const projectSuppliers = Effect.fn('Lookups.projectSuppliers')(function* (
    caller: Caller,
    projectId: number,
    page: PageQuery,
  ) {
    yield* demandSupplySide(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx =>
        store.listProjectSuppliers(tx, caller.accountId, projectId, pageOf(page)),
      ),
    )
  })

  const languages = Effect.fn('Lookups.languages')((caller: Caller) =>
    database.readAsAccount(caller.accountId, store.listLanguages),
  )
  const countries = Effect.fn('Lookups.countries')((caller: Caller, autoSourceEligible: boolean | null) =>
    database.readAsAccount(caller.accountId, tx => store.listCountries(tx, autoSourceEligible)),
  )
  const countryLanguages = Effect.fn('Lookups.countryLanguages')(function* (caller: Caller, countryId: number) {
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => store.listCountryLanguages(tx, countryId)),
    )
  })

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

  return { consultants, projectSuppliers, languages, countries, countryLanguages, codes }
})

/** The lists to choose from (§3.26–3.29, §3.36). */
export class Lookups extends Context.Service<Lookups, Effect.Success<typeof make>>()('@desk/platform/Lookups') {
  static readonly layer = Layer.effect(Lookups, make)
}
