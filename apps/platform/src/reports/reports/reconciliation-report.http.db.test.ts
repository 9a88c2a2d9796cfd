import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeRespondents } from '#nouns/reconciliation/testing/respondents'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'

const platform = usePlatform()
let on: Stage
let ask: Ask
const THIS_MONTH = expect.stringMatching(/^\d{4}-\d\d$/)

interface Stored {
  readonly outcomes: readonly { readonly outcome: string; readonly rows: number }[]
  readonly rest_outcomes: Stored['outcomes']
  readonly money: { readonly sell_cents: number; readonly supply_cents: number }
}

/** Stores a list of rejected completes, and gives its request. */
async function reject(lines: readonly string[]): Promise<number> {
  const content = `rdud,reason_code\n${lines.join('\n')}\n`
  const file = { filename: 'list.csv', base64: Buffer.from(content).toString('base64') }
  const previewed = await ask('POST', `/v1/reconciliation/${on.study.projectId}`, { file, mode: 'REJECT_LIST' })
  const { reconciliation_ud: id } = previewed.body.request
  const stored = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: id,
    digest: previewed.body.digest,
    project_number: 'AC-1',
  })
  expect([previewed.status, stored.status]).toEqual([200, 200])
  return id
}

beforeAll(async () => {
  on = await stage(platform())
  ask = await askAs(platform(), on.make, { accountId: on.study.accountId, roleId: 1, advancedView: true })
  const place = { accountId: on.study.accountId, sourceId: on.study.sourceIds[0] ?? 0, supplierId: on.study.supplierId }
  await makeRespondents(platform().database, place, ['a', 'b', 'c', 'd', 'e', 'f'])
  const id = await reject(['a,930', 'b,930', 'c,931', 'unknown,930'])
  await reject(['d,'])
  const undo = await ask('POST', '/v1/reconciliation/preview', { pm_proj_ud: on.study.projectId, undo_of: id })
  const { request, digest } = undo.body
  const undone = await ask('POST', '/v1/reconciliation/store', {
    reconciliation_ud: request.reconciliation_ud,
    digest,
    project_number: 'AC-1',
  })
  if (undone.status !== 200) throw new Error(`The undo answered ${undone.status}.`)
  // a list that was not stored adjusts nothing
  const file = { filename: 'later.csv', base64: Buffer.from('rdud\ne\n').toString('base64') }
  await ask('POST', `/v1/reconciliation/${on.study.projectId}`, { file, mode: 'REJECT_LIST' })
})

const read = async (path: string, by: Ask = ask) => {
  const { status, body } = await by('GET', `/v1/reports/reconciliation${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}

test('reconciliation has a line for each project, month and reason, with the rejected, the accepted and the change in money (§2.12, api:M14)', async () => {
  const { by, lines } = await read('')
  const project = { id: on.study.projectId, name: 'Streaming habits' }
  const money = (rejected: number, accepted: number) => ({
    rejected,
    accepted,
    revenue: 8.5 * (accepted - rejected),
    expense: 2.5 * (accepted - rejected),
    pricedCompletes: accepted + rejected,
  })
  expect([by, lines]).toEqual([
    ['project'],
    [
      { project, month: THIS_MONTH, reason_code: 26, ...money(1, 0) },
      { project, month: THIS_MONTH, reason_code: 930, ...money(2, 2) },
      { project, month: THIS_MONTH, reason_code: 931, ...money(1, 1) },
    ],
  ])
})

test('its total is what the stored requests say, to the cent (§2.12, api:R1)', async () => {
  const { total } = await read('')
  const { body }: { body: readonly (Stored & { state: string })[] } = await ask(
    'GET',
    `/v1/reconciliation/${on.study.projectId}`,
  )
  const stored = body.filter(({ state }) => state === 'stored' || state === 'undone')
  const rowsOf = (wanted: string) =>
    stored
      .flatMap(({ outcomes, rest_outcomes }) => [...outcomes, ...rest_outcomes])
      .reduce((sum, { outcome, rows }) => sum + (outcome === wanted ? rows : 0), 0)
  expect(stored).toHaveLength(3)
  expect(total).toEqual({
    rejected: rowsOf('applied_reject'),
    accepted: rowsOf('applied_accept'),
    revenue: stored.reduce((sum, { money }) => sum + money.sell_cents, 0) / 100,
    expense: stored.reduce((sum, { money }) => sum + money.supply_cents, 0) / 100,
    pricedCompletes: 7,
  })
  expect(total).toMatchObject({ rejected: 4, accepted: 3, revenue: -8.5, expense: -2.5 })
})

test('it is of the requests that were stored in a period, and of what the filters leave', async () => {
  const nothing = { rejected: 0, accepted: 0, revenue: 0, expense: 0, pricedCompletes: 0 }
  expect((await read('?to=2026-01-01T00:00:00.000Z')).total).toEqual(nothing)
  expect((await read('?from=2026-01-01T00:00:00.000Z')).total.rejected).toBe(4)
  const otherProject = await on.make.project({ accountId: on.study.accountId, name: 'Beverages' })
  expect(await read(`?pm_proj_ud=${otherProject}`)).toMatchObject({ lines: [], total: nothing })
  expect((await read('?by=supplier')).lines[0].supplier.id).toBe(on.study.supplierId)
})

test('the plain external view has no expense, and another account none of it (domain.md §4)', async () => {
  const { lines, total } = await read('', on.plain)
  expect([...lines, total].filter(line => 'expense' in line)).toEqual([])
  expect(total).toEqual({ rejected: 4, accepted: 3, revenue: -8.5 })
  expect((await read('', on.otherAccount)).lines).toEqual([])
})

test('the month is that of the account’s zone', async () => {
  await platform().database.asSystem(tx =>
    // still October in New York
    sql`update reconciliation set stored_at = '2026-11-01T02:00:00Z' where account_id = ${on.study.accountId} and state in ('stored', 'undone')`.execute(
      tx,
    ),
  )
  const { lines }: { lines: { month: string }[] } = await read('')
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ month: string }>`
      select to_char('2026-11-01T02:00:00Z'::timestamptz at time zone z.iana_name, 'YYYY-MM') as month
      from account a join time_zone z on z.code = a.time_zone_code where a.account_id = ${on.study.accountId}`.execute(
      tx,
    ),
  )
  expect(new Set(lines.map(({ month }) => month))).toEqual(new Set(rows.map(({ month }) => month)))
})
