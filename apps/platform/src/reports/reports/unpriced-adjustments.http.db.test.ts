import { beforeAll, expect, test } from 'vitest'
import { makeRespondents } from '#nouns/reconciliation/testing/respondents'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
let ask: Ask
let exchangeId: number

/** One complete for $2.50 and two of an exchange, which tells no price, are rejected. */
beforeAll(async () => {
  on = await stage(platform())
  const { accountId, projectId, surveyId, supplierId } = on.study
  ask = await askAs(platform(), on.make, { accountId, roleId: 1, advancedView: true })
  exchangeId = await on.make.source({ accountId, projectId, surveyId, name: 'Exchange', type: 'lucid' })
  const { database } = platform()
  await makeRespondents(database, { accountId, sourceId: on.study.sourceIds[0] ?? 0, supplierId }, ['a', 'b'])
  await makeRespondents(database, { accountId, sourceId: exchangeId }, ['x', 'y', 'z'])
  const file = { filename: 'list.csv', base64: Buffer.from('rdud\na\nx\ny\n').toString('base64') }
  const { body } = await ask('POST', `/v1/reconciliation/${projectId}`, { file, mode: 'REJECT_LIST' })
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: body.request.reconciliation_ud,
    digest: body.digest,
    project_number: 'AC-1',
  })
  if (stored.status !== 200) throw new Error(`The list was not stored: ${JSON.stringify(stored.body)}`)
})

const read = async (path: string, by: Ask = ask) => {
  const { status, body } = await by('GET', path)
  expect([path, status]).toEqual([path, 200])
  return body
}
const figuresBySource = async (path: string, fields: readonly string[], by: Ask = ask) => {
  const { lines, total } = await read(path, by)
  const of = (line: object) => Object.fromEntries(fields.map(field => [field, Reflect.get(line, field)]))
  return Object.fromEntries([
    ...lines.map((line: { source: { name: string } }) => [line.source.name, of(line)]),
    ['total', of(total)],
  ])
}

test('the report of reconciliations says for how many completes the expense is known; of none it is not known, and not nothing (docs/decisions/0092)', async () => {
  const fields = ['rejected', 'revenue', 'expense', 'pricedCompletes']
  expect(await figuresBySource('/v1/reports/reconciliation?by=source', fields)).toEqual({
    Main: { rejected: 1, revenue: -8.5, expense: -2.5, pricedCompletes: 1 },
    Exchange: { rejected: 2, revenue: -17, expense: null, pricedCompletes: 0 },
    total: { rejected: 3, revenue: -25.5, expense: -2.5, pricedCompletes: 1 },
  })
  const nothing = { rejected: 0, accepted: 0, revenue: 0, expense: 0, pricedCompletes: 0 }
  expect((await read('/v1/reports/reconciliation?to=2026-01-01T00:00:00.000Z')).total).toEqual(nothing)
  const plain = await read('/v1/reports/reconciliation?by=source', on.plain)
  expect(JSON.stringify(plain)).not.toMatch(/expense|priced/)
})

test('the cost summary says the same of what reconciliations changed', async () => {
  const fields = ['revenue_adjusted', 'expense_adjusted', 'adjusted_completes', 'adjusted_priced']
  const adjusted = {
    Main: { revenue_adjusted: -8.5, expense_adjusted: -2.5, adjusted_completes: 1, adjusted_priced: 1 },
    Exchange: { revenue_adjusted: -17, expense_adjusted: null, adjusted_completes: 2, adjusted_priced: 0 },
    total: { revenue_adjusted: -25.5, expense_adjusted: -2.5, adjusted_completes: 3, adjusted_priced: 1 },
  }
  expect(await figuresBySource('/v1/reports/costs?by=source', fields)).toEqual(adjusted)
  const byState = await read(`/v1/reports/costs?by=state&stmid=${exchangeId}`)
  expect(byState.total).toMatchObject(adjusted.Exchange)
  const plain = await read('/v1/reports/costs?by=source', on.plain)
  expect(JSON.stringify(plain)).not.toMatch(/expense|priced|adjusted_completes/)
})

test('a file has an empty cell where the expense is not known, and how many completes are priced', async () => {
  const cells = async (type: string, ...heads: readonly string[]) => {
    const { body } = await ask('GET', `/v1/reports/${type}/file?format=csv&by=source`)
    const rows = String(body)
      .split('\r\n')
      .map(row => row.split('","').map(cell => cell.replaceAll('"', '')))
    const head = rows.find(row => row.includes('Source')) ?? []
    const places = ['Source', ...heads].map(name => head.indexOf(name))
    return rows.flatMap(row =>
      ['Main', 'Exchange'].includes(row[places[0] ?? 0] ?? '') ? [places.map(at => row[at])] : [],
    )
  }
  expect(new Set(await cells('reconciliation', 'Expense', 'Priced'))).toEqual(
    new Set([
      ['Main', '-2.50', '1'],
      ['Exchange', '', '0'],
    ]),
  )
  expect(new Set(await cells('costs', 'Expense adj.', 'Adjusted', 'Adj. priced'))).toEqual(
    new Set([
      ['Main', '-2.50', '1', '1'],
      ['Exchange', '', '2', '0'],
    ]),
  )
})

test('the dashboard says for how many adjusted completes the expense is known', async () => {
  expect((await read('/v1/dashboard')).adjusted).toEqual({
    revenue: -25.5,
    expense: -2.5,
    completes: 3,
    pricedCompletes: 1,
  })
})

test('how many are priced tells why it changed, as every figure of a report does (settlement.md §4)', async () => {
  const [since, until] = [-3_600_000, 60_000].map(ms => new Date(Date.now() + ms).toISOString())
  const change = async (type: string, figure: string) => {
    const body = await read(`/v1/reports/${type}/change?figure=${figure}&since=${since}&until=${until}`)
    return body.terms.map(({ before, after }: { before: number; after: number }) => [before, after])
  }
  expect([
    await change('reconciliation', 'pricedCompletes'),
    await change('costs', 'adjusted_completes'),
    await change('costs', 'adjusted_priced'),
  ]).toEqual([[[0, 1]], [[0, 3]], [[0, 1]]])
})
