import type { ReconciliationPreview } from '@desk/schema/reconciliation/reconciliation-preview'
import type { ReconciliationRow } from '@desk/schema/reconciliation/reconciliation-row'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker, type Study } from '#testing/study'
import { makeRespondents } from './testing/respondents.ts'

const platform = usePlatform()
let study: Study
let ask: Ask
let plain: Ask
let preview: ReconciliationPreview

const report = (query: string, asked: Ask = ask) =>
  asked(
    'GET',
    `/v1/reconciliation/${study.projectId}/report?reconciliation_ud=${preview.request.reconciliation_ud}&limit=1000&${query}`,
  )
const isBilled = (code: number | null): number => (code === 30 || code === 51 ? 1 : 0)
const signOf = ({ from_code: from, to_code: to }: ReconciliationRow) => isBilled(to) - isBilled(from)
const centsOf = (rows: readonly ReconciliationRow[], price: 'sell_cents' | 'supply_cents') =>
  rows.reduce((sum, row) => sum + signOf(row) * (row[price] ?? 0), 0)
/** The rows that a filter leaves: all of them, counted by the answer too. */
async function rowsOf(query: string): Promise<readonly ReconciliationRow[]> {
  const { status, body } = await report(query)
  expect([status, body.total]).toEqual([200, body.rows.length])
  return body.rows
}

beforeAll(async () => {
  const make = new StudyMaker(platform().database)
  // users of the house’s clients have the plain external view
  const house = await make.account({ name: 'House', isStaff: true })
  const accountId = await make.account({ name: 'Acme', parentAccountId: house })
  study = await make.study({ accountId, sources: [STATUS_CODES.live, STATUS_CODES.live] })
  ask = await askAs(platform(), make, { accountId, roleId: 1 })
  plain = await askAs(platform(), make, { accountId, roleId: 2 })
  const [one = 0, other = 0] = study.sourceIds
  const { database } = platform()
  const named = await makeRespondents(database, { accountId, sourceId: one, supplierId: study.supplierId }, ['a', 'b'])
  const nameless = await makeRespondents(database, { accountId, sourceId: other }, ['c', 'd', 'e'])
  const [term] = await makeRespondents(database, { accountId, sourceId: other }, ['t'], { inboundCode: '2000' })
  const list = [
    `${named[0]?.rdud},930`,
    `${nameless[0]?.rdud},931`,
    `${nameless[1]?.rdud},why`,
    `${term?.rdud},931`,
    'nobody,930',
  ]
  const base64 = Buffer.from(list.join('\n')).toString('base64')
  const uploaded = await ask('POST', `/v1/reconciliation/${study.projectId}`, {
    file: { filename: 'list.csv', base64 },
    mode: 'REJECT_LIST',
  })
  preview = uploaded.body
})

test('every sum of a preview is made of exactly the rows that its filter leaves, rows and cents alike (api:R2, settlement.md §1)', async () => {
  const { request, by_reason: reasons, by_supplier: suppliers = [], by_source: sources } = preview
  expect([request.rows, reasons.length, suppliers.length]).toEqual([5, 3, 2])
  for (const { outcome, rows } of request.outcomes)
    expect((await rowsOf(`outcome=${outcome}&rest=false`)).map(row => row.outcome)).toEqual(Array(rows).fill(outcome))
  for (const sum of reasons) {
    const reason = sum.reason_code ?? 'none'
    const all = await rowsOf(`reason=${reason}`)
    const applied = await rowsOf(`reason=${reason}&applied=true`)
    expect([reason, all.length, applied.length, centsOf(applied, 'sell_cents')]).toEqual([
      reason,
      sum.rows,
      sum.applied,
      sum.sell_cents,
    ])
  }
  for (const sum of suppliers) {
    const sup = sum.pm_sup_ud ?? 'none'
    const all = await rowsOf(`sup=${sup}`)
    const applied = await rowsOf(`sup=${sup}&applied=true`)
    expect([sup, all.length, applied.length, centsOf(applied, 'supply_cents')]).toEqual([
      sup,
      sum.rows,
      sum.applied,
      sum.supply_cents,
    ])
  }
  for (const { stmid, completes_before: before, completes_after: after } of sources) {
    const applied = await rowsOf(`stmid=${stmid}&applied=true`)
    expect(applied.reduce((sum, row) => sum + signOf(row), before)).toBe(after)
  }
  const applied = await rowsOf('applied=true')
  expect([applied.length, centsOf(applied, 'sell_cents'), centsOf(applied, 'supply_cents')]).toEqual([
    preview.changes,
    request.money.sell_cents,
    request.money.supply_cents,
  ])
  expect((await rowsOf('applied=false')).length + applied.length).toBe(5)
})

test('the CSV has the same rows; views without the supply side cannot ask by supplier, and a text that is no filter is refused (domain.md §4)', async () => {
  const { request } = preview
  const csv = await report('reason=931&applied=true&format=csv')
  expect([csv.status, String(csv.body).trim().split('\n').length]).toEqual([200, 2])
  const seen = await report('applied=true', plain)
  expect([seen.status, seen.body.total, JSON.stringify(seen.body).includes('"supplier":')]).toEqual([
    200,
    preview.changes,
    false,
  ])
  expect((await report(`sup=${study.supplierId}`, plain)).status).toBe(404)
  expect((await report('sup=none', plain)).status).toBe(404)
  const wrong = await Promise.all(['applied=yes', 'reason=1.5', 'sup=all', 'stmid=0'].map(query => report(query)))
  expect(wrong.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect(request.state).toBe('previewed')
})
