import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { makeRespondents } from './testing/respondents.ts'

const platform = usePlatform()
let on: Stage
let ask: Ask
let exchangeId: number
let previewed: Awaited<ReturnType<Ask>>['body']
let id: number

/** One complete for $2.50 and two of an exchange, which tells no price, are rejected; the exchange's source reached its target. */
beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId, surveyId, supplierId } = on.study
  ask = await askAs(platform(), on.make, { accountId, roleId: 1, advancedView: true })
  exchangeId = await on.make.source({ accountId, projectId, surveyId, name: 'Exchange', type: 'lucid', target: 3 })
  const { database } = platform()
  await makeRespondents(database, { accountId, sourceId: on.study.sourceIds[0] ?? 0, supplierId }, ['a', 'b'])
  await makeRespondents(database, { accountId, sourceId: exchangeId }, ['x', 'y', 'z'])
  const file = { filename: 'list.csv', base64: Buffer.from('rdud\na\nx\ny\n').toString('base64') }
  ;({ body: previewed } = await ask('POST', `/v1/reconciliation/${projectId}`, { file, mode: 'REJECT_LIST' }))
  id = previewed.request.reconciliation_ud
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: id,
    digest: previewed.digest,
    project_number: 'AC-1',
  })
  if (stored.status !== 200) throw new Error(`The list was not stored: ${JSON.stringify(stored.body)}`)
})

const money = { currency: 'USD', sell_cents: -2_550, completes: 3, supply_cents: -250, priced_completes: 1 }

test('a preview says for how many completes the expense is known, as a whole, by reason and by supplier (docs/decisions/0092)', () => {
  expect(previewed.request.money).toEqual(money)
  expect(previewed.by_reason).toMatchObject([{ applied: 3, supply_cents: -250, priced_completes: 1 }])
  const bySupplier = previewed.by_supplier.map((sum: Record<string, unknown>) => [
    sum['pm_sup_ud'],
    sum['applied'],
    sum['supply_cents'],
    sum['priced_completes'],
  ])
  expect(bySupplier).toEqual([
    [null, 2, null, 0],
    [on.study.supplierId, 1, -250, 1],
  ])
})

test('places of an exchange are bought again at a price that is not known', () => {
  expect(previewed.guards).toContainEqual({
    kind: 'below_target',
    stmid: exchangeId,
    source_name: 'Exchange',
    rejects: 2,
    share: 2 / 3,
    reopens: 2,
    again_cents: null,
    message: 'Reopens 2 of the target of Exchange.',
  })
})

test('requests and the project’s summary say so too; a view without the supply side has neither', async () => {
  const { projectId } = on.study
  const { body: requests } = await ask('GET', `/v1/reconciliation/${projectId}`)
  const { body: summary } = await ask('GET', `/v1/reconciliation/${projectId}/summary`)
  expect([requests.map((request: { money: object }) => request.money), summary.money]).toEqual([[money], money])
  const months: readonly Record<string, number>[] = summary.months
  const left = (field: string) => months.reduce((all, month) => all + (month[field] ?? 0), 0)
  // one of each is left
  expect([left('completes'), left('supply_cents'), left('priced_completes')]).toEqual([2, 250, 1])
  const { body: plain } = await on.plain('GET', `/v1/reconciliation/${projectId}/summary`)
  expect(plain.money).toEqual({ currency: 'USD', sell_cents: -2_550, completes: 3 })
  expect(JSON.stringify(plain)).not.toMatch(/supply_cents|priced/)
})

test('a complete without a price has none in rows, events and their files', async () => {
  const { projectId } = on.study
  const { body: report } = await ask('GET', `/v1/reconciliation/${projectId}/report?reconciliation_ud=${id}`)
  expect(report.rows.map((row: { rid: string; supply_cents: number }) => [row.rid, row.supply_cents])).toEqual([
    ['a', 250],
    ['x', null],
    ['y', null],
  ])
  const { body: events } = await ask('POST', '/v1/reconciliation/eventexport', { pm_proj_ud: projectId })
  const [head = '', ...lines] = String(events).trim().split('\r\n')
  const place = head.split(',').indexOf('supply_price')
  const prices = lines.map(line => line.split(',')[place])
  expect([prices.length, prices.filter(price => price === '').length, prices]).toEqual([
    3,
    2,
    expect.arrayContaining(['2.50']),
  ])
})

test('without completes the expense is known: it is nothing', async () => {
  await platform().database.asSystem(tx =>
    sql`update reconciliation set changes = 0, supply_cents = 0, priced_changes = 0 where reconciliation_id = ${id}`.execute(
      tx,
    ),
  )
  const { body } = await ask('GET', `/v1/reconciliation/${on.study.projectId}/summary`)
  expect([body.money.supply_cents, body.money.completes]).toEqual([0, 0])
})
