import type { ApiKeyForm } from '@desk/schema/api-keys/api-key'
import type { KeyScope } from '@desk/schema/api-keys/key-scopes'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

const CALLS_A_MINUTE = 40
const platform = usePlatform({ keyCallsAMinute: CALLS_A_MINUTE })
const PATH = '/v1/api-keys'
const CONFIRMED = { confirmation: { present_password: TEST_PASSWORD } }
const READING: readonly KeyScope[] = ['read_figures', 'read_studies']
const INVALID = 'This API key opens nothing: it is wrong, was revoked, has expired, or its maker has left the account.'

let on: Stage
let admin: Admin

interface Admin {
  readonly userId: number
  readonly ask: Ask
}

async function adminOf(accountId: number, roleId: 1 | 3 = 1): Promise<Admin> {
  const { userId, username } = await on.make.user({ accountId, roleId, firstname: 'Ana', lastname: 'Silva' })
  const token = await platform().signIn(username, TEST_PASSWORD)
  const ask: Ask = (method, path, body) =>
    platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
  return { userId, ask }
}

beforeAll(async () => {
  on = await stage(platform())
  admin = await adminOf(on.study.accountId)
})

let made = 0
const form = (own: Partial<ApiKeyForm> = {}): ApiKeyForm => ({
  name: `Export ${(made += 1)}`,
  scopes: READING,
  expires_in_days: 30,
  ...own,
})
const make = async (ask: Ask, own: Partial<ApiKeyForm> = {}) => {
  const { status, body } = await ask('POST', PATH, { ...form(own), ...CONFIRMED })
  expect(status).toBe(200)
  return body
}
const byKey = (secret: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  platform().call(method, path, { token: secret, ...(body === undefined ? {} : { body }) })
const change = (text: string) => platform().database.asSystem(tx => sql.raw(text).execute(tx))
const answered = ({ status, body }: Answer) => [status, body.message]

describe('an API key', () => {
  test('is shown once, stored as a hash alone, and listed with its scopes, maker and expiry', async () => {
    const { secret, ...key } = await make(admin.ask, { name: ' Nightly ', scopes: READING, expires_in_days: 30 })
    expect(secret).toMatch(/^desk_[0-9a-f]{12}_[A-Za-z0-9_-]{43}$/)
    expect(key).toEqual({
      api_key_id: expect.any(Number),
      name: 'Nightly',
      starts_with: secret.slice(0, 17),
      scopes: READING,
      state: 'live',
      made_by: 'Ana Silva',
      made_at: expect.any(String),
      expires_at: new Date(Date.parse(key.made_at) + 30 * 24 * 60 * 60 * 1000).toISOString(),
      last_used_at: null,
      last_used_address: null,
      revoked_by: null,
      revoked_at: null,
    })
    const { body: listed } = await admin.ask('GET', PATH)
    expect(listed[0]).toEqual(key)
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{ row: string }>`select api_key::text as row from api_key where api_key_id = ${key.api_key_id}`.execute(tx),
    )
    expect(JSON.stringify([listed, rows])).not.toContain(secret.slice(18))
  })

  test('opens what its scopes name and lookups, under the same row-level security, and nothing else (scope creep)', async () => {
    const { secret } = await make(admin.ask, { scopes: ['read_studies'] })
    const { projectId } = on.study
    const theirs = await on.make.study({ accountId: await on.make.account() })
    expect([
      (await byKey(secret, 'GET', `/v1/projects/${projectId}`)).body,
      (await byKey(secret, 'GET', '/v1/projects')).body.map(({ pm_proj_ud: id }: { pm_proj_ud: number }) => id),
      (await byKey(secret, 'GET', '/v1/languages')).status,
      (await byKey(secret, 'GET', `/v1/projects/${theirs.projectId}`)).status,
    ]).toEqual([(await admin.ask('GET', `/v1/projects/${projectId}`)).body, [projectId], 200, 404])
    expect([
      answered(await byKey(secret, 'GET', '/v1/metrics/projects')),
      answered(await byKey(secret, 'PATCH', '/v1/survey-streams', {})),
      answered(await byKey(secret, 'GET', '/v1/users')),
      answered(await byKey(secret, 'GET', '/v1/user-login-details')),
      answered(await byKey(secret, 'GET', '/v1/sessions')),
      answered(await byKey(secret, 'GET', PATH)),
      answered(await byKey(secret, 'POST', PATH, { ...form(), ...CONFIRMED })),
      answered(await byKey(secret, 'GET', '/v1/watches?topic=projects')),
    ]).toEqual([
      [403, 'This key lacks the scope read_figures.'],
      [403, 'This key lacks the scope write_studies.'],
      [403, 'This key lacks the scope admin.'],
      ...Array.from({ length: 5 }, () => [403, 'This is not open to API keys: sign in to do it.']),
    ])
  })

  test('writes by the pipeline of everybody, in the name of its maker', async () => {
    const { secret } = await make(admin.ask, { scopes: ['write_studies'] })
    const [sourceId] = on.study.sourceIds
    const { status } = await byKey(secret, 'POST', '/v1/survey-quals-quotas', {
      stmid: sourceId,
      qualifications: [{ name: 'Age', param: 'age', min: 18, max: 64 }],
      quotas: [{ name: 'Young', conditions: [{ param: 'age', min: 18, max: 30 }], target: 10 }],
    })
    const { body: history } = await admin.ask('GET', `/v1/history/source/${sourceId}`)
    expect([status, history[0].by]).toEqual([200, 'Ana Silva'])
  })

  test('notes when and from where it was used', async () => {
    const { secret, api_key_id: id } = await make(admin.ask)
    await byKey(secret, 'GET', '/v1/projects')
    const { body } = await admin.ask('GET', PATH)
    expect(body.find((key: { api_key_id: number }) => key.api_key_id === id)).toMatchObject({
      last_used_at: expect.any(String),
      last_used_address: '127.0.0.1',
    })
  })
})

describe('a key that opens nothing answers 401, and does not say why', () => {
  test('one that is malformed, of another secret, unknown, expired or revoked, at once', async () => {
    const { secret, api_key_id: id } = await make(admin.ask)
    const other = await make(admin.ask)
    const spliced = `${secret.slice(0, 18)}${other.secret.slice(18)}`
    for (const wrong of [
      `${secret}x`,
      secret.slice(0, -1),
      'desk_',
      `desk_${'0'.repeat(12)}_${'A'.repeat(43)}`,
      spliced,
    ])
      expect([wrong, ...answered(await byKey(wrong, 'GET', '/v1/projects'))]).toEqual([wrong, 401, INVALID])
    expect((await byKey(secret, 'GET', '/v1/projects')).status).toBe(200)
    expect((await admin.ask('POST', `${PATH}/${id}/revoke`, CONFIRMED)).status).toBe(204)
    expect(answered(await byKey(secret, 'GET', '/v1/projects'))).toEqual([401, INVALID])
    // again: nothing changes
    expect((await admin.ask('POST', `${PATH}/${id}/revoke`, CONFIRMED)).status).toBe(204)
    await change(
      `update api_key set created_at = now() - interval '2 days', expires_at = now() - interval '1 second' where api_key_id = ${other.api_key_id}`,
    )
    expect(answered(await byKey(other.secret, 'GET', '/v1/projects'))).toEqual([401, INVALID])
    const { body } = await admin.ask('GET', PATH)
    const states = body.map(({ api_key_id: key, state }: { api_key_id: number; state: string }) => [key, state])
    expect(states).toEqual(
      expect.arrayContaining([
        [id, 'revoked'],
        [other.api_key_id, 'expired'],
      ]),
    )
  })

  test('one in the URL, and one beside a session’s scheme', async () => {
    const { secret } = await make(admin.ask)
    const tries = await Promise.all([
      platform().call('GET', `/v1/projects?key=${secret}`),
      platform().call('GET', `/v1/projects?access_token=${secret}`),
      platform().call('GET', '/v1/projects', { headers: { Authorization: `Basic ${secret}` } }),
      platform().call('GET', '/v1/projects', { headers: { Cookie: `token=${secret}`, 'X-Api-Key': secret } }),
    ])
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })

  test('one whose maker was deleted or has left the account', async () => {
    const { accountId } = on.study
    const [deleted, gone] = [await adminOf(accountId), await adminOf(accountId)]
    const keys = [await make(deleted.ask), await make(gone.ask)]
    await change(`update app_user set deleted_at = now() where user_id = ${deleted.userId}`)
    await change(`delete from user_account where user_id = ${gone.userId}`)
    for (const { secret } of keys) expect(answered(await byKey(secret, 'GET', '/v1/projects'))).toEqual([401, INVALID])
    const { body } = await admin.ask('GET', PATH)
    expect(body.slice(0, 2).map(({ state }: { state: string }) => state)).toEqual(['maker_gone', 'maker_gone'])
  })
})

describe('a key never does more than its maker may now', () => {
  test('it shrinks when its maker is no admin any more, and waits while its maker has something to do first', async () => {
    const maker = await adminOf(on.study.accountId)
    const { secret } = await make(maker.ask, { scopes: ['read_studies', 'admin'] })
    expect((await byKey(secret, 'GET', '/v1/quality-questions')).status).toBe(200)
    await change(`update app_user set role_id = 2 where user_id = ${maker.userId}`)
    expect([
      answered(await byKey(secret, 'GET', '/v1/quality-questions')),
      (await byKey(secret, 'GET', '/v1/projects')).status,
      (await admin.ask('GET', PATH)).body[0].state,
    ]).toEqual([[403, 'Only an administrator may do this.'], 200, 'reduced'])
    await change(`update app_user set password_updated = false where user_id = ${maker.userId}`)
    expect(answered(await byKey(secret, 'GET', '/v1/projects'))).toEqual([403, 'Please change your password first.'])
  })

  test('its maker’s role Read only stays Read only by the key: no scope writes for it (docs/decisions/0107)', async () => {
    const maker = await adminOf(on.study.accountId)
    const { secret } = await make(maker.ask, { scopes: ['read_studies', 'write_studies', 'reconcile', 'admin'] })
    await change(`update app_user set role_id = 5 where user_id = ${maker.userId}`)
    const path = `/v1/projects/${on.study.projectId}`
    expect([
      (await byKey(secret, 'GET', path)).status,
      answered(await byKey(secret, 'PUT', path, { pm_proj_name: 'Taken' })),
      answered(await byKey(secret, 'GET', '/v1/users')),
    ]).toEqual([
      200,
      [403, 'Your role reads studies and does not change them.'],
      [403, 'Only an administrator may do this.'],
    ])
  })

  test('a guest’s key follows their role in its account, and not the one at home (administration.md §1)', async () => {
    const home = await on.make.account({ name: 'Home of a guest' })
    const { accountId } = on.study
    const { userId, username } = await on.make.user({ accountId: home, roleId: 1 })
    await change(`insert into user_account (account_id, user_id, role_id) values (${accountId}, ${userId}, 1)`)
    const { body: there } = await platform().call('POST', '/v1/switch-account', {
      token: await platform().signIn(username, TEST_PASSWORD),
      body: { pm_dsh_ud: accountId },
    })
    const { secret } = await make(
      (method, path, body) =>
        platform().call(method, path, { token: there.AccessToken, ...(body === undefined ? {} : { body }) }),
      { scopes: ['read_studies', 'admin'] },
    )
    const before = (await byKey(secret, 'GET', '/v1/quality-questions')).status
    await change(`update user_account set role_id = 2 where user_id = ${userId} and account_id = ${accountId}`)
    expect([
      before,
      answered(await byKey(secret, 'GET', '/v1/quality-questions')),
      (await byKey(secret, 'GET', '/v1/projects')).status,
      (await admin.ask('GET', PATH)).body[0].state,
    ]).toEqual([200, [403, 'Only an administrator may do this.'], 200, 'reduced'])
  })

  test('a super admin’s key is an admin’s of its account: it neither manages features nor reaches other accounts', async () => {
    const house = await on.make.account({ name: 'Provider', isStaff: true })
    const superAdmin = await adminOf(house, 3)
    const { secret } = await make(superAdmin.ask, { scopes: ['read_studies', 'admin'] })
    expect([
      (await byKey(secret, 'GET', '/v1/projects')).body,
      (await byKey(secret, 'GET', '/v1/quality-questions')).status,
      (await byKey(secret, 'GET', '/v1/account-features')).status,
      (await byKey(secret, 'GET', `/v1/projects/${on.study.projectId}`)).status,
      (await byKey(secret, 'POST', '/v1/switch-account', { pm_dsh_ud: on.study.accountId })).status,
      (await byKey(secret, 'DELETE', `/v1/users/${admin.userId}`)).status,
    ]).toEqual([[], 200, 403, 404, 403, 403])
  })
})

describe('keys are the account’s admins’ to make and revoke', () => {
  test('with the present password, each name once among live keys, and no field beside the form’s', async () => {
    const { body: first } = await admin.ask('POST', PATH, { ...form({ name: 'Twice' }), ...CONFIRMED })
    const ask = (body: object) => admin.ask('POST', PATH, body)
    const details = ({ status, body }: Answer) => [status, body.details]
    const fault = (path: readonly string[], message: string) => [422, [{ path, message }]]
    expect([
      details(await ask(form())),
      // the form is judged before the confirmation is asked for
      details(await ask(form({ name: 'twice ' }))),
      details(await ask({ ...form(), confirmation: { present_password: 'Wrong-pass-1' } })),
      details(await ask({ ...form({ name: 'twice ' }), ...CONFIRMED })),
      details(await ask({ ...form({ name: ' ' }), ...CONFIRMED })),
      details(await ask({ ...form({ scopes: [] }), ...CONFIRMED })),
      details(await ask({ ...form({ expires_in_days: 367 }), ...CONFIRMED })),
    ]).toEqual([
      fault(['confirmation', 'present_password'], 'Confirm your identity: enter your current password.'),
      fault(['name'], 'A key with this name is in use'),
      fault(['confirmation', 'present_password'], 'The present password is not right.'),
      fault(['name'], 'A key with this name is in use'),
      fault(['name'], 'Name is required'),
      fault(['scopes'], 'Choose at least one scope'),
      fault(['expires_in_days'], 'Expiry must be between 1 and 366 days'),
    ])
    expect((await ask({ ...form({ scopes: ['everything' as KeyScope] }), ...CONFIRMED })).status).toBe(422)
    expect((await admin.ask('POST', `${PATH}/${first.api_key_id}/revoke`, {})).status).toBe(422)
    // a revoked one gives its name back
    await admin.ask('POST', `${PATH}/${first.api_key_id}/revoke`, CONFIRMED)
    expect((await ask({ ...form({ name: 'Twice' }), ...CONFIRMED })).status).toBe(200)
  })

  test('those of another account do not exist, and a plain user has none to see', async () => {
    const other = await adminOf(await on.make.account())
    const { api_key_id: id, name } = await make(admin.ask)
    expect([
      (await other.ask('GET', PATH)).body,
      (await other.ask('POST', `${PATH}/${id}/revoke`, CONFIRMED)).status,
      (await on.plain('GET', PATH)).status,
      (await on.plain('POST', PATH, { ...form(), ...CONFIRMED })).status,
    ]).toEqual([[], 404, 403, 403])
    const { body } = await admin.ask('GET', PATH)
    expect(body.find((key: { api_key_id: number }) => key.api_key_id === id)).toMatchObject({ name, state: 'live' })
  })

  test('their history says who made and revoked which, without a secret', async () => {
    const of = await adminOf(await on.make.account())
    const { api_key_id: id, secret, starts_with: start, expires_at: until } = await make(of.ask, { name: 'Told' })
    await of.ask('POST', `${PATH}/${id}/revoke`, CONFIRMED)
    const { body: user } = await of.ask('GET', '/v1/user-login-details')
    const { body } = await of.ask('GET', `/v1/history/api_keys/${user.pm_dsh_ud}`)
    expect(body.map(({ by, changes }: { by: string; changes: unknown }) => [by, changes])).toEqual([
      ['Ana Silva', [{ field: 'key_revoked', from: null, to: `Told (${start}…)` }]],
      [
        'Ana Silva',
        [
          {
            field: 'key_made',
            from: null,
            to: `Told (${start}…), Read figures, Read studies, until ${until.slice(0, 10)}`,
          },
        ],
      ],
    ])
    expect(JSON.stringify(body)).not.toContain(secret)
    expect((await on.plain('GET', `/v1/history/api_keys/${on.study.accountId}`)).status).toBe(404)
  })
})

describe('the limit of a key', () => {
  test('appears in the headers of every answer, refusals too, and answers 429 once it is used up; other keys go on', async () => {
    const [{ secret }, other] = [await make(admin.ask), await make(admin.ask)]
    const first = await byKey(secret, 'GET', '/v1/projects')
    const refused = await byKey(secret, 'GET', '/v1/users')
    const policy = `"key";q=${CALLS_A_MINUTE};w=60`
    const said = ({ status, headers }: Answer) => [status, headers.get('ratelimit-policy'), headers.get('ratelimit')]
    expect([said(first), said(refused)]).toEqual([
      [200, policy, expect.stringMatching(new RegExp(`^"key";r=${CALLS_A_MINUTE - 1};t=(60|59)$`))],
      [403, policy, expect.stringMatching(new RegExp(`^"key";r=${CALLS_A_MINUTE - 2};t=\\d+$`))],
    ])
    for (let calls = 2; calls < CALLS_A_MINUTE; calls++) await byKey(secret, 'GET', '/v1/languages')
    const over = await byKey(secret, 'GET', '/v1/projects')
    expect([over.status, over.headers.get('ratelimit'), Number(over.headers.get('retry-after')) > 0]).toEqual([
      429,
      expect.stringMatching(/^"key";r=0;t=\d+$/),
      true,
    ])
    expect((await byKey(other.secret, 'GET', '/v1/projects')).status).toBe(200)
    expect((await admin.ask('GET', '/v1/projects')).headers.get('ratelimit')).toBeNull()
  })
})

test('a call by a key needs no X-Requested-With, which is against forms of other sites', async () => {
  const { secret } = await make(admin.ask)
  const { status } = await fetch(`${platform().url}/v1/projects`, { headers: { Authorization: `Bearer ${secret}` } })
  expect(status).toBe(200)
})
