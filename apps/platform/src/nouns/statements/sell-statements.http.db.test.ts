import { wordsOfFault } from '@desk/schema/statements/verdict-words'
import { verifyFile } from '@desk/schema/statements/verify-statement'
import { readXlsx } from 'hucre'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#testing/database/test-server'
import { lastMonth } from '#testing/months'
import { usePlatform } from '#testing/platform'
import { askAs, type Ask } from '#testing/stage'
import { StudyMaker } from '#testing/study'
import { makeRespondents } from '../reconciliation/testing/respondents.ts'
import { sweepPeriods } from './close-period.ts'
import { nodeCrypto } from './node-crypto.ts'
import { statementKey } from './statement-keys.ts'

const platform = usePlatform()
const KEY = statementKey('the desk of the tests')
const { month, middleMs: lastMonthMs } = lastMonth()

let make: StudyMaker
let accountId: number
let unit: number
let one: number
let other: number
let ask: Ask
let token: string

const download = async (path: string) => {
  const response = await fetch(`${platform().url}${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
  })
  return {
    status: response.status,
    name: response.headers.get('content-disposition'),
    type: response.headers.get('content-type'),
    bytes: new Uint8Array(await response.arrayBuffer()),
  }
}
const periodOf = async (query: string, asked: Ask = ask) =>
  (await asked('GET', `/v1/sell-statements?${query}`)).body.periods.find(
    (period: { month: string }) => period.month === month,
  )
const namesOf = (period: { statements: readonly { id: number | null; name: string; total_cents: number }[] }) =>
  period.statements.map(({ id, name, total_cents: cents }) => [id, name, cents])

/** A project of the account with so many completes of last month at $8.50. */
async function projectOf(name: string, rids: readonly string[], businessUnitId: number | null): Promise<number> {
  const study = await make.study({ accountId })
  await platform().database.asAccount(accountId, tx =>
    sql`update project set name = ${name}, business_unit_id = ${businessUnitId}::int where account_id = ${accountId} and project_id = ${study.projectId}`.execute(
      tx,
    ),
  )
  const place = { accountId, sourceId: study.sourceIds[0] ?? 0, supplierId: study.supplierId }
  await makeRespondents(platform().database, place, rids, { endedAtMs: lastMonthMs })
  return study.projectId
}

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  // users of the house’s clients have the plain external view
  const house = await make.account({ name: 'House', isStaff: true })
  accountId = await make.account({ name: 'Acme', parentAccountId: house, invoicesByBusinessUnit: true })
  unit = await make.businessUnit({ accountId, name: 'North' })
  one = await projectOf('=Snacks', ['a', 'b', 'c'], unit)
  other = await projectOf('Drinks', ['d'], null)
  ask = await askAs(platform(), make, { accountId, roleId: 1 })
  const { username } = await make.user({ accountId, roleId: 2 })
  token = await platform().signIn(username, 'Desk-test-1')
})

describe('statements of the sell side (settlement.md §2)', () => {
  test('an open month says what each project and each business unit is charged, to users of the plain external view too (domain.md §4)', async () => {
    const plain = await askAs(platform(), make, { accountId, roleId: 2 })
    expect((await plain('GET', '/v1/statements')).status).toBe(403)
    const projects = await periodOf('of=project', plain)
    expect([projects.state, projects.count, projects.matching, projects.total_cents]).toEqual(['open', 2, 2, 3_400])
    expect(namesOf(projects)).toEqual([
      [one, '=Snacks', 2_550],
      [other, 'Drinks', 850],
    ])
    const units = await periodOf('of=business_unit', plain)
    expect(namesOf(units)).toEqual([
      [null, '', 850],
      [unit, 'North', 2_550],
    ])
  })

  test('is found by a part of its name and by its id; the sums stay those of the whole month', async () => {
    const found = await periodOf('of=project&search=SNACK')
    expect([namesOf(found), found.count, found.matching, found.total_cents]).toEqual([
      [[one, '=Snacks', 2_550]],
      2,
      1,
      3_400,
    ])
    expect(namesOf(await periodOf(`of=project&search=${other}`))).toEqual([[other, 'Drinks', 850]])
    expect(namesOf(await periodOf('of=project&search=%25'))).toEqual([])
    expect(await periodOf('of=project&state=closed')).toBeUndefined()
  })

  test('has its survey’s lines, and nothing of who supplied them', async () => {
    const { body } = await ask('GET', `/v1/sell-statements/${month}?of=project&id=${one}&limit=2`)
    expect(body).toMatchObject({
      of: 'project',
      id: one,
      name: '=Snacks',
      state: 'open',
      head: null,
      parts: [{ pm_proj_ud: one, kind: 'complete', origin: month, lines: 3, price_cents: 850, amount_cents: 2_550 }],
    })
    expect(Object.keys(body.page[0]).toSorted()).toEqual(
      [
        'amount_cents',
        'at',
        'from_code',
        'hash',
        'kind',
        'line',
        'origin',
        'pm_proj_ud',
        'pm_sy_ud',
        'project_name',
        'rdud',
        'reason_code',
        'survey_name',
        'to_code',
      ].toSorted(),
    )
    expect((await download(`/v1/sell-statements/${month}/file?of=project&id=${one}`)).status).toBe(404)
  })

  test('closing signs all sides at once; the CSV of each verifies offline, its XLSX is an unsigned copy, and a changed cent is named', async () => {
    expect((await ask('POST', `/v1/statements/${month}/close`)).status).toBe(200)
    for (const [query, name, lines] of [
      [`of=project&id=${one}`, `project-${one}`, 3],
      [`of=business_unit&id=${unit}`, `business-unit-${unit}`, 3],
      ['of=business_unit', 'without-business-unit', 1],
    ] as const) {
      const csv = await download(`/v1/sell-statements/${month}/file?${query}`)
      const xlsx = await download(`/v1/sell-statements/${month}/file?${query}&format=xlsx`)
      expect([csv.name, xlsx.name, xlsx.type]).toEqual([
        `attachment; filename="statement-${month}-${name}.csv"`,
        `attachment; filename="statement-${month}-${name}.xlsx"`,
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ])
      expect(await verifyFile(csv.bytes, nodeCrypto)).toMatchObject({
        isWhole: true,
        lines,
        isSigned: true,
        differences: [],
      })
      expect(await verifyFile(xlsx.bytes, nodeCrypto)).toBe('workbook')
    }
    const { bytes } = await download(`/v1/sell-statements/${month}/file?of=project&id=${one}`)
    const dearer = new TextDecoder().decode(bytes).replace(',850,', ',851,')
    const changed = await verifyFile(new TextEncoder().encode(dearer), nodeCrypto)
    expect(typeof changed === 'string' ? changed : changed.faults.map(wordsOfFault)).toEqual([
      'Line 1 was changed (row 2 of the file)',
    ])
  })

  test('a supplier’s workbook says in its first line that it is an unsigned copy; its lines are those of the CSV', async () => {
    const { body } = await ask('GET', '/v1/statements')
    const closed = body.periods.find((period: { month: string }) => period.month === month)
    const supplier: number = closed.statements[0].pm_sup_ud
    const { username } = await make.user({ accountId, roleId: 1 })
    const own = await platform().signIn(username, 'Desk-test-1')
    const response = await fetch(`${platform().url}/v1/statements/${month}/file?supplier=${supplier}&format=xlsx`, {
      headers: { Authorization: `Bearer ${own}`, 'X-Requested-With': 'XMLHttpRequest' },
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const [note, head, ...lines] = (await readXlsx(bytes)).sheets[0]?.rows ?? []
    expect(note?.[0]).toBe(
      'Unsigned copy: nothing proves that these lines are as they were issued. The CSV file of the same lines is signed; verify that one.',
    )
    expect(head?.join(' ')).toBe('line kind origin at project source source_name rdud from to reason amount_cents rid')
    expect(lines.map(cells => [cells[0], cells[11]])).toEqual(
      Array.from({ length: closed.statements[0].completes }, (_, at) => [at + 1, 250]),
    )
  })

  test('what moves to another unit later keeps its closed statement; an account that does not invoice by units has none of open months', async () => {
    await platform().database.asAccount(accountId, tx =>
      sql`update project set business_unit_id = null where account_id = ${accountId}`.execute(tx),
    )
    expect(namesOf(await periodOf('of=business_unit'))).toEqual([
      [null, '', 850],
      [unit, 'North', 2_550],
    ])
    const without = await make.study({ accountId: await make.account({ name: 'Unitless' }) })
    const place = {
      accountId: without.accountId,
      sourceId: without.sourceIds[0] ?? 0,
      supplierId: without.supplierId,
    }
    await makeRespondents(platform().database, place, ['x'], { endedAtMs: lastMonthMs })
    const asked = await askAs(platform(), make, { accountId: without.accountId, roleId: 1 })
    expect(namesOf(await periodOf('of=business_unit', asked))).toEqual([])
    expect((await asked('GET', `/v1/sell-statements/${month}?of=business_unit`)).status).toBe(404)
    expect(namesOf(await periodOf('of=project', asked))).toHaveLength(1)
  })

  test('another account’s projects and units are not found, and a Defender account has none', async () => {
    const stranger = await askAs(platform(), make, { accountId: await make.account({}), roleId: 1 })
    const defender = await askAs(platform(), make, { accountId: await make.account({ type: 'DEFENDER' }), roleId: 1 })
    expect([
      (await stranger('GET', '/v1/sell-statements?of=project')).body.periods,
      (await stranger('GET', `/v1/sell-statements/${month}?of=project&id=${one}`)).status,
      (await stranger('GET', `/v1/sell-statements/${month}/file?of=business_unit&id=${unit}`)).status,
      (await defender('GET', '/v1/sell-statements?of=project')).status,
      (await ask('GET', '/v1/sell-statements?of=supplier')).status,
      (await ask('GET', '/v1/sell-statements')).status,
    ]).toEqual([[], 404, 404, 403, 422, 422])
  })
})

test('a month that was closed when only suppliers had statements gets those of the sell side by the sweep, once and as of its closing (docs/decisions/0059)', async () => {
  const { database, databaseUrl } = platform()
  const study = await make.study({ accountId: await make.account({ name: 'Early' }) })
  const place = { accountId: study.accountId, sourceId: study.sourceIds[0] ?? 0, supplierId: study.supplierId }
  await makeRespondents(database, place, ['early'], { endedAtMs: lastMonthMs })
  const asked = await askAs(platform(), make, { accountId: study.accountId, roleId: 1 })
  await asked('POST', `/v1/statements/${month}/close`)
  // as it was before
  for (const table of ['statement', 'statement_line'])
    await asOwner(
      databaseUrl,
      `alter table ${table} disable trigger never_changed; delete from ${table} where account_id = ${study.accountId} and scope <> 'supplier';
       alter table ${table} enable trigger never_changed`,
    )
  expect(namesOf(await periodOf('of=project', asked))).toEqual([])
  const sweep = () => sweepPeriods({ database, key: KEY, nowMs: Date.now })
  await sweep()
  const read = await asked('GET', `/v1/sell-statements/${month}?of=project&id=${study.projectId}`)
  expect(read.body).toMatchObject({ state: 'closed', lines: 1, total_cents: 850, head: expect.any(String) })
  await sweep()
  expect((await asked('GET', `/v1/sell-statements/${month}?of=project&id=${study.projectId}`)).body).toEqual(read.body)
})
