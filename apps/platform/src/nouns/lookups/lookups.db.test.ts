import type { Caller } from '@desk/api/authorization'
import { NotFound } from '@desk/api/errors'
import { LOOKUP_SLUG_CODES } from '@desk/schema/lookups/lookups'
import { describe, expect, test } from 'vitest'
import { callerOf, callOver } from '#testing/caller'
import { useDatabase } from '#testing/database/harness'
import { StudyMaker } from '#testing/study'
import { lookupHandlers } from './handlers.ts'

const fresh = useDatabase()
const make = () => new StudyMaker(fresh().database)
const over = () => fresh().database
const anyone = callerOf({ accountId: 1 })
const codes = (id: string, at?: string) =>
  callOver(over(), lookupHandlers, 'codes', {
    caller: anyone,
    sent: { params: { id } },
    ...(at === undefined ? {} : { at }),
  })
const countriesFor = (query: { readonly autosourceeligible?: 'true' | 'false' }) =>
  callOver(over(), lookupHandlers, 'countries', { caller: anyone, sent: { query } })
const suppliersOf = (caller: Caller, id: number) =>
  callOver(over(), lookupHandlers, 'projectSuppliers', { caller, sent: { params: { id }, query: {} } })
const names = async (slugOrNumber: string) =>
  Object.fromEntries((await codes(slugOrNumber)).map(item => [item.pm_code, item.pm_code_name]))

describe('code lists', () => {
  test('type 7 is the list of statuses (§3.28, §3.36, §4.1, api:L8)', async () => {
    expect(await codes('7')).toEqual([
      { pm_code: 1, pm_code_name: 'Live' },
      { pm_code: 2, pm_code_name: 'Paused' },
      { pm_code: 3, pm_code_name: 'Draft' },
      { pm_code: 4, pm_code_name: 'Complete' },
      { pm_code: 5, pm_code_name: 'Cancelled' },
      { pm_code: 6, pm_code_name: 'Auto-paused' },
    ])
  })

  test('every slug and number of §3.36 has a list, the same by both names (§3.36, api:L10)', async () => {
    for (const [slug, code] of Object.entries(LOOKUP_SLUG_CODES)) {
      const bySlug = await codes(slug)
      expect([slug, bySlug.length > 1]).toEqual([slug, true])
      expect(await codes(String(code))).toEqual(bySlug)
    }
  })

  test('the lists that the domain decides (§3.36, §3.37, api:L10)', async () => {
    expect(await names('20')).toEqual({ 1: 'None', 2: 'Accelerated', 3: 'Even' })
    expect(await names('calculation-type')).toEqual({ 1: 'Completes', 2: 'Survey starts', 3: 'Hybrid' })
    expect(await names('supplier-types')).toEqual({
      1: 'Panel',
      2: 'Exchange',
      3: 'Router',
      4: 'Aggregator',
      5: 'Client-provided',
    })
    expect(await names('supplier-recruitment-type')).toEqual({
      1: 'Proprietary panel',
      2: 'Loyalty',
      3: 'Customer list',
      4: 'River',
      5: 'Offer wall',
      6: 'Social',
      7: 'Exchange',
      8: 'Invite-only',
    })
  })

  test('security levels and Defender features are listed by their names (api:L10)', async () => {
    expect(await names('security-fraud-detection-type')).toEqual({
      1: 'None (CATI only)',
      2: 'Minimal',
      3: 'Balanced',
      4: 'Most robust',
      5: 'Custom for advanced',
      6: 'Thresholds saved as account default',
      7: 'Tailored per supplier',
    })
    expect(Object.values(await names('29'))).toEqual([
      'Search',
      'Activity',
      'Review',
      'Country check',
      'Passive monitoring',
      'Contextual analysis',
    ])
  })

  test('the other lists hold the values stored by their codes (§3.36, api:L10)', async () => {
    expect(await names('supplier-redirect-type')).toEqual({
      1: 'Complete',
      2: 'Termination',
      3: 'Overquota',
      4: 'Quality',
      5: 'Security',
      6: 'Default',
    })
    expect(await names('source-template-type')).toEqual({ 1: 'DIY', 2: 'Classic', 3: 'Lucid' })
    expect([await names('27'), await names('30'), await names('31'), await names('33')]).toEqual([
      { 1: 'Active', 2: 'Inactive' },
      { 1: 'DESK', 2: 'DEFENDER' },
      { 1: 'Account', 2: 'Business unit' },
      { 1: 'Survey', 2: 'Source' },
    ])
  })

  test.each(['999', 'no-such-list', '__proto__', '7.5', '-7', ''])('there is no list %j (api:L10)', async name => {
    await expect(codes(name)).rejects.toBeInstanceOf(NotFound)
  })

  test('time zones carry the offset that they have at the moment, from west to east (§5.31, §7.21, api:L10)', async () => {
    const zones = async (at: string) => {
      const items = await codes('time-zone-type', at)
      return items.map(item => ('iana_name' in item ? item : null))
    }
    const inWinter = await zones('2026-01-15T12:00:00.000Z')
    const inSummer = await zones('2026-07-15T12:00:00.000Z')
    const labelOf = (items: typeof inWinter, code: number) => items.find(item => item?.pm_code === code)
    expect(labelOf(inWinter, 15)).toEqual({
      pm_code: 15,
      pm_code_name: '(UTC-05:00) Eastern Time, New York',
      iana_name: 'America/New_York',
    })
    expect(labelOf(inSummer, 15)?.pm_code_name).toBe('(UTC-04:00) Eastern Time, New York')
    expect(labelOf(inWinter, 42)?.pm_code_name).toBe('(UTC+05:45) Kathmandu')
    expect(inWinter[0]?.pm_code_name).toBe('(UTC-11:00) American Samoa')
    expect(inWinter.at(-1)?.pm_code_name).toBe('(UTC+13:45) Chatham Islands')
    expect(inWinter.length).toBe(55)
    expect(await codes('TIME_ZONE_TYPE', '2026-01-15T12:00:00.000Z')).toEqual(inWinter)
  })
})

describe('countries and languages', () => {
  test("'United States of America' is listed first, the others by name (§3.27, api:L6)", async () => {
    const countries = await countriesFor({})
    expect(countries.slice(0, 4)).toEqual([
      { pm_cy_cs_id: 840, name: 'United States of America', iso2: 'US' },
      { pm_cy_cs_id: 4, name: 'Afghanistan', iso2: 'AF' },
      { pm_cy_cs_id: 248, name: 'Åland Islands', iso2: 'AX' },
      { pm_cy_cs_id: 8, name: 'Albania', iso2: 'AL' },
    ])
    expect(countries.length).toBe(249)
    const rest = countries.slice(1).map(({ name }) => name)
    expect(rest).toEqual(rest.toSorted(new Intl.Collator('und').compare))
  })

  test('autosourceeligible picks the countries that an exchange can fill, or the others (api:L6)', async () => {
    const [yes, no] = await Promise.all(
      (['true', 'false'] as const).map(autosourceeligible => countriesFor({ autosourceeligible })),
    )
    expect([yes?.[0]?.iso2, yes?.length, no?.length, no?.some(({ iso2 }) => iso2 === 'US')]).toEqual([
      'US',
      50,
      199,
      false,
    ])
  })

  test("a country's languages (api:L9)", async () => {
    const isos = async (countryId: number) =>
      (
        await callOver(over(), lookupHandlers, 'countryLanguages', {
          caller: anyone,
          sent: { query: { country_id: countryId } },
        })
      ).map(({ iso }) => iso)
    expect([await isos(840), await isos(124), await isos(756)]).toEqual([
      ['en', 'es'],
      ['en', 'fr'],
      ['en', 'fr', 'de', 'it'],
    ])
    await expect(isos(999)).rejects.toBeInstanceOf(NotFound)
  })

  test('languages by name (api:L4)', async () => {
    const languages = await callOver(over(), lookupHandlers, 'languages', { caller: anyone, sent: {} })
    expect(languages.slice(0, 2)).toEqual([
      { languages_id: 2, name: 'Abkhazian', iso: 'ab' },
      { languages_id: 1, name: 'Afar', iso: 'aa' },
    ])
    expect(languages.length).toBe(183)
  })
})

describe("an account's own lists", () => {
  test("consultants are the account's project managers by name, then 'Other (no consultant)' (§9.10, api:L1)", async () => {
    const accountId = await make().account()
    const other = await make().account()
    const zoe = await make().user({ accountId, firstname: 'Zoë', isConsultant: true })
    const eva = await make().user({ accountId, firstname: 'Éva', isConsultant: true })
    await make().user({ accountId, firstname: 'Ian', isConsultant: false })
    await make().user({ accountId: other, firstname: 'Abe', isConsultant: true })
    const caller = callerOf({ accountId })
    expect(await callOver(over(), lookupHandlers, 'consultants', { caller, sent: { query: {} } })).toEqual([
      { uid: eva.userId, name: 'Éva Byron' },
      { uid: zoe.userId, name: 'Zoë Byron' },
      { uid: 1_900_001, name: 'Other (no consultant)' },
    ])
    expect(
      await callOver(over(), lookupHandlers, 'consultants', { caller, sent: { query: { limit: 1, offset: 1 } } }),
    ).toEqual([{ uid: zoe.userId, name: 'Zoë Byron' }])
  })

  test('suppliers of one project, by name (api:L7)', async () => {
    const study = await make().study()
    await make().supplier({ accountId: study.accountId, name: 'Äther Panel' })
    const otherAccount = await make().study()
    const caller = callerOf({ accountId: study.accountId })
    const used = { pm_sup_ud: study.supplierId, name: 'Northlight Panels' }
    expect(await suppliersOf(caller, study.projectId)).toEqual([used])
    await expect(suppliersOf(caller, otherAccount.projectId)).rejects.toBeInstanceOf(NotFound)
  })
})
