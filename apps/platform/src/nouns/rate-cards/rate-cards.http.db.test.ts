import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})

const CSV = 'LOI,90,50\r\n10,2.10,3.00\r\n20,,4.50\r\n'
const DEARER = 'LOI,90,50\r\n10,2.20,3.00\r\n20,,4.50\r\n'
const file = (text: string, filename = 'card.csv') => ({ filename, base64: Buffer.from(text).toString('base64') })
const form = (more: object = {}) => ({ rate_card_name: 'General population', file: file(CSV), ...more })
const adminOf = (accountId: number) => askAs(platform(), make, { accountId, roleId: 1 })
const stored = async (ask: Ask, body: object) => {
  const answer = await ask('POST', '/v1/ratecard', body)
  expect([answer.status, answer.body.details]).toEqual([200, undefined])
  return answer.body
}
const GRID = {
  loi_minutes: [10, 20],
  ir_percents: [90, 50],
  prices_minor: [
    [210, 300],
    [null, 450],
  ],
  cpi_min: null,
  cpi_max: null,
}
const countryId = async (iso: string): Promise<number> => {
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ id: number }>`select country_id as id from country where iso2 = ${iso}`.execute(tx),
  )
  return rows[0]?.id ?? 0
}

test('a card is uploaded, listed, read and exported as the same file; a second for the same unit and country is refused (§7.29, api:C1, api:C2, api:C4)', async () => {
  const accountId = await make.account()
  const admin = await adminOf(accountId)
  const unit = await make.businessUnit({ accountId, name: 'Health' })
  const country = await countryId('DE')
  const card = await stored(admin, form({ business_unit_ud: unit, pm_cy_cs_id: country, cpi_min: 4.35, cpi_max: 30 }))
  const row = {
    rate_card_ud: card.rate_card_ud,
    rate_card_name: 'General population',
    business_unit_ud: unit,
    business_unit_name: 'Health',
    pm_cy_cs_id: country,
    country_name: 'Germany',
    currency: 'USD',
    version: 1,
    is_withdrawn: false,
    effective_from: card.uploaded_at,
    loi_count: 2,
    ir_count: 2,
    filename: 'card.csv',
    uploaded_by: 'Ada Byron',
    uploaded_at: card.uploaded_at,
  }
  expect(card).toEqual({ ...row, grid: { ...GRID, cpi_min: 435, cpi_max: 3000 } })
  expect((await admin('GET', '/v1/ratecard')).body).toEqual([row])
  expect((await admin('GET', `/v1/ratecard/${card.rate_card_ud}`)).body).toEqual(card)
  const again = await admin('POST', '/v1/ratecard', form({ business_unit_ud: unit, pm_cy_cs_id: country }))
  expect([again.status, again.body.reason, again.body.current]).toEqual([409, 'rate_card_exists', card])
  await stored(admin, form({ business_unit_ud: unit }))
  expect((await admin('GET', '/v1/ratecard')).body).toHaveLength(2)
})

/** The bytes of an export. */
async function exported(accountId: number, id: number, format: string): Promise<Response> {
  const { username } = await make.user({ accountId, roleId: 1 })
  const token = await platform().signIn(username, TEST_PASSWORD)
  return fetch(`${platform().url}/v1/ratecardexport/${id}?format=${format}`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
  })
}

test('the same file comes out that went in: CSV byte by byte, a workbook cell by cell (§7.29, api:C4)', async () => {
  const accountId = await make.account()
  const admin = await adminOf(accountId)
  const text = '\uFEFF"LOI \\ IR";90%;"50,5"\n10 min;2,10;3\n20;;4,5'
  const { rate_card_ud: id } = await stored(admin, form({ file: file(text) }))
  const csv = await exported(accountId, id, 'csv')
  expect([csv.status, csv.headers.get('content-disposition'), Buffer.from(await csv.arrayBuffer())]).toEqual([
    200,
    `attachment; filename="rate-card-${id}-v1.csv"`,
    Buffer.from(text),
  ])
  const workbook = Buffer.from(await (await exported(accountId, id, 'xlsx')).arrayBuffer())
  const check = async (sent: object) => (await admin('POST', '/v1/ratecard/check', sent)).body
  const first = await check({ file: { filename: 'card.xlsx', base64: workbook.toString('base64') } })
  expect(first).toEqual({
    cells: [
      ['LOI \\ IR', '90', '50.5'],
      ['10', '2.1', '3'],
      ['20', '', '4.5'],
    ],
    faults: [],
    grid: { ...GRID, ir_percents: [90, 50.5] },
    reading: {
      delimiter: null,
      head_row: null,
      sheets: [{ name: 'Rate card', is_hidden: false, is_read: true, head_row: 1, lines_from: 0 }],
      rows_not_read: [],
      hidden_rows: 0,
    },
  })
  const country = await countryId('FR')
  const { rate_card_ud: next } = await stored(
    admin,
    form({ pm_cy_cs_id: country, file: { filename: 'card.xlsx', base64: workbook.toString('base64') } }),
  )
  const back = Buffer.from(await (await exported(accountId, next, 'xlsx')).arrayBuffer())
  expect(await check({ file: { filename: 'card.xlsx', base64: back.toString('base64') } })).toEqual(first)
})

test('of 10,000 cells 50 faults are each at their cell, and nothing changes (§7.29, api:C2, api:C3)', async () => {
  const accountId = await make.account()
  const admin = await adminOf(accountId)
  const cells = [
    ['LOI', ...Array.from({ length: 100 }, (_, at) => String(100 - at * 0.5))],
    ...Array.from({ length: 100 }, (_, row) => [
      String(row + 1),
      ...Array.from({ length: 100 }, (_cell, column) => ((row * 100 + column) % 200 === 37 ? 'x' : '2.50')),
    ]),
  ]
  const sent = file(cells.map(row => row.join(',')).join('\n'))
  const { faults, grid } = (await admin('POST', '/v1/ratecard/check', { file: sent })).body
  const expected = Array.from({ length: 50 }, (_, at) => `AM${at * 2 + 2}`)
  expect([faults.map(({ cell }: { cell: string }) => cell), grid]).toEqual([expected, null])
  const before = await stored(admin, form())
  for (const refused of [
    await admin('POST', '/v1/ratecard', form({ file: sent, pm_cy_cs_id: await countryId('DE') })),
    await admin('PUT', '/v1/ratecard', form({ file: sent, rate_card_ud: before.rate_card_ud, version: 1 })),
  ]) {
    expect([refused.status, refused.body.details.map(({ path }: { path: string[] }) => path)]).toEqual([
      422,
      expected.map(cell => ['file', cell]),
    ])
  }
  expect(
    (await admin('GET', '/v1/ratecard')).body.map(({ rate_card_ud }: { rate_card_ud: number }) => rate_card_ud),
  ).toEqual([before.rate_card_ud])
})

test('a new version follows the newest with its date, and both stay to be compared; the same file makes none (§7.29, api:C3)', async () => {
  const accountId = await make.account()
  const admin = await adminOf(accountId)
  const first = await stored(admin, form())
  const put = (more: object) => admin('PUT', '/v1/ratecard', form({ rate_card_ud: first.rate_card_ud, ...more }))
  expect((await put({ version: 1 })).body).toEqual(first)
  const from = '2099-01-01T00:00:00.000Z'
  const second = (await put({ version: 1, file: file(DEARER), effective_from: from })).body
  expect(second).toEqual({
    ...first,
    rate_card_ud: expect.any(Number),
    version: 2,
    effective_from: from,
    uploaded_at: expect.any(String),
    grid: { ...GRID, prices_minor: [[220, 300], GRID.prices_minor[1]] },
  })
  const ids = async (query: string) =>
    (await admin('GET', `/v1/ratecard${query}`)).body.map(({ rate_card_ud }: { rate_card_ud: number }) => rate_card_ud)
  expect([await ids(''), await ids(`?rate_card_ud=${first.rate_card_ud}`)]).toEqual([
    [second.rate_card_ud],
    [second.rate_card_ud, first.rate_card_ud],
  ])
  const stale = await put({ version: 1, file: file(CSV.replace('3.00', '3.10')) })
  expect([stale.status, stale.body.reason, stale.body.current]).toEqual([409, 'stale_version', second])
  // it would never be in force
  const early = await put({ version: 2, file: file(CSV) })
  expect([early.status, early.body.details]).toEqual([
    422,
    [
      {
        path: ['effective_from'],
        message: `Version 2 is effective from ${from}: the next one begins then or later`,
      },
    ],
  ])
  const { body: history } = await admin('GET', `/v1/history/rate_card/${first.rate_card_ud}`)
  expect(history.map(({ act, changes }: { act: string; changes: unknown }) => [act, changes])[0]).toEqual([
    'edited',
    [
      { field: 'version', from: 1, to: 2 },
      { field: 'effective_from', from: first.effective_from, to: from },
    ],
  ])
})

test('the price comes from the version in force, of the card that is nearest (domain.md §6, api:S9, api:C3)', async () => {
  const accountId = await make.account()
  const admin = await adminOf(accountId)
  const unit = await make.businessUnit({ accountId, name: 'Health' })
  const first = await stored(admin, form())
  await admin(
    'PUT',
    '/v1/ratecard',
    form({ rate_card_ud: first.rate_card_ud, file: file(DEARER), effective_from: '2099-01-01T00:00:00.000Z' }),
  )
  const ofUnit = await stored(admin, form({ business_unit_ud: unit, rate_card_name: 'Health', cpi_min: 9 }))
  const quote = async (query: string) =>
    (await admin('GET', `/v1/buyer-pricing?est_loi=8&qualifying_rate=60${query}`)).body
  expect([await quote(''), await quote(`&business_unit_ud=${unit}`)]).toMatchObject([
    { rate_card_ud: first.rate_card_ud, version: 1, price: 3, loi_minutes: 10, ir_percent: 50 },
    { rate_card_ud: ofUnit.rate_card_ud, rate_card_name: 'Health', price: 9 },
  ])
})

test('a form is refused at its fields: name, bounds, lists, a date in the past, and a file that is none (§5.28, §7.29, api:C2)', async () => {
  const accountId = await make.account()
  const admin = await adminOf(accountId)
  const foreign = await make.businessUnit({ accountId: await make.account(), name: 'Foreign' })
  const refused = async (more: object) => {
    const { status, body } = await admin('POST', '/v1/ratecard', form(more))
    return [status, body.details]
  }
  expect(
    await refused({
      business_unit_ud: foreign,
      pm_cy_cs_id: 999_999,
      cpi_min: 5,
      cpi_max: 4,
      effective_from: '2020-01-01T00:00:00.000Z',
    }),
  ).toEqual([
    422,
    [
      { path: ['cpi_max'], message: 'Highest CPI must not be lower than the lowest' },
      {
        path: ['effective_from'],
        message: 'Effective from must not be in the past: launched surveys keep the price of their launch',
      },
      { path: ['business_unit_ud'], message: 'Business Unit is not in the list' },
      { path: ['pm_cy_cs_id'], message: 'Country is not in the list' },
    ],
  ])
  expect(await refused({ rate_card_name: ' ', cpi_min: 0.001 })).toEqual([
    422,
    [
      { path: ['rate_card_name'], message: 'Name is required' },
      { path: ['cpi_min'], message: 'Lowest CPI must be at least 0.01' },
    ],
  ])
  expect(await refused({ file: file('%PDF-1.7') })).toEqual([
    422,
    [{ path: ['file'], message: 'This is a PDF. Upload the rate card as CSV, TXT or XLSX.' }],
  ])
})

test('a multipart form is the same as its JSON; more than its limit is refused, and stores nothing (§7.29, §7.33, api:C2)', async () => {
  const accountId = await make.account()
  const { username } = await make.user({ accountId, roleId: 1 })
  const token = await platform().signIn(username, TEST_PASSWORD)
  const unit = await make.businessUnit({ accountId, name: 'Health' })
  const post = async (fields: Readonly<Record<string, string>>, content: string, path = '/v1/ratecard') => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', new Blob([content]), 'Karte für Ärzte.csv')
    const answer = await fetch(platform().url + path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
      body,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const made = await post(
    { rate_card_name: '2027', business_unit_ud: String(unit), pm_cy_cs_id: '', cpi_min: '2.5' },
    CSV,
  )
  expect([made.status, made.body]).toEqual([
    200,
    expect.objectContaining({
      rate_card_name: '2027',
      business_unit_ud: unit,
      pm_cy_cs_id: null,
      filename: 'Karte für Ärzte.csv',
      grid: { ...GRID, cpi_min: 250 },
    }),
  ])
  const wrong = await post({ rate_card_name: 'Other', cpi_min: 'much' }, CSV)
  expect([wrong.status, wrong.body.details]).toEqual([
    422,
    [{ path: ['cpi_min'], message: 'Lowest CPI must be a number' }],
  ])
  expect((await post({ rate_card_name: 'Large' }, 'x'.repeat(1_000_001))).status).toBe(413)
  // a form is for these calls alone
  expect((await post({ pm_proj_name: 'Habits' }, CSV, '/v1/projects')).status).toBe(415)
})

test('rate cards are for the admins of their DESK account alone (domain.md §8)', async () => {
  const accountId = await make.account()
  const admin = await adminOf(accountId)
  const { rate_card_ud: id } = await stored(admin, form())
  const statusesOf = async (ask: Ask) =>
    Promise.all([
      ask('GET', `/v1/ratecard/${id}`),
      ask('PUT', '/v1/ratecard', form({ rate_card_ud: id })),
      ask('GET', `/v1/ratecardexport/${id}?format=xls`),
      ask('GET', `/v1/history/rate_card/${id}`),
    ]).then(answers => answers.map(({ status }) => status))
  const other = await adminOf(await make.account())
  expect(await statusesOf(await askAs(platform(), make, { accountId, roleId: 2 }))).toEqual([403, 403, 403, 404])
  expect(await statusesOf(other)).toEqual([404, 404, 422, 404])
  expect((await other('GET', `/v1/ratecard?rate_card_ud=${id}`)).body).toEqual([])
  expect((await other('GET', `/v1/ratecardexport/${id}`)).status).toBe(404)
})
