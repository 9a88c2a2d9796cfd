import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs } from '#testing/stage'
import { StudyMaker } from '#testing/study'
import { makeStand, numbered } from './testing/stand.ts'

const platform = usePlatform()
let make: StudyMaker
beforeAll(() => {
  make = new StudyMaker(platform().database)
})
const stand = (accountId?: number) => makeStand(platform(), make, accountId)

describe('the window', () => {
  test.each([
    [
      'the last moment of the 25th of the next month, in New York',
      '2026-09-30T23:59:00-04:00',
      '2026-10-26T04:00:00.000Z',
    ],
    ['over the change of the clocks', '2026-10-31T12:00:00-04:00', '2026-11-26T05:00:00.000Z'],
    ['of a complete that is of the next month in UTC alone', '2026-11-01T03:30:00Z', '2026-11-26T05:00:00.000Z'],
  ])('ends at %s', async (_what, endedAt, deadline) => {
    const { preview, completes } = await stand()
    const [made] = await completes(['one'], { endedAtMs: Date.parse(endedAt) })
    const { body } = await preview({ rduds: [made?.rdud] })
    expect(body.rows[0]).toMatchObject({
      deadline_at: deadline,
      outcome: Date.parse(deadline) > Date.now() ? 'applied_reject' : 'expired',
    })
  })

  test('is the day that the account has set', async () => {
    const { preview, completes, study, ask } = await stand()
    await platform().database.asSystem(tx =>
      sql`update account set reconciliation_window_day = 10 where account_id = ${study.accountId}`.execute(tx),
    )
    const [made] = await completes(['one'], { endedAtMs: Date.parse('2026-09-15T12:00:00Z') })
    const { body } = await preview({ rduds: [made?.rdud] })
    expect(body.rows[0].deadline_at).toBe('2026-10-11T04:00:00.000Z')
    expect((await ask('GET', '/v1/reconciliation/userv2')).body).toMatchObject({
      can_use_v2: true,
      default_reason_code: 26,
      window_day: 10,
      time_zone: 'America/New_York',
      rows_max: 100_000,
    })
  })
})

test('the summary says the last stored upload of the old version, money and months (§3.35, §4.13, api:R4, api:R13)', async () => {
  const { upload, preview, completes, store, ask, study } = await stand()
  const made = await completes(numbered(10))
  const summary = () => ask('GET', `/v1/reconciliation/${study.projectId}/summary`)
  expect((await summary()).body).toMatchObject({ data: { rud: '' }, completes: 10, open_completes: 10, requests: 0 })
  const chosen = await store(await preview({ rduds: [made[0]?.rdud] }))
  expect(chosen.status).toBe(200)
  expect((await summary()).body.data).toEqual({ rud: '' })
  const stored = await store(await upload(`${made[1]?.rdud}\n`))
  expect((await summary()).body).toMatchObject({
    data: { rud: String(stored.body.request.reconciliation_ud) },
    number_to_type: 'AC-1',
    completes: 8,
    rejected: 2,
    open_completes: 8,
    money: { sell_cents: -1700, supply_cents: -500 },
    requests: 2,
    months: [{ completes: 8, rejected: 2, is_open: true, sell_cents: 8 * 850, supply_cents: 8 * 250 }],
  })
})

test('the choices of the new version, its list, and both downloads (api:R5, api:R6, api:R7, api:R9, api:R12, api:R2, api:R8)', async () => {
  const { preview, completes, store, ask, study, sourceId } = await stand()
  const made = await completes(numbered(10))
  await completes(['term'], { inboundCode: '2000' })
  const get = (what: string) => ask('GET', `/v1/reconciliation/${study.projectId}/${what}`)
  const stored = await store(await preview({ rduds: made.slice(0, 2).map(({ rdud }) => rdud), reason_code: 933 }))
  expect((await get('filterdates')).body).toMatchObject([{ completes: 8, rejected: 2, is_open: true }])
  expect((await get('filterstreams')).body).toEqual([
    { stmid: sourceId, name: 'Main', pm_sy_ud: study.surveyId, survey_name: 'Gen pop US', completes: 8, rejected: 2 },
  ])
  expect((await get('filtersuppliers')).body).toEqual([
    { pm_sup_ud: study.supplierId, name: 'Northlight Panels', completes: 8, rejected: 2 },
  ])
  const retrieve = (more: object, query = '') =>
    ask('POST', `/v1/reconciliation/retrieve${query}`, { pm_proj_ud: study.projectId, ...more })
  const found = await retrieve({}, '?limit=3')
  expect([found.body.total, found.body.respondents.length]).toEqual([8, 3])
  expect(found.body.respondents[0]).toMatchObject({ code: 30, is_open: true, sell_cents: 850, supply_cents: 250 })
  expect((await retrieve({ codes: [31] })).body).toMatchObject({
    total: 1,
    respondents: [{ rid: 'term', is_open: true }],
  })
  expect((await retrieve({ stmids: [999_999] })).body.total).toBe(0)
  expect((await retrieve({ from: '2026-01-01', until: '2026-01-02' })).body.total).toBe(0)
  const { reconciliation_ud } = stored.body.request
  const report = await get(`report?reconciliation_ud=${reconciliation_ud}&outcome=applied_reject&limit=1`)
  expect(report.body).toMatchObject({
    total: 2,
    rows: [{ line: 1, outcome: 'applied_reject', from_code: 30, to_code: 50 }],
  })
  const csv = await get(`report?reconciliation_ud=${reconciliation_ud}&format=csv`)
  expect(csv.body.split('\r\n')[1]).toMatch(
    new RegExp(
      `^1,${made[0]?.rdud},${made[0]?.rdud},rid-1,choice,applied_reject,Complete,Rejected at reconciliation,933,Speeder,,Main,Northlight Panels,8.50,2.50,`,
    ),
  )
  const download = (more: object) =>
    ask('POST', '/v1/reconciliation/maindownload', { pm_proj_ud: study.projectId, ...more })
  expect((await download({ reconciliation_ud })).body).toBe(csv.body)
  expect((await download({ choice: { pm_proj_ud: study.projectId } })).body.split('\r\n')).toHaveLength(10)
  expect((await download({ rduds: [made[3]?.rdud, 'nobody'] })).body.split('\r\n')[1]).toContain('rid-4')
  const events = await ask('POST', '/v1/reconciliation/eventexport', { pm_proj_ud: study.projectId })
  expect(events.body.split('\r\n')).toHaveLength(4)
  expect(events.body).toContain('Rejected at reconciliation,933,Speeder,Main,Northlight Panels,8.50,2.50')
})

test('the indicator says open completes, money and days, to whom has the flag (§6.8, api:P14)', async () => {
  const { completes, study, ask } = await stand()
  await completes(numbered(3))
  const indicator = (body: object) => ask('POST', '/v1/reconciliation/projectindicator', body)
  expect((await indicator({})).status).toBe(403)
  await platform().database.asSystem(tx =>
    sql`update app_user set view_recon_indicator = true where home_account_id = ${study.accountId}`.execute(tx),
  )
  const { status, body } = await indicator({ pm_proj_uds: [study.projectId] })
  expect(status).toBe(200)
  expect(body).toMatchObject([
    {
      pm_proj_ud: study.projectId,
      open_completes: 3,
      closing_completes: 3,
      at_risk_cents: 3 * 850,
      currency: 'USD',
      closing: 'next_month',
      last_reconciled_at: null,
    },
  ])
  expect((await indicator({})).body).toEqual(body)
})

test('a view without the supply side has no supplier and no supply price (domain.md §4)', async () => {
  const house = await make.account({ isStaff: true })
  const { completes, study } = await stand(await make.account({ parentAccountId: house }))
  const plain = await askAs(platform(), make, { accountId: study.accountId, roleId: 2 })
  const [made] = await completes(numbered(10))
  const previewed = await plain('POST', '/v1/reconciliation/preview', {
    pm_proj_ud: study.projectId,
    rduds: [made?.rdud],
  })
  expect(previewed.status).toBe(200)
  expect(JSON.stringify(previewed.body)).not.toMatch(/supply_cents|Northlight|by_supplier|again_cents/)
  const suppliers = await plain('GET', `/v1/reconciliation/${study.projectId}/filtersuppliers`)
  expect(suppliers.body).toEqual([])
})
