import { beforeAll, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { hashParameters } from '../facts/return-hash.ts'

const platform = usePlatform()
type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>
let make: StudyMaker

beforeAll(() => {
  make = new StudyMaker(platform().database)
})

async function askAs(accountId: number, roleId: 1 | 2): Promise<Ask> {
  const { username } = await make.user({ accountId, roleId, firstname: 'Ana', lastname: 'Silva' })
  const token = await platform().signIn(username, TEST_PASSWORD)
  return (method, path, body) => platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
}
const PATH = '/v1/return-hashing'
const KEYS = `${PATH}/keys`
const CONFIRMED = { confirmation: { present_password: TEST_PASSWORD } }
const refusals = (answers: readonly Answer[]) => answers.map(({ status, body }) => [status, body.reason])

test('a new key shows its secret once; a second one can replace the first, a third is refused', async () => {
  const admin = await askAs(await make.account(), 1)
  expect((await admin('GET', PATH)).body).toEqual({ hash_required: false, unsigned_overrule: false, keys: [] })
  const first = (await admin('POST', KEYS, CONFIRMED)).body
  expect(first).toEqual({
    hash_key_id: expect.any(Number),
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    ends_with: first.secret.slice(-4),
    made_at: expect.any(String),
    made_by: 'Ana Silva',
  })
  const second = (await admin('POST', KEYS, CONFIRMED)).body
  const listed = await admin('GET', PATH)
  const shown = [first, second].map(({ secret: _secret, ...key }) => key)
  expect(listed.body).toEqual({ hash_required: false, unsigned_overrule: false, keys: shown })
  expect(JSON.stringify(listed.body)).not.toContain(first.secret)
  const third = await admin('POST', KEYS, CONFIRMED)
  expect([third.status, third.body.reason, third.body.current]).toEqual([409, 'two_keys', listed.body])
  expect((await admin('POST', `${KEYS}/${first.hash_key_id}/end`, CONFIRMED)).status).toBe(204)
  expect((await admin('GET', PATH)).body.keys).toEqual([shown[1]])
  expect((await admin('POST', `${KEYS}/${first.hash_key_id}/end`, CONFIRMED)).status).toBe(404)
})

test('of concurrent requests for keys, two succeed', async () => {
  const admin = await askAs(await make.account(), 1)
  const answers = await Promise.all([1, 2, 3, 4].map(() => admin('POST', KEYS, CONFIRMED)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 409, 409])
})

test('returns must be hashed only while there is a key to hash them with', async () => {
  const admin = await askAs(await make.account(), 1)
  const withoutKey = await admin('PUT', PATH, { hash_required: true })
  const { hash_key_id: id } = (await admin('POST', KEYS, CONFIRMED)).body
  expect((await admin('PUT', PATH, { hash_required: true })).body).toEqual({
    hash_required: true,
    unsigned_overrule: false,
    keys: [expect.objectContaining({ hash_key_id: id })],
  })
  const lastKey = await admin('POST', `${KEYS}/${id}/end`, CONFIRMED)
  expect(refusals([withoutKey, lastKey])).toEqual([
    [409, 'no_key'],
    [409, 'last_key'],
  ])
  expect((await admin('PUT', PATH, { hash_required: false })).status).toBe(200)
  expect((await admin('POST', `${KEYS}/${id}/end`, CONFIRMED)).status).toBe(204)
})

test('unsigned server-to-server returns overrule only where an admin says so, and its history says who did (domain.md §3)', async () => {
  const accountId = await make.account()
  const admin = await askAs(accountId, 1)
  const user = await askAs(accountId, 2)
  const on = await admin('PUT', PATH, { unsigned_overrule: true })
  expect([on.status, on.body]).toEqual([200, { hash_required: false, unsigned_overrule: true, keys: [] }])
  expect([(await user('PUT', PATH, { unsigned_overrule: false })).status, (await admin('GET', PATH)).body]).toEqual([
    403,
    on.body,
  ])
  expect([
    (await admin('PUT', PATH, {})).body,
    (await admin('PUT', PATH, { unsigned_overrule: 'yes' })).status,
  ]).toEqual([on.body, 422])
  await admin('PUT', PATH, { unsigned_overrule: false })
  const { body: history } = await admin('GET', `/v1/history/return_hashing/${accountId}`)
  expect(history.map(({ by, changes }: { by: string; changes: object[] }) => [by, ...changes])).toEqual([
    ['Ana Silva', { field: 'unsigned_overrule', from: true, to: false }],
    ['Ana Silva', { field: 'unsigned_overrule', from: false, to: true }],
  ])
})

test('a pasted return is judged as /return judges it, and an unreadable part is named', async () => {
  const admin = await askAs(await make.account(), 1)
  const check = async (url: string) => (await admin('POST', `${PATH}/check`, { url })).body
  const parameters = new Map([
    ['rdud', '2s-0189'],
    ['inbound_code', '1000'],
  ])
  const address = 'https://desk.example/return?rdud=2s-0189&inbound_code=1000'
  const hashed_text = 'inbound_code=1000&rdud=2s-0189'
  const { secret } = (await admin('POST', KEYS, CONFIRMED)).body
  const newer = (await admin('POST', KEYS, CONFIRMED)).body
  expect(await check(`${address}&hash=${hashParameters(parameters, secret)}`)).toEqual({
    verdict: 'valid',
    hashed_text,
    key_ends_with: secret.slice(-4),
  })
  expect(await check(` ${address}&hash=${hashParameters(parameters, newer.secret)}#end `)).toEqual({
    verdict: 'valid',
    hashed_text,
    key_ends_with: newer.ends_with,
  })
  expect(await check(`${address}&hash=${hashParameters(parameters, 'another')}`)).toEqual({
    verdict: 'wrong',
    hashed_text,
    key_ends_with: null,
  })
  expect(await check(address)).toEqual({ verdict: 'missing', hashed_text, key_ends_with: null })
  expect((await check(`${address}&rdud=2`)).details).toEqual([
    { path: ['url'], message: 'The parameter "rdud" is there twice.' },
  ])
  expect((await check('https://desk.example/return')).details).toEqual([
    { path: ['url'], message: 'Return URL must hold the parameters of a return: inbound_code and rdud' },
  ])
  expect((await check('')).details).toEqual([{ path: ['url'], message: 'Return URL is required' }])
})

test('each change is in the history, with only the end of a key', async () => {
  const accountId = await make.account()
  const admin = await askAs(accountId, 1)
  const { hash_key_id: id, ends_with: end, secret } = (await admin('POST', KEYS, CONFIRMED)).body
  await admin('PUT', PATH, { hash_required: true })
  await admin('PUT', PATH, { hash_required: true })
  await admin('PUT', PATH, { hash_required: false })
  await admin('POST', `${KEYS}/${id}/end`, CONFIRMED)
  const { body: history } = await admin('GET', `/v1/history/return_hashing/${accountId}`)
  expect(history.map(({ by, changes }: { by: string; changes: object[] }) => [by, ...changes])).toEqual([
    ['Ana Silva', { field: 'hash_keys', from: [`…${end}`], to: [] }],
    ['Ana Silva', { field: 'hash_required', from: true, to: false }],
    ['Ana Silva', { field: 'hash_required', from: false, to: true }],
    ['Ana Silva', { field: 'hash_keys', from: [], to: [`…${end}`] }],
  ])
  expect(JSON.stringify(history)).not.toContain(secret)
})

test('it is for the admins of the account only, and so is its history (domain.md §8)', async () => {
  const accountId = await make.account()
  const admin = await askAs(accountId, 1)
  const { hash_key_id: id } = (await admin('POST', KEYS, CONFIRMED)).body
  const calls: [string, string, unknown?][] = [
    ['GET', PATH],
    ['PUT', PATH, { hash_required: true }],
    ['POST', KEYS, CONFIRMED],
    ['POST', `${KEYS}/${id}/end`, CONFIRMED],
    ['POST', `${PATH}/check`, { url: '?rdud=1' }],
  ]
  const statuses = async (ask: Ask) => (await Promise.all(calls.map(call => ask(...call)))).map(({ status }) => status)
  const user = await askAs(accountId, 2)
  expect(await statuses(user)).toEqual([403, 403, 403, 403, 403])
  expect((await user('GET', `/v1/history/return_hashing/${accountId}`)).status).toBe(404)
  expect(await statuses(await askAs(await make.account({ type: 'DEFENDER' }), 1))).toEqual([403, 403, 403, 403, 403])
  const otherAccount = await askAs(await make.account(), 1)
  expect([
    (await otherAccount('POST', `${KEYS}/${id}/end`, CONFIRMED)).status,
    (await otherAccount('GET', `/v1/history/return_hashing/${accountId}`)).status,
  ]).toEqual([404, 404])
  expect((await admin('GET', PATH)).body.keys).toHaveLength(1)
})
