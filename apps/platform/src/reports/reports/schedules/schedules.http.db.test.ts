import type { ReportSchedule } from '@desk/schema/reports/report-schedule'
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import type { Message } from '#kernel/mail/mail'
import { addEntries } from '#ledger/testing/sums'
import { usePlatform } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { nextDue } from './schedules.store.ts'
import { sendSchedules } from './send-schedules.ts'

const platform = usePlatform()
const DAY_MS = 86_400_000
const FORM = {
  type: 'costs',
  filters: 'and=supplier',
  name: 'Costs',
  format: 'csv',
  every: 'daily',
  local_hour: 8,
  weekday: 1,
  day: 1,
  is_paused: false,
}
let on: Stage

beforeAll(async () => {
  on = await stage(platform())
  const [source = 0] = on.study.sourceIds
  const { accountId, supplierId } = on.study
  await platform().database.asSystem(tx =>
    addEntries(tx, {
      accountId,
      sourceId: source,
      supplierId,
      code: 30,
      respondents: 3,
      expenseCents: 300,
      revenueCents: 1000,
    }),
  )
})

/** A user with a schedule of their own, and its mails. */
async function scheduled(form: object = {}) {
  await platform().database.asSystem(tx => sql`delete from report_schedule`.execute(tx))
  const { accountId } = on.study
  const user = await on.make.user({ accountId, roleId: 1, advancedView: true, firstname: 'Ada' })
  const token = await platform().signIn(user.username, TEST_PASSWORD)
  const ask: Ask = (method, path, body) =>
    platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
  const { status, body } = await ask('POST', '/v1/report-schedules', { ...FORM, ...form })
  expect(status).toBe(200)
  const mails: Message[] = []
  const at = { deliver: async (message: Message) => void mails.push(message) }
  return {
    ...user,
    ask,
    mails,
    id: (body as ReportSchedule).report_schedule_ud,
    made: body as ReportSchedule,
    /** The mail arrives, and its sender does not learn that. */
    fails: () =>
      (at.deliver = message => {
        mails.push(message)
        return Promise.reject(new Error('ETIMEDOUT'))
      }),
    breaks: () => (at.deliver = () => Promise.reject(new Error('ESOCKET'))),
    mends: () => (at.deliver = async message => void mails.push(message)),
    send: (when: number) =>
      sendSchedules({
        database: platform().database,
        log: pino({ level: 'silent' }),
        publicUrl: 'https://desk.example',
        internalAccountId: 1,
        deliver: message => at.deliver(message),
        now: () => new Date(when),
        isStopped: () => false,
      }),
    read: async (): Promise<ReportSchedule> => (await ask('GET', '/v1/report-schedules')).body[0],
  }
}
/** The user is a plain member from now on, with the external view. */
const loseView = (userId: number) =>
  platform().database.asSystem(async tx => {
    await sql`update app_user set advanced_stream_view = false, advanced_source_view_external = false, role_id = 2 where user_id = ${userId}`.execute(
      tx,
    )
    await sql`update user_account set advanced_stream_view = false where user_id = ${userId}`.execute(tx)
  })
/** A schedule as it is stored. */
async function stored(id: number) {
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ is_paused: boolean; is_mailing: boolean; is_claimed: boolean; fault: string | null }>`
      select is_paused, is_mailing, due_at <> planned_at as is_claimed, fault from report_schedule where report_schedule_id = ${id}`.execute(
      tx,
    ),
  )
  return rows[0]
}
const dueMs = ({ due_at }: ReportSchedule): number => Date.parse(due_at ?? '')

test('a report is mailed at its time with the file, once by several processes, and then at its next time (§2.12)', async () => {
  const { send, mails, made, read, username } = await scheduled()
  expect(await send(dueMs(made) - 1)).toBe(0)
  const counts = await Promise.all([send(dueMs(made)), send(dueMs(made)), send(dueMs(made))])
  expect([counts.reduce((sum, count) => sum + count, 0), mails.length]).toEqual([1, 1])
  const [mail] = mails
  expect([mail?.to, mail?.subject, mail?.attachment?.filename]).toEqual([
    username,
    'Costs (Cost summary)',
    expect.stringMatching(/^costs-\d{4}-\d\d-\d\d\.csv$/),
  ])
  expect(mail?.text).toContain('https://desk.example/#/reports/costs?and=supplier\n')
  expect(mail?.attachment?.content.toString().replace('\uFEFF', '').split('\r\n').slice(0, 2)).toEqual([
    '"Project","Supplier","Completes","Revenue","Expense","Priced","Margin","Margin %","Revenue adj.","Expense adj.","Adjusted","Adj. priced"',
    expect.stringMatching(/^"Streaming habits",".+","3","10.00","3.00","3","7.00","70.0%","0.00","0.00","0","0"$/),
  ])
  const after = await read()
  expect([after.last_sent_at, after.fault, Math.round((dueMs(after) - dueMs(made)) / DAY_MS)]).toEqual([
    made.due_at,
    null,
    1,
  ])
})

test.each([
  [{ every: 'daily', local_hour: 7 }, 'extract(hour from at) = 7'],
  [{ every: 'weekly', weekday: 3, local_hour: 23 }, 'extract(isodow from at) = 3 and extract(hour from at) = 23'],
  [{ every: 'monthly', day: 28, local_hour: 0 }, 'extract(day from at) = 28 and extract(hour from at) = 0'],
])('%j is due by the clock of its owner', async (form, condition) => {
  const { id, made } = await scheduled(form)
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ isDue: boolean }>`
      select ${sql.raw(condition)} as "isDue" from (
        select s.due_at at time zone z.iana_name as at from report_schedule s
          join user_account m on m.account_id = s.account_id and m.user_id = s.user_id join time_zone z on z.code = m.time_zone_code
        where s.report_schedule_id = ${id}) times`.execute(tx),
  )
  expect([rows, dueMs(made) > Date.now()]).toEqual([[{ isDue: true }], true])
})

test('a mail that fails is tried again with longer pauses and shown; then it waits for its next time', async () => {
  const { send, breaks, mends, made, read, mails } = await scheduled()
  breaks()
  let at = dueMs(made)
  const pauses: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    await send(at)
    const { fault, due_at, is_paused } = await read()
    expect([fault, is_paused]).toEqual(['The mail could not be sent.', false])
    pauses.push((Date.parse(due_at ?? '') - at) / 60_000)
    at = Date.parse(due_at ?? '')
  }
  expect(pauses).toEqual([5, 30, 120])
  await send(at)
  const next = dueMs(await read())
  expect([mails, Math.round((next - dueMs(made)) / DAY_MS)]).toEqual([[], 1])
  mends()
  await send(next)
  expect([mails.length, (await read()).fault]).toEqual([1, null])
})

test('it is mailed with what its owner may see then; a member who was removed gets nothing more, and it stops', async () => {
  const { send, mails, made, userId, id } = await scheduled({ filters: '' })
  const { database } = platform()
  await loseView(userId)
  await send(dueMs(made))
  expect(mails[0]?.attachment?.content.toString().split('\r\n')[0]).toBe(
    '\uFEFF"Project","Completes","Revenue","Revenue adj."',
  )
  await database.asSystem(tx => sql`delete from user_account where user_id = ${userId}`.execute(tx))
  await send(dueMs(made) + 2 * DAY_MS)
  const { rows } = await database.readAsSystem(tx =>
    sql<object>`select is_paused, fault from report_schedule where report_schedule_id = ${id}`.execute(tx),
  )
  expect([mails.length, rows]).toEqual([
    1,
    [{ is_paused: true, fault: 'Its owner is no longer a user of this account.' }],
  ])
})

test.each([
  ['a suspended account', 'update account set suspended_at = now() where account_id = $1', 'skipped', /suspended/],
  [
    'an owner who was deactivated',
    'update app_user set deactivated_at = now() where user_id = $2',
    'stopped',
    /no longer/,
  ],
  ['an owner who was deleted', 'update app_user set deleted_at = now() where user_id = $2', 'stopped', /no longer/],
  [
    'an owner who has to change the password',
    'update app_user set password_updated = false where user_id = $2',
    'skipped',
    /password/,
  ],
])('nothing is mailed to %s, and the schedule says why', async (_, change, ending, fault) => {
  const { send, mails, made, userId, id } = await scheduled()
  const { accountId } = on.study
  const { database } = platform()
  await database.asSystem(tx =>
    sql.raw(change.replace('$1', String(accountId)).replace('$2', String(userId))).execute(tx),
  )
  try {
    await send(dueMs(made))
  } finally {
    await database.asSystem(tx =>
      sql`update account set suspended_at = null where account_id = ${accountId}`.execute(tx),
    )
  }
  expect([mails, await stored(id)]).toEqual([
    [],
    { is_paused: ending === 'stopped', is_mailing: false, is_claimed: false, fault: expect.stringMatching(fault) },
  ])
})

test('a process that ends while it mails leaves no second mail: the schedule says so, and goes on at its next time', async () => {
  const { send, mails, made, read, id } = await scheduled()
  const at = dueMs(made)
  // as beginMailing leaves it
  await platform().database.asSystem(tx =>
    sql`update report_schedule set due_at = due_at + interval '15 minutes', tries = 1, is_mailing = true where report_schedule_id = ${id}`.execute(
      tx,
    ),
  )
  await send(at + 15 * 60_000)
  const after = await read()
  expect([mails, after.fault, Math.round((dueMs(after) - at) / DAY_MS)]).toEqual([
    [],
    'Sample Desk stopped while it was mailed. It may have arrived, and is not sent twice.',
    1,
  ])
  await send(dueMs(after))
  expect([mails.length, (await read()).fault]).toEqual([1, null])
})

test('one that is paused, or deleted, while its file is made is not mailed', async () => {
  const { send, mails, made, id, ask } = await scheduled()
  const { database } = platform()
  // the report's query waits until the schedule is paused
  let sent: Promise<unknown> = Promise.resolve()
  await database.asSystem(async tx => {
    await sql`lock table ledger_sum in access exclusive mode`.execute(tx)
    sent = send(dueMs(made))
    await expect.poll(async () => (await stored(id))?.is_claimed).toBe(true)
    const { status } = await ask('PUT', `/v1/report-schedules/${id}`, { ...FORM, is_paused: true })
    expect(status).toBe(200)
  })
  await sent
  expect([mails, await stored(id)]).toEqual([
    [],
    { is_paused: true, is_mailing: false, is_claimed: false, fault: null },
  ])
})

test('each try of a mail has the same id, so that a mailbox that got it knows it', async () => {
  const { send, made, read, mails, mends, fails } = await scheduled()
  fails()
  await send(dueMs(made))
  mends()
  await send(dueMs(await read()))
  await send(dueMs(await read()))
  const [first, again, next] = mails.map(({ messageId }) => messageId)
  expect([first === again, again === next, first]).toEqual([
    true,
    false,
    expect.stringMatching(/^<report-\d+-\d+@desk\.example>$/),
  ])
})

test.each([
  // 2026-03-08 has no 02:00 in New York, 2026-11-01 has 01:00 twice
  [{ every: 'daily', local_hour: 2 }, '2026-03-07T12:00:00Z', ['2026-03-08T07:00:00.000Z', '2026-03-09T06:00:00.000Z']],
  [{ every: 'daily', local_hour: 1 }, '2026-10-31T12:00:00Z', ['2026-11-01T06:00:00.000Z', '2026-11-02T06:00:00.000Z']],
  [
    { every: 'weekly', weekday: 7, local_hour: 2 },
    '2026-03-02T12:00:00Z',
    ['2026-03-08T07:00:00.000Z', '2026-03-15T06:00:00.000Z'],
  ],
  [
    { every: 'monthly', day: 8, local_hour: 8 },
    '2026-02-10T12:00:00Z',
    ['2026-03-08T12:00:00.000Z', '2026-04-08T12:00:00.000Z'],
  ],
])('%j comes once a time where clocks change (New York after %s)', async (form, after, times) => {
  const { id } = await scheduled(form)
  const { database } = platform()
  const next = async (from: string) => {
    const { rows } = await database.readAsSystem(tx =>
      sql<{
        at: Date
      }>`select ${nextDue(sql`${from}::timestamptz`)} as at from report_schedule s where report_schedule_id = ${id}`.execute(
        tx,
      ),
    )
    return rows[0]?.at.toISOString() ?? ''
  }
  const first = await next(after)
  expect([first, await next(first)]).toEqual(times)
})

test('a mail is narrowed as its screen is: to several things, passing over unknown ones, and by the calendar of its owner (settlement.md §4)', async () => {
  const { accountId, projectId } = on.study
  const other = await on.make.project({ accountId, name: 'Beverages' })
  const filters = `and=supplier&pm_proj_ud=${projectId},${other},x&status=all&period=last_month&days=7`
  const { send, mails, made } = await scheduled({ filters })
  await send(dueMs(made))
  const [, from = '', to = ''] =
    /Report: Cost summary\nProject: Beverages, Streaming habits\nFrom: (\S+)\nUntil: (\S+)\nAs of: \S+\nCurrency: USD\n/.exec(
      mails[0]?.text ?? '',
    ) ?? []
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ months: string[] }>`
      select array[to_char(${from}::timestamptz at time zone z.iana_name, 'YYYY-MM-DD HH24:MI'), to_char(${to}::timestamptz at time zone z.iana_name, 'YYYY-MM-DD HH24:MI'),
        to_char(date_trunc('month', ${new Date(dueMs(made))}::timestamptz at time zone z.iana_name), 'YYYY-MM-DD HH24:MI')] as months
      from report_schedule s join app_user u using (user_id) join time_zone z on z.code = u.time_zone_code limit 1`.execute(
      tx,
    ),
  )
  const [begins = '', ends, now] = rows[0]?.months ?? []
  expect([begins.endsWith('-01 00:00'), ends]).toEqual([true, now])
})

test('a part that its owner may no longer see is named, and not mailed', async () => {
  const { send, mails, made, userId, read } = await scheduled()
  await loseView(userId)
  await send(dueMs(made))
  const { fault, is_paused } = await read()
  expect([mails, is_paused, fault]).toEqual([[], false, expect.stringMatching(/.+/)])
})

test('a schedule is paused, gone on with and deleted by its owner alone; a stale change is refused', async () => {
  const { ask, send, made, id, mails } = await scheduled()
  const path = `/v1/report-schedules/${id}`
  const paused = await ask('PUT', path, { ...FORM, is_paused: true, version: made.version })
  expect([paused.status, paused.body.is_paused, paused.body.due_at]).toEqual([200, true, null])
  await send(dueMs(made) + DAY_MS)
  expect(mails).toEqual([])
  expect((await ask('PUT', path, { ...FORM, version: made.version })).status).toBe(409)
  expect((await ask('PUT', path, FORM)).body.due_at).toEqual(expect.any(String))
  expect([
    (await on.advanced('GET', '/v1/report-schedules')).body,
    (await on.advanced('PUT', path, FORM)).status,
    (await on.otherAccount('DELETE', path)).status,
    (await ask('DELETE', path)).status,
    (await ask('GET', '/v1/report-schedules')).body,
  ]).toEqual([[], 404, 404, 204, []])
})
