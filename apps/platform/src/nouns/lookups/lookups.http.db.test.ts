import { beforeAll, expect, test } from 'vitest'
import { asOwner } from '#testing/database/test-server'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

const STATUSES = ['Live', 'Paused', 'Draft', 'Complete', 'Cancelled', 'Auto-paused'].map((pm_code_name, at) => ({
  pm_code: at + 1,
  pm_code_name,
}))

test('the list of statuses is platform codes type 7, by every road (§3.28, §3.36, api:L2, api:L8, api:L10)', async () => {
  const { plain } = on
  const bodies = await Promise.all(
    ['/v1/status', '/v1/platform-codes?type=7', '/v1/platform-codes/7', '/v1/platform-codes/stream-status'].map(
      async path => (await plain('GET', path)).body,
    ),
  )
  expect(bodies).toEqual([STATUSES, STATUSES, STATUSES, STATUSES])
})

test('supplier types by their own path, and unknown lists are not there (§3.36, api:L5, api:L10)', async () => {
  const { defender, plain } = on
  expect(
    (await defender('GET', '/v1/platform-codes/supplier-types')).body.map(
      (item: { pm_code_name: string }) => item.pm_code_name,
    ),
  ).toEqual(['Panel', 'Exchange', 'Router', 'Aggregator', 'Client-provided'])
  expect([
    (await plain('GET', '/v1/platform-codes/nothing')).status,
    (await plain('GET', '/v1/platform-codes?type=nothing')).status,
    (await plain('GET', '/v1/platform-codes')).status,
  ]).toEqual([404, 404, 422])
})

test("a priority 'low' is not in its list, no matter who put it there (§5.30, §9.6)", async () => {
  const names = async () =>
    (await on.plain('GET', '/v1/platform-codes/traffic-control-limit')).body.map(
      (item: { pm_code_name: string }) => item.pm_code_name,
    )
  const before = await names()
  await asOwner(
    platform().databaseUrl,
    "insert into platform_code (type_code, pm_code, pm_code_name) values (20, 90, 'Low'), (20, 91, 'Lowest')",
  )
  expect(await names()).toEqual(['Lowest', ...before])
})

test('time zones carry code, label and IANA name (§5.31, api:L10)', async () => {
  const { body } = await on.plain('GET', '/v1/platform-codes/time-zone-type')
  expect(body.find((zone: { pm_code: number }) => zone.pm_code === 41)).toEqual({
    pm_code: 41,
    pm_code_name: '(UTC+05:30) Mumbai, Delhi, Kolkata',
    iana_name: 'Asia/Kolkata',
  })
})

test("countries with 'United States of America' first, its languages, and all languages (§3.27, api:L4, api:L6, api:L9)", async () => {
  const { plain } = on
  const [all, eligible, spoken, languages] = await Promise.all(
    [
      '/v1/country-codes',
      '/v1/country-codes?autosourceeligible=true',
      '/v1/country-language?country_id=840',
      '/v1/languages',
    ].map(async path => (await plain('GET', path)).body),
  )
  expect([all[0], all.length, eligible[0].iso2, eligible.length]).toEqual([
    { pm_cy_cs_id: 840, name: 'United States of America', iso2: 'US' },
    249,
    'US',
    50,
  ])
  expect([spoken.map((language: { name: string }) => language.name), languages.length]).toEqual([
    ['English', 'Spanish'],
    183,
  ])
  expect([
    (await plain('GET', '/v1/country-language?country_id=999')).status,
    (await plain('GET', '/v1/country-codes?autosourceeligible=maybe')).status,
  ]).toEqual([404, 422])
})

test("consultants and suppliers of the account, and a project's suppliers for the internal view (§9.10, api:L1, api:L3, api:L7)", async () => {
  const { study, plain, advanced, otherAccount } = on
  const other = { uid: 1_900_001, name: 'Other (no consultant)' }
  const supplier = { pm_sup_ud: study.supplierId, name: 'Northlight Panels' }
  const listed = { ...supplier, pm_supplier_type_code_ud: 1, recruitment_type: 1, sources_count: 1, redirect_types: [] }
  expect([
    (await plain('GET', '/v1/consultants')).body,
    (await plain('GET', '/v1/suppliers')).body,
    (await otherAccount('GET', '/v1/suppliers')).body,
  ]).toEqual([[other], [listed], []])
  const path = `/v1/project-suppliers/${study.projectId}`
  const answers = await Promise.all([advanced, plain, otherAccount].map(ask => ask('GET', path)))
  expect([answers[0]?.body, ...answers.map(({ status }) => status)]).toEqual([[supplier], 200, 403, 404])
})
