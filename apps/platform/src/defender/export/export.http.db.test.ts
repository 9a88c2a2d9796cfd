import { exportColumns } from '@desk/schema/defender/export-columns'
import { readXlsx } from 'hucre'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { askAs, stage, type Ask } from '#testing/stage'
import { StudyMaker, TEST_PASSWORD, type UserOptions } from '#testing/study'
import { defenderStage, type DefenderStage } from '../testing/defender-stage.ts'

const INTERNAL_ACCOUNT = 1
const HOUR_MS = 3_600_000

const platform = usePlatform()
let superAdmin: Ask
beforeAll(async () => {
  await platform().database.asSystem(tx =>
    sql`insert into account (account_id, name, account_type, is_staff) values (${INTERNAL_ACCOUNT}, 'Provider', 'DESK', true)`.execute(
      tx,
    ),
  )
  const make = new StudyMaker(platform().database)
  superAdmin = await askAs(platform(), make, { accountId: INTERNAL_ACCOUNT, roleId: 3 })
})

let on: DefenderStage
/** The token of an admin with the internal view. */
let admin: string
const giveAccess = (accountId: number, mayExport = true) =>
  platform().database.asSystem(tx =>
    sql`update account set defender_export = ${mayExport} where account_id = ${accountId}`.execute(tx),
  )
beforeEach(async () => {
  const accountId = await new StudyMaker(platform().database).account({
    // no two accounts have one name
    name: `Shield ${randomUUID()}`,
    type: 'DEFENDER',
    parentAccountId: INTERNAL_ACCOUNT,
  })
  on = await defenderStage(platform(), {
    accountId,
    defender: [{ rule: 'duplicate_fingerprint', mode: 'shadow' }],
  })
  await giveAccess(on.study.accountId)
  admin = await signedIn({ advancedView: true })
})

const time = `from=${new Date(Date.now() - 2 * HOUR_MS).toISOString()}&until=${new Date(Date.now() + HOUR_MS).toISOString()}`
const preview = (query = '', ask = on.admin) => ask('GET', `/v1/defender/export?${time}${query}`)
const file = (format: string, query = '', token = admin) =>
  fetch(`${platform().url}/v1/defender/export/file?${time}&format=${format}${query}`, {
    headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
  })
const linesOf = async (answer: Response): Promise<Record<string, unknown>[]> =>
  (await answer.text()).split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]))
const signedIn = async (user: Partial<UserOptions>) =>
  platform().signIn((await on.make.user({ accountId: on.study.accountId, ...user })).username, TEST_PASSWORD)

describe('the export of Defender’s data', () => {
  test('has a line of each entrant, the latest first, with state, rules, places and device, and what a spreadsheet would run as text (§2.28, §9.11)', async () => {
    const first = await on.enter('=HYPERLINK("http://x.example")', {
      fingerprint: 'f-1',
      country: 'US',
      address: '203.0.113.7',
    })
    await on.comeBack(first.hex, '1000')
    const second = await on.enter('r-2', { fingerprint: 'f-1', country: 'CA' })
    const { status, body } = await preview()
    expect([status, body.lines, body.is_at_least]).toEqual([200, 2, false])
    expect(
      body.rows.map(({ rdud, code, recorded, country }: Answer['body']) => [rdud, code, recorded, country]),
    ).toEqual([
      [second.rdud, 11, ['duplicate_fingerprint'], 'CA'],
      [first.rdud, 30, [], 'US'],
    ])
    const csv = (await (await file('csv')).text()).split('\r\n')
    expect(csv[0]).toBe(
      exportColumns(true)
        .map(({ label }) => `"${label}"`)
        .join(','),
    )
    expect([
      csv.length,
      csv[2]?.includes(`"'=HYPERLINK(""http://x.example"")","${first.rdud}","Complete","30"`),
    ]).toEqual([4, true])
    expect((await (await file('notes')).text()).split('\r\n')).toEqual([
      '"Note","Words"',
      '"Table","Defender data"',
      expect.stringMatching(/^"Entered from","\d{4}-.*Z"$/),
      expect.stringMatching(/^"Entered until","\d{4}-.*Z"$/),
      expect.stringMatching(/^"As of","\d{4}-.*Z"$/),
      '',
    ])
    expect(
      (await linesOf(await file('jsonl'))).map(line => [line['rid'], line['state'], line['recorded'], line['address']]),
    ).toEqual([
      ['r-2', 'In the survey', 'duplicate_fingerprint', null],
      ['=HYPERLINK("http://x.example")', 'Complete', null, '203.0.113.7'],
    ])
  })

  test('as a workbook has the same columns and texts as texts (§2.28)', async () => {
    await on.enter('@cmd', { fingerprint: 'f-1' })
    const answer = await file('xlsx')
    const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
    expect([
      answer.headers.get('content-disposition'),
      sheets[0]?.name,
      sheets[0]?.rows[0],
      sheets[0]?.rows[1]?.[2],
    ]).toEqual([
      expect.stringMatching(/^attachment; filename="defender-\d{4}-\d\d-\d\d\.xlsx"/),
      'Defender data',
      exportColumns(true).map(({ label }) => label),
      '@cmd',
    ])
  })

  test.each([
    ['code=20', ['b']],
    ['mode=refused', ['b']],
    ['mode=recorded', ['c']],
    ['rule=duplicate_fingerprint', ['c']],
    ['rule=duplicate_fingerprint&mode=refused', []],
    ['rule=block_list&mode=refused', ['b']],
    ['rule=block_list', ['b']],
    ['country=ca', ['c']],
    ['project=PROJECT', ['c', 'b', 'a']],
    ['survey=SURVEY&source=SOURCE', ['c', 'b', 'a']],
    ['supplier=0', []],
    ['supplier=SUPPLIER&code=11', ['c', 'a']],
    ['project=999999', []],
  ])('%s leaves the same lines in preview, count and file (§2.28)', async (query, rids) => {
    const { study } = on
    const mark = { list: 'block', kind: 'either', text: 'f-9', note: '', until: null, take: 'all' }
    await on.admin('POST', '/v1/defender/marks', mark)
    for (const [rid, more] of [
      ['a', { fingerprint: 'f-1', country: 'US' }],
      ['b', { fingerprint: 'f-9', country: 'US' }],
      ['c', { fingerprint: 'f-1', country: 'CA' }],
    ] as const)
      await on.enter(rid, { ...more, supplierId: study.supplierId })
    const asked = `&${query
      .replace('PROJECT', String(study.projectId))
      .replace('SURVEY', String(study.surveyId))
      .replace('SOURCE', String(study.sourceId))
      .replace('SUPPLIER', String(study.supplierId))}`
    const { body } = await preview(asked)
    const inFile = (await linesOf(await file('jsonl', asked))).map(({ rid }) => rid)
    expect([body.rows.map(({ rid }: Answer['body']) => rid), body.lines, inFile]).toEqual([rids, rids.length, rids])
  })

  test('asks for a time of at most a year, and takes no filter that is none (§5.28)', async () => {
    const ask = async (query: string) => (await on.admin('GET', `/v1/defender/export?${query}`)).status
    expect([
      await ask('from=2024-01-01T00:00:00Z&until=2026-01-01T00:00:00Z'),
      await ask('from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z'),
      await ask(`${time}&country=USA`),
      await ask(`${time}&mode=off`),
      (await file('pdf')).status,
      await ask(time),
    ]).toEqual([422, 422, 422, 422, 422, 200])
  })

  test('of a plain view names no supplier, neither in preview and file nor by a filter (domain.md §4)', async () => {
    await on.enter('a', { supplierId: on.study.supplierId })
    const { body } = await preview('', on.plain)
    expect([body.lines, 'supplier' in body.rows[0], 'suppliers' in body]).toEqual([1, false, false])
    const plain = await signedIn({ roleId: 2 })
    const [line] = await linesOf(await file('jsonl', '', plain))
    expect(Object.keys(line ?? {})).toEqual(exportColumns(false).map(({ id }) => id))
    expect([
      (await preview(`&supplier=${on.study.supplierId}`, on.plain)).status,
      (await file('csv', `&supplier=${on.study.supplierId}`, plain)).status,
    ]).toEqual([422, 422])
  })
})

describe('who may export (§2.37, §6.10)', () => {
  test('an account with the access and the feature, no other; a DESK account never', async () => {
    const { accountId } = on.study
    const statuses = async () => [(await preview()).status, (await file('csv')).status]
    const before = await statuses()
    await giveAccess(accountId, false)
    const withoutAccess = await statuses()
    const said = (await preview()).body.message
    await giveAccess(accountId)
    const turn = (isOn: boolean) =>
      superAdmin('PUT', `/v1/account/${accountId}/features/defender_export`, { is_on: isOn })
    await turn(false)
    const withoutFeature = await statuses()
    await turn(true)
    expect([before, withoutAccess, said, withoutFeature, await statuses()]).toEqual([
      [200, 200],
      [403, 403],
      'This account may not export Defender’s data. A super admin gives it the access.',
      [403, 403],
      [200, 200],
    ])
    const desk = await stage(platform())
    await giveAccess(desk.study.accountId)
    expect((await preview('', desk.advanced)).status).toBe(403)
  })

  test('the session knows of the access, and open pages check it when a super admin changes it (§2.37)', async () => {
    const { accountId } = on.study
    const session = async () => (await on.admin('GET', '/v1/user-login-details')).body.access_research_defender_export
    const before = await session()
    const feed = async () =>
      (
        await platform().database.asSystem(tx =>
          sql<{
            n: number
          }>`select count(*)::int as n from change_feed where account_id = ${accountId} and kind = 4`.execute(tx),
        )
      ).rows[0]?.n
    const told = (await feed()) ?? 0
    const { status } = await superAdmin('PUT', `/v1/dashboards/${accountId}`, {
      access_research_defender_export: false,
    })
    expect([before, status, await session(), await feed()]).toEqual([true, 200, undefined, told + 1])
  })

  test('an account that defends exports the defended one’s data, and both audit logs say who took what (§2.28, docs/decisions/0077)', async () => {
    const desk = await stage(platform())
    const other = await defenderStage(platform(), { accountId: desk.study.accountId })
    await other.enter('of the desk')
    await on.enter('own')
    await platform().database.asSystem(tx =>
      sql`update account set defended_account_id = ${desk.study.accountId} where account_id = ${on.study.accountId}`.execute(
        tx,
      ),
    )
    expect((await linesOf(await file('jsonl', '&code=11'))).map(({ rid }) => rid)).toEqual(['of the desk'])
    const logged = async (ask: Ask) =>
      (await ask('GET', '/v1/audit-log?scope=defender_data')).body.entries.map(
        ({ act, who, changes }: Answer['body']) => [
          act,
          who,
          Object.fromEntries(changes.map(({ field, to }: Answer['body']) => [field, to])),
        ],
      )
    const hour = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00.000Z$/)
    const what = { format: 'jsonl', code: 11, from: hour, until: hour }
    expect([await logged(on.admin), await logged(desk.advanced)]).toEqual([
      [['exported', 'Ada Byron', what]],
      [['exported', 'Staff', what]],
    ])
  })
})
