import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { countReadings, giveUp } from '#testing/given-up'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { makeStand, type Stand } from './testing/stand.ts'

const platform = usePlatform()
/** Of each of two requests: of both together more than two lots of a file, the last of them not full. */
const ROWS = 2_345
let make: StudyMaker
let on: Stand
let token: string
/** Two stored requests, and the undo of the first. */
let requests: readonly { readonly reconciliation_ud: number; readonly number: number }[]
let rduds: readonly string[]

const post = (body: object, signal?: AbortSignal) =>
  fetch(`${platform().url}/v1/reconciliation/eventexport`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-requested-with': 'XMLHttpRequest',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ pm_proj_ud: on.study.projectId, ...body }),
    signal: signal ?? null,
  })

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  on = await makeStand(platform(), make)
  const { username } = await make.user({ accountId: on.study.accountId, roleId: 1 })
  token = await platform().signIn(username, TEST_PASSWORD)
  const made = await on.completes(['one', '=two'])
  rduds = made.map(({ rdud }) => rdud)
  const [first, second] = [
    await on.store(await on.preview({ rduds: rduds.slice(0, 1), reason_code: 933 })),
    await on.store(await on.preview({ rduds: rduds.slice(1), reason_code: 933 })),
  ]
  const undone = await on.store(await on.preview({ undo_of: first.body.request.reconciliation_ud }))
  requests = [first, second, undone].map(({ body }) => body.request)
  const { accountId } = on.study
  await platform().database.asSystem(async tx => {
    // as alike as the rows of a request can be; the moments of both are the same, and yet their rows do not mix
    await sql`
      insert into reconciliation_row (account_id, reconciliation_id, line, is_rest, rdud, rid, source_id, supplier_id, match, from_code, to_code, outcome, is_applied, reason_code,
        sell_cents, supply_cents, verdict, changed_since)
      select account_id, reconciliation_id, n, is_rest, rdud, 'rid-' || n, source_id, supplier_id, match, from_code, to_code, outcome, n % 5 <> 0, reason_code, sell_cents, supply_cents, verdict, false
      from reconciliation_row, generate_series(2, ${ROWS}) n
      where account_id = ${accountId} and reconciliation_id = any(${requests.slice(0, 2).map(request => request.reconciliation_ud)}::int[])`.execute(
      tx,
    )
    await sql`update reconciliation set stored_at = '2026-11-02T04:30:00Z' where account_id = ${accountId} and undo_of is null`.execute(
      tx,
    )
    await sql`update reconciliation set stored_at = '2026-11-02T05:30:00Z' where account_id = ${accountId} and undo_of is not null`.execute(
      tx,
    )
  })
})

const HEAD = 'at,request,undoes,by,rdud,rid,from,to,reason_code,reason,source,supplier,sell_price,supply_price'

test('the events of a project are all that its requests adjusted, each once: the newest request first, in the order of its lines (api:R8)', async () => {
  const answer = await post({})
  const text = await answer.text()
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringContaining(`attachment; filename="reconciliation-events-${on.study.projectId}.csv"`),
  ])
  const { rows: people } = await platform().database.readAsSystem(tx =>
    sql<{
      name: string
    }>`select a.firstname || ' ' || a.lastname as name from app_user a join reconciliation q on q.stored_by = a.user_id where q.account_id = ${on.study.accountId} limit 1`.execute(
      tx,
    ),
  )
  const by = people[0]?.name
  const [first, second, undone] = requests.map(request => request.number)
  const rejected = `Complete,Rejected at reconciliation,933,Speeder,Main,Northlight Panels,8.50,2.50`
  const rowsOf = (request: number | undefined, rdud: string | undefined, rid: string) => [
    `2026-11-02T04:30:00.000Z,${request},,${by},${rdud},${rid},${rejected}`,
    ...Array.from({ length: ROWS - 1 }, (_, at) => at + 2)
      .filter(line => line % 5 !== 0)
      .map(line => `2026-11-02T04:30:00.000Z,${request},,${by},${rdud},rid-${line},${rejected}`),
  ]
  expect(text.split('\r\n')).toEqual([
    HEAD,
    `2026-11-02T05:30:00.000Z,${undone},${first},${by},${rduds[0]},one,Rejected at reconciliation,Complete,933,Speeder,Main,Northlight Panels,8.50,2.50`,
    ...rowsOf(second, rduds[1], "'=two"),
    ...rowsOf(first, rduds[0], 'one'),
    '',
  ])
})

test('days are those of the account’s zone; days without any leave the head (api:R8)', async () => {
  const linesOf = async (days: object) => (await (await post(days)).text()).split('\r\n').length
  // in New York the undo was stored on the 2nd, both others on the 1st
  expect(await linesOf({ from: '2026-11-02', until: '2026-11-02' })).toBe(3)
  expect((await (await post({ until: '2026-10-31' })).text()).split('\r\n')).toEqual([HEAD, ''])
})

test('a file of events that is given up ends its reading, before its first row and after it (api:R8)', () =>
  giveUp(platform(), {
    ask: signal => post({}, signal),
    table: 'reconciliation_row',
    readings: () => countReadings(platform().databaseUrl),
  }))
