import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
type Ask = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>
let make: StudyMaker
let language = 0

beforeAll(async () => {
  make = new StudyMaker(platform().database)
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ id: number }>`select language_id as id from language where iso = 'en'`.execute(tx),
  )
  language = rows[0]!.id
})

async function askAs(accountId: number, roleId: 1 | 2): Promise<Ask> {
  const { username } = await make.user({ accountId, roleId })
  const token = await platform().signIn(username, TEST_PASSWORD)
  return (method, path, body, headers = {}) =>
    platform().call(method, path, { token, headers, ...(body === undefined ? {} : { body }) })
}
const PATH = '/v1/quality-questions'

test('questions are made, listed in their order, changed, moved and deleted, each in its history (§3.25, §7.25, api:Y1, api:Y2, api:Y3, api:Y4)', async () => {
  const admin = await askAs(await make.account(), 1)
  const made = []
  for (const question of ['One?', ' Two? ', 'Three?'])
    made.push((await admin('POST', PATH, { language, question })).body)
  const [one, two, three] = made
  expect(made).toEqual(
    ['One?', 'Two?', 'Three?'].map((question, at) => ({
      pm_q_uid: expect.any(Number),
      language,
      language_name: 'English',
      question,
      sort_order_nbr: at + 1,
      version: 1,
    })),
  )
  expect((await admin('GET', PATH)).body).toEqual(made)
  expect((await admin('GET', `${PATH}?limit=1&offset=1`)).body).toEqual([two])

  const changed = await admin('PUT', `${PATH}/${two.pm_q_uid}`, { language, question: 'Second?', version: 1 })
  expect([changed.status, changed.body]).toEqual([200, { ...two, question: 'Second?', version: 2 }])
  const moved = await admin('PUT', `${PATH}/${three.pm_q_uid}`, { language, question: 'Three?', sort_order_nbr: 1 })
  expect([moved.status, moved.body]).toEqual([200, { ...three, sort_order_nbr: 1 }])
  const order = async () =>
    (await admin('GET', PATH)).body.map((row: { question: string; sort_order_nbr: number }) => [
      row.sort_order_nbr,
      row.question,
    ])
  expect(await order()).toEqual([
    [1, 'Three?'],
    [2, 'One?'],
    [3, 'Second?'],
  ])
  // past the end is the end
  await admin('PUT', `${PATH}/${three.pm_q_uid}`, { language, question: 'Three?', sort_order_nbr: 99 })
  expect(await order()).toEqual([
    [1, 'One?'],
    [2, 'Second?'],
    [3, 'Three?'],
  ])

  expect((await admin('DELETE', `${PATH}/${one.pm_q_uid}`)).status).toBe(204)
  expect(await order()).toEqual([
    [1, 'Second?'],
    [2, 'Three?'],
  ])
  expect((await admin('DELETE', `${PATH}/${one.pm_q_uid}`)).status).toBe(404)
  const { body: history } = await admin('GET', `/v1/history/quality_question/${one.pm_q_uid}`)
  expect(history.map(({ act, changes }: { act: string; changes: object[] }) => [act, changes[1]])).toEqual([
    ['deleted', { field: 'question', from: 'One?', to: null }],
    ['created', { field: 'question', from: null, to: 'One?' }],
  ])
})

test('missing required fields and an unknown language are reported (§5.23, §5.28)', async () => {
  const admin = await askAs(await make.account(), 1)
  const empty = await admin('POST', PATH, {})
  expect([empty.status, empty.body.details]).toEqual([
    422,
    [
      { path: ['language'], message: 'Language is required' },
      { path: ['question'], message: 'Question is required' },
    ],
  ])
  const unknown = await admin('POST', PATH, { language: 9_999, question: 'One?' })
  expect([unknown.status, unknown.body.details]).toEqual([
    422,
    [{ path: ['language'], message: 'Language is not in the list' }],
  ])
})

test('a stale edit conflicts with the question as it is; a repeated request makes one', async () => {
  const admin = await askAs(await make.account(), 1)
  const key = { 'Idempotency-Key': 'one' }
  const [first, second] = await Promise.all([1, 2].map(() => admin('POST', PATH, { language, question: 'One?' }, key)))
  expect([second!.body, (await admin('GET', PATH)).body]).toEqual([first!.body, [first!.body]])
  const path = `${PATH}/${first!.body.pm_q_uid}`
  const theirs = await admin('PUT', path, { language, question: 'Theirs?', version: 1 })
  const mine = await admin('PUT', path, { language, question: 'Mine?', version: 1 })
  expect([mine.status, mine.body.reason, mine.body.current]).toEqual([409, 'stale_version', theirs.body])
  expect((await admin('PUT', path, { language, question: 'Theirs?', version: 1 })).body).toEqual(theirs.body)
})

test('their histories are for the admins of their account alone, of either type of account (domain.md §8)', async () => {
  for (const type of ['DESK', 'DEFENDER'] as const) {
    const accountId = await make.account({ type })
    const admin = await askAs(accountId, 1)
    const { pm_q_uid: id } = (await admin('POST', PATH, { language, question: 'One?' })).body
    const [user, otherAccount] = [await askAs(accountId, 2), await askAs(await make.account({ type }), 1)]
    const statuses = await Promise.all(
      [admin, user, otherAccount].map(async ask => (await ask('GET', `/v1/history/quality_question/${id}`)).status),
    )
    expect([type, statuses]).toEqual([type, [200, 404, 404]])
  }
})

test('they are for the admins of their account alone', async () => {
  const accountId = await make.account()
  const admin = await askAs(accountId, 1)
  const { pm_q_uid: id } = (await admin('POST', PATH, { language, question: 'One?' })).body
  const calls: [string, string, unknown?][] = [
    ['PUT', `${PATH}/${id}`, { language, question: 'Mine?' }],
    ['DELETE', `${PATH}/${id}`],
  ]
  const user = await askAs(accountId, 2)
  for (const [method, path, body] of [
    ...calls,
    ['GET', PATH],
    ['POST', PATH, { language, question: 'Mine?' }],
  ] as const)
    expect([method, (await user(method, path, body)).status]).toEqual([method, 403])
  const otherAccount = await askAs(await make.account(), 1)
  for (const [method, path, body] of calls)
    expect([method, (await otherAccount(method, path, body)).status]).toEqual([method, 404])
  expect((await otherAccount('GET', PATH)).body).toEqual([])
  expect((await admin('GET', PATH)).body.map(({ question }: { question: string }) => question)).toEqual(['One?'])
})
