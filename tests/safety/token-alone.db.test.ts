import { WRONG_CONFIRMATIONS_PER_USER } from '@desk/platform/identity/confirmation/confirmations'
import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { TRIES_PER_USER_AND_ADDRESS } from '@desk/platform/identity/try-limits/sign-in-limits'
import { usePlatform, type Answer } from '@desk/platform/testing/platform'
import { StudyMaker, TEST_PASSWORD } from '@desk/platform/testing/study'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, callOf } from '../calls/calls.ts'
import type { BaseCall, Ids } from '../calls/endpoint.ts'
import { WEBHOOK } from '../calls/webhooks.ts'
import { contractOperations, type Operation } from '../contract/operations.ts'
import { beginSession, clientHeaders, PLAIN_USER, setTheStage, STAFF } from '../contract/stage.ts'
import type { TestCaller } from '../calls/callers.ts'
import { appCode } from '../e2e/desk/app-code.ts'

const platform = usePlatform()
const SUPER: TestCaller = { userId: 1, username: 'super@desk.example', homeAccountId: STAFF.homeAccountId }
let ids: Ids
let hashKey = 0
let apiKey = 0
const KEY_FORM = { name: 'Export', scopes: ['read_figures'], expires_in_days: 30 }
/** The users before any call of the tests; some calls make others. */
let present: readonly number[] = []
/** The key of the super admin's authenticator app. */
let app = ''

/** A code of the app, as if none had been used yet. */
async function freshCode(): Promise<string> {
  await platform().database.asSystem(tx => tx.client.query('update second_factor set last_step = 0'))
  return appCode(app)
}

const call = (
  token: string,
  method: string,
  path: string,
  body?: unknown,
  headers = clientHeaders(token),
): Promise<Answer> => platform().call(method, path, { headers, ...(body === undefined ? {} : { body }) })
const tokenOf = (caller: TestCaller): Promise<string> => beginSession(platform().database, caller)
const confirmation = { present_password: DEMO_PASSWORD }

beforeAll(async () => {
  ids = await setTheStage(platform().database)
  hashKey = (await call(await tokenOf(STAFF), 'POST', '/v1/return-hashing/keys', { confirmation })).body.hash_key_id
  apiKey = (await call(await tokenOf(STAFF), 'POST', '/v1/api-keys', { ...KEY_FORM, confirmation })).body.api_key_id
  const token = await tokenOf(SUPER)
  app = (await call(token, 'POST', '/v1/second-factor', { confirmation })).body.secret
  await call(token, 'POST', '/v1/second-factor/confirm', { code: await freshCode() })
  present = await platform().database.readAsSystem(async tx =>
    (await tx.client.query<{ user_id: number }>('select user_id from app_user')).rows.map(({ user_id }) => user_id),
  )
})

/** The credentials and signing keys of all present users. */
const credentials = async (): Promise<readonly unknown[]> => {
  const read = (tx: { client: { query: (text: string) => Promise<{ rows: unknown[] }> } }, text: string) =>
    tx.client.query(text).then(({ rows }) => rows)
  return platform().database.readAsSystem(async tx => [
    await read(
      tx,
      `select user_id, username, password_hash, password_updated, second_factor_on from app_user where user_id = any('{${present.join()}}') order by 1`,
    ),
    await read(tx, 'select user_id, secret, confirmed_at from second_factor where confirmed_at is not null order by 1'),
    await read(tx, 'select user_id, code_hash from recovery_code order by 1, 2'),
    await read(tx, 'select * from hash_key order by 1, 2'),
    await read(tx, 'select * from api_key order by 1'),
    await read(tx, 'select * from sso_config order by 1'),
    await read(tx, 'select * from sso_identity order by 1, 2, 3'),
    await read(tx, 'select webhook_id, secret, old_secret from webhook order by 1'),
  ])
}

/** The fields that the thief of a token would set, in every body. */
const LOOT = {
  password: 'Kettle-brass-9',
  confirm_password: 'Kettle-brass-9',
  username: 'thief@elsewhere.example',
  is_username_update: true,
  new_password: 'Kettle-brass-9',
  code: '000000',
}
const SIGN_ON = {
  kind: 'oidc',
  issuer: 'https://login.evil.example',
  client_id: 'desk',
  domains: ['acme.example'],
  is_on: true,
  only: false,
  makes_users: true,
  new_users_role: 1,
  version: 1,
}

/** Prove themselves by more than the token, whatever they name it: a password that is given, a link of a mail. */
const BY_MORE = new Set(['POST /v1/login', 'POST /v1/login/second-factor', 'POST /v1/reset-password/{resetToken}'])
/** Takes a user away, with the user's credentials: for super admins alone (§6.9). */
const REMOVAL = 'DELETE /v1/users/{id}'
const changes = contractOperations().filter(
  ({ name, method }) => method !== 'GET' && !BY_MORE.has(name) && name !== REMOVAL,
)
const confirmable = changes.filter(({ body }) => body?.properties?.['confirmation'] !== undefined)

const spoiled = (operation: Operation, user: number): BaseCall => {
  const base = callOf(operation, { ...ids, user })
  const { confirmation: _confirmation, uid: _uid, ...own } = base.body ?? {}
  return { ...base, ...(operation.body === null ? {} : { body: { ...own, ...LOOT } }) }
}

describe.each([
  ['an admin', STAFF],
  ['a super admin with a second factor', SUPER],
  ['a plain user', PLAIN_USER],
])('the token of %s alone', (_, caller) => {
  test.each(changes)('$name changes no password, username, second factor or key of any user (S8)', async operation => {
    const before = await credentials()
    for (const user of new Set([caller.userId, PLAIN_USER.userId])) {
      const base = spoiled(operation, user)
      const { status } = await platform().call(operation.method, addressOf(operation, base), {
        headers: { ...clientHeaders(await tokenOf(caller)), ...base.headers },
        ...(base.body ? { body: base.body } : {}),
      })
      expect(status).toBeLessThan(500)
    }
    expect(await credentials()).toEqual(before)
  })
})

test('every call that needs a confirmation is refused without one, and names the missing part (S8, §5.28)', async () => {
  // a user of the account who may be changed, and who is bound to a provider
  const subject = PLAIN_USER.userId
  await platform().database.asSystem(tx =>
    tx.client.query(
      `insert into sso_identity (account_id, issuer, subject, user_id, bound_at, last_at)
       values (${PLAIN_USER.homeAccountId}, 'https://login.example', 'plain', ${subject}, now(), now())`,
    ),
  )
  const paths: Readonly<Record<string, string>> = {
    'PUT /v1/users/{id}': `/v1/users/${subject}`,
    'POST /v1/users/{id}/second-factor/disable': `/v1/users/${subject}/second-factor/disable`,
    'POST /v1/users/{id}/single-sign-on/unbind': `/v1/users/${subject}/single-sign-on/unbind`,
    'POST /v1/second-factor': '/v1/second-factor',
    'POST /v1/second-factor/recovery-codes': '/v1/second-factor/recovery-codes',
    'POST /v1/second-factor/disable': '/v1/second-factor/disable',
    'POST /v1/webhooks': '/v1/webhooks',
    'POST /v1/webhooks/{id}/secret': `/v1/webhooks/${ids.webhook}/secret`,
    'POST /v1/return-hashing/keys': '/v1/return-hashing/keys',
    'POST /v1/return-hashing/keys/{id}/end': `/v1/return-hashing/keys/${hashKey}/end`,
    'PUT /v1/single-sign-on': '/v1/single-sign-on',
    'POST /v1/single-sign-on/secret': '/v1/single-sign-on/secret',
    'POST /v1/api-keys': '/v1/api-keys',
    'POST /v1/api-keys/{id}/revoke': `/v1/api-keys/${apiKey}/revoke`,
  }
  expect(confirmable.map(({ name }) => name).sort()).toEqual(Object.keys(paths).sort())
  const asks = (field: string, message: string): unknown => [422, [{ path: ['confirmation', field], message }]]
  const [forPassword, forCode] = [
    asks('present_password', 'Confirm your identity: enter your current password.'),
    asks('second_factor_code', 'Confirm your identity: enter a code from your authenticator app too.'),
  ]
  const before = await credentials()
  for (const { name, method } of confirmable) {
    // who has a second factor sets up none
    const isEnrolment = name === 'POST /v1/second-factor'
    const token = await tokenOf(isEnrolment ? STAFF : SUPER)
    const answers = []
    for (const given of [{}, { confirmation: {} }, { confirmation: { present_password: '' } }, { confirmation }]) {
      if (isEnrolment && 'confirmation' in given && given.confirmation === confirmation) continue
      const { status, body } = await call(token, method, paths[name] ?? '', {
        ...(name === 'POST /v1/api-keys' ? { ...KEY_FORM, name: 'Another' } : {}),
        ...(name === 'POST /v1/webhooks' ? WEBHOOK : {}),
        ...(name === 'PUT /v1/single-sign-on' ? SIGN_ON : {}),
        ...(name === 'POST /v1/single-sign-on/secret' ? { client_secret: 'another' } : {}),
        ...(name.startsWith('PUT') ? { password: LOOT.password, confirm_password: LOOT.password } : {}),
        ...given,
      })
      answers.push([status, body.details])
    }
    expect([name, answers]).toEqual([name, [forPassword, forPassword, forPassword, ...(isEnrolment ? [] : [forCode])]])
  }
  // the present password is what the spec's own call asks for (api:A4); the code comes beside it
  const token = await tokenOf(SUPER)
  const { status, body } = await call(token, 'POST', '/v1/update-password', {
    password: DEMO_PASSWORD,
    new_password: LOOT.password,
  })
  expect([status, body.details, await credentials()]).toEqual([
    422,
    [{ path: ['second_factor_code'], message: 'Confirm your identity: enter a code from your authenticator app too.' }],
    before,
  ])
})

describe('with a confirmation', () => {
  test('an admin’s own, and not that of the user who is changed, sets that user’s password and asks for another username (S8)', async () => {
    const token = await tokenOf(SUPER)
    const { userId, username } = await new StudyMaker(platform().database).user({ accountId: ids.account, roleId: 2 })
    const wanted = { username: 'renamed@acme.example', password: 'Other-pass-22' }
    const change = async (present_password: string) => {
      const { status, body } = await call(token, 'PUT', `/v1/users/${userId}`, {
        is_username_update: true,
        ...wanted,
        confirm_password: wanted.password,
        confirmation: { present_password, second_factor_code: await freshCode() },
      })
      return [status, body.status]
    }
    const signsIn = async (name: string, password: string) =>
      (await platform().call('POST', '/v1/login', { body: { username: name, password } })).status === 200
    expect(await change(TEST_PASSWORD)).toEqual([422, undefined])
    expect(await signsIn(username, TEST_PASSWORD)).toBe(true)
    expect(await change(DEMO_PASSWORD)).toEqual([200, 0])
    expect([await signsIn(username, wanted.password), await signsIn(username, TEST_PASSWORD)]).toEqual([true, false])
    const { body } = await call(token, 'GET', `/v1/users?uid=${userId}`)
    // the name is another one once the link in the mail to it was opened
    expect(body).toMatchObject([{ username, new_username: wanted.username }])
  })

  test('names, zone and flags need none, and a username that stays as it is neither (§7.20)', async () => {
    const token = await tokenOf(STAFF)
    const original = (await call(token, 'GET', '/v1/user-login-details')).body
    const drawer = await call(token, 'PUT', `/v1/users/${STAFF.userId}`, {
      ...original,
      password: '',
      user_time_zone: 15,
    })
    const dialog = await call(token, 'PUT', `/v1/users/${STAFF.userId}`, {
      is_username_update: true,
      username: STAFF.username,
      firstname: 'Tomas',
      lastname: 'Lindqvist',
      password: '',
      confirm_password: '',
    })
    expect([drawer.status, drawer.body.status, dialog.status, dialog.body.status]).toEqual([200, 0, 200, 0])
  })
})

describe('guesses with a stolen token', () => {
  const guess = (token: string, given: object, headers?: Record<string, string>) =>
    call(token, 'POST', '/v1/second-factor/recovery-codes', { confirmation: given }, headers)

  test('tell nothing: a right password with a wrong code answers as a wrong one with a right code, which is not used up (S8)', async () => {
    const token = await tokenOf(SUPER)
    const code = await freshCode()
    const tried = []
    for (const given of [
      { present_password: 'Wrong-pass-1', second_factor_code: code },
      { present_password: DEMO_PASSWORD, second_factor_code: '000000' },
      { present_password: 'Wrong-pass-1', second_factor_code: '000000' },
    ]) {
      const { status, body } = await guess(token, given)
      tried.push([status, body.message, body.details])
    }
    const said = 'The present password or the code is not right.'
    expect([tried, (await guess(token, { present_password: DEMO_PASSWORD, second_factor_code: code })).status]).toEqual(
      [
        Array.from({ length: 3 }, () => [422, said, [{ path: ['confirmation', 'present_password'], message: said }]]),
        200,
      ],
    )
  })

  test('are few from one address, and few for one user from wherever, in whichever session; then a right one waits too (S2, S8)', async () => {
    const wrong = { present_password: 'Wrong-pass-1' }
    const end = (token: string, given: object, headers?: Record<string, string>) =>
      call(token, 'POST', `/v1/return-hashing/keys/999999/end`, { confirmation: given }, headers)
    const owner = {
      ...(await new StudyMaker(platform().database).user({ accountId: ids.account, roleId: 1 })),
      homeAccountId: ids.account,
    }
    const token = await tokenOf(owner)
    const here = clientHeaders(token)
    const fromHere = []
    for (let tries = 0; tries <= TRIES_PER_USER_AND_ADDRESS; tries++)
      fromHere.push((await end(token, wrong, here)).status)
    expect(fromHere).toEqual([...Array.from({ length: TRIES_PER_USER_AND_ADDRESS }, () => 422), 429])
    const elsewhere = []
    for (let tries = TRIES_PER_USER_AND_ADDRESS; tries < WRONG_CONFIRMATIONS_PER_USER; tries++)
      elsewhere.push((await end(await tokenOf(owner), wrong)).status)
    const late = await end(await tokenOf(owner), { present_password: TEST_PASSWORD })
    expect([
      elsewhere.every(status => status === 422),
      late.status,
      Number(late.headers.get('retry-after')) > 0,
    ]).toEqual([true, 429, true])
    // signing in goes on as before
    expect(
      (
        await platform().call('POST', '/v1/login', {
          body: { username: owner.username, password: TEST_PASSWORD },
          headers: { 'X-Forwarded-For': '198.51.100.7' },
        })
      ).status,
    ).toBe(200)
  })
})
