import { sql } from 'kysely'
import { URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/demo-accounts'
import { useDemoAccounts } from '#testing/demo-people'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { REMEMBERED_SESSION_IDLE_MS, SESSION_IDLE_MS } from '../sign-in/sessions.service.ts'
import { hashToken } from '../tokens/token.ts'
import { TRIES_PER_USER_AND_ADDRESS } from '../try-limits/sign-in-limits.ts'
import { CHALLENGE_LASTS_MS, TRIES_PER_CHALLENGE, WRONG_CODES_PER_USER } from './second-factor.service.ts'

const platform = usePlatform()
useDemoAccounts(platform)

let addresses = 0
const fromElsewhere = (): Record<string, string> => ({ 'X-Forwarded-For': `198.51.100.${(++addresses % 250) + 1}` })
const call = (token: string, method: string, path: string, body?: unknown) =>
  platform().call(method, path, { token, headers: fromElsewhere(), ...(body === undefined ? {} : { body }) })
const login = async (username: string) =>
  (
    await platform().call('POST', '/v1/login', {
      body: { username, password: TEST_PASSWORD },
      headers: fromElsewhere(),
    })
  ).body
const second = (challenge: string, code: string) =>
  platform().call('POST', '/v1/login/second-factor', { body: { challenge, code }, headers: fromElsewhere() })
const newUser = (accountId: number = DEMO_ACCOUNTS.acme) => new StudyMaker(platform().database).user({ accountId })
const STEP_MS = 30_000
/** A code of the app, so many half minutes from now. */
const codeOf = (uri: string, steps = 0): string =>
  URI.parse(uri).generate({ timestamp: Date.now() + steps * STEP_MS } as never) // the types leave the moment out
/** As if no code had been used yet. */
const forgetSteps = (userId: number) =>
  platform().database.asSystem(tx => sql`update second_factor set last_step = 0 where user_id = ${userId}`.execute(tx))
const WRONG = '000000'
const CONFIRMED = { present_password: TEST_PASSWORD }
const confirmedBy = (code: string | undefined, password = TEST_PASSWORD) => ({
  confirmation: { present_password: password, second_factor_code: code },
})

interface Enrolled {
  readonly userId: number
  readonly username: string
  readonly token: string
  readonly uri: string
  readonly recovery: readonly string[]
}
async function enrolled(accountId?: number): Promise<Enrolled> {
  const { userId, username } = await newUser(accountId)
  const token = await platform().signIn(username, TEST_PASSWORD)
  const { otpauth_uri: uri } = (await call(token, 'POST', '/v1/second-factor', { confirmation: CONFIRMED })).body
  const { status, body } = await call(token, 'POST', '/v1/second-factor/confirm', { code: codeOf(uri) })
  if (status !== 200) throw new Error(`Confirming answered ${status}: ${JSON.stringify(body)}`)
  await forgetSteps(userId)
  return { userId, username, token, uri, recovery: body.recovery_codes }
}

describe('setting up a second factor', () => {
  test('shows a secret once, counts from the first code of it, and gives ten recovery codes', async () => {
    const { username } = await newUser()
    const [token, elsewhere] = [
      await platform().signIn(username, TEST_PASSWORD),
      await platform().signIn(username, TEST_PASSWORD),
    ]
    const enrolment = (await call(token, 'POST', '/v1/second-factor', { confirmation: CONFIRMED })).body
    expect(enrolment).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_uri: `otpauth://totp/Sample%20Desk:${encodeURIComponent(username)}?issuer=Sample%20Desk&secret=${enrolment.secret}&algorithm=SHA1&digits=6&period=30`,
    })
    // until then signing in asks for nothing more
    expect(Object.keys(await login(username)).sort()).toEqual(['AccessToken', 'is_password_updated'])
    const wrong = await call(token, 'POST', '/v1/second-factor/confirm', { code: WRONG })
    const right = await call(token, 'POST', '/v1/second-factor/confirm', { code: codeOf(enrolment.otpauth_uri) })
    const state = (await call(token, 'GET', '/v1/second-factor')).body
    const again = await call(token, 'POST', '/v1/second-factor', { confirmation: CONFIRMED })
    expect([wrong.status, wrong.body.details, right.status, state, again.status, again.body.reason]).toEqual([
      422,
      [{ path: ['code'], message: 'The code is not right.' }],
      200,
      { enabled: true, required: false, recovery_codes_left: 10 },
      409,
      'already_on',
    ])
    expect(
      new Set(right.body.recovery_codes.filter((code: string) => /^(?:[A-Z0-9]{4}-){3}[A-Z0-9]{4}$/.test(code))).size,
    ).toBe(10)
    // a session that began without it does not outlive it
    expect([
      (await call(elsewhere, 'GET', '/v1/user-login-details')).status,
      (await call(token, 'GET', '/v1/user-login-details')).body.second_factor,
    ]).toEqual([401, 'on'])
  })

  test('asks for the present password, with the limit of failed sign-ins, before it creates a secret (S2)', async () => {
    const { userId, username } = await newUser()
    const token = await platform().signIn(username, TEST_PASSWORD)
    const headers = fromElsewhere()
    const enrol = (body?: unknown) =>
      platform().call('POST', '/v1/second-factor', { token, headers, ...(body === undefined ? {} : { body }) })
    const wrong = await enrol({ confirmation: { present_password: 'Wrong-pass-1' } })
    const rows = () =>
      platform().database.readAsSystem(tx => sql`select from second_factor where user_id = ${userId}`.execute(tx))
    expect([(await enrol()).status, wrong.status, wrong.body.details, (await rows()).rows]).toEqual([
      422,
      422,
      [{ path: ['confirmation', 'present_password'], message: 'The present password is not right.' }],
      [],
    ])
    for (let tries = 1; tries < TRIES_PER_USER_AND_ADDRESS; tries++)
      await enrol({ confirmation: { present_password: 'Wrong-pass-1' } })
    const late = await enrol({ confirmation: CONFIRMED })
    expect([
      late.status,
      Number(late.headers.get('retry-after')) > 0,
      (await rows()).rows,
      (await call(token, 'POST', '/v1/second-factor', { confirmation: CONFIRMED })).status,
    ]).toEqual([429, true, [], 200])
  })

  test('keeps the secret encrypted and the recovery codes hashed (S4)', async () => {
    const { uri, recovery } = await enrolled()
    const secret = new URL(uri).searchParams.get('secret')!
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{
        whole: string
      }>`select (select json_agg(f)::text from second_factor f) || (select json_agg(r)::text from recovery_code r) || (select json_agg(c)::text from sign_in_challenge c) as whole
        from (select 1) one where exists (select from second_factor)`.execute(tx),
    )
    const { secret: raw } = URI.parse(uri)
    const stored = (
      await platform().database.readAsSystem(tx =>
        sql<{ hex: string }>`select string_agg(encode(secret, 'hex'), ' ') as hex from second_factor`.execute(tx),
      )
    ).rows[0]!.hex
    expect([
      (rows[0]?.whole ?? '').includes(secret),
      stored.includes(raw.hex.toLowerCase()),
      recovery.some(code => (rows[0]?.whole ?? '').includes(code)),
    ]).toEqual([false, false, false])
  })
})

describe('signing in with a second factor', () => {
  test('a correct password gives a challenge and no token; the code then gives the token, once', async () => {
    const { username, uri } = await enrolled()
    const answer = await login(username)
    expect(answer).toEqual({
      second_factor: { challenge: expect.stringMatching(/^[\w-]{43}$/), expires_in_seconds: CHALLENGE_LASTS_MS / 1000 },
    })
    const { challenge } = answer.second_factor
    expect((await platform().call('GET', '/v1/user-login-details', { token: challenge })).status).toBe(401)
    const code = codeOf(uri)
    const { status, body } = await second(challenge, ` ${code.slice(0, 3)} ${code.slice(3)}`)
    expect([
      status,
      Object.keys(body).sort(),
      (await platform().call('GET', '/v1/user-login-details', { token: body.AccessToken })).body.username,
    ]).toEqual([200, ['AccessToken', 'is_password_updated'], username])
    // neither the challenge nor the code works again
    const next = (await login(username)).second_factor.challenge
    expect([
      (await second(challenge, codeOf(uri, 1))).status,
      (await second(next, code)).status,
      (await second(next, codeOf(uri, 1))).status,
    ]).toEqual([401, 422, 200])
  })

  test('a request to be remembered, sent with the password, holds after the code (§1.9)', async () => {
    const { userId, username, uri } = await enrolled()
    const rests: (number | undefined)[] = []
    for (const remember of [true, false]) {
      await forgetSteps(userId)
      const { body } = await platform().call('POST', '/v1/login', {
        body: { username, password: TEST_PASSWORD, remember },
        headers: fromElsewhere(),
      })
      const { AccessToken: token } = (await second(body.second_factor.challenge, codeOf(uri))).body
      const { rows } = await platform().database.readAsSystem(tx =>
        sql<{ ms: number }>`
          select (extract(epoch from s.expires_at - s.last_used_at) * 1000)::float8 as ms from login_session s join session_token t on t.session_id = s.session_id where t.token_hash = ${hashToken(token)}`.execute(
          tx,
        ),
      )
      rests.push(rows[0]?.ms)
    }
    expect(rests).toEqual([REMEMBERED_SESSION_IDLE_MS, SESSION_IDLE_MS])
  })

  test('of ten concurrent uses of one code, one succeeds', async () => {
    const { username, uri } = await enrolled()
    const challenges = await Promise.all(
      Array.from({ length: 10 }, async () => (await login(username)).second_factor.challenge),
    )
    const code = codeOf(uri)
    expect(
      (await Promise.all(challenges.map(async challenge => (await second(challenge, code)).status))).sort(
        (one, other) => one - other,
      ),
    ).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
  })

  test('a code of the step before or after is accepted, since clocks differ; one further away is not (F10)', async () => {
    const { userId, username, uri } = await enrolled()
    const statuses = []
    for (const steps of [-1, 1, -3, 3]) {
      await forgetSteps(userId)
      statuses.push((await second((await login(username)).second_factor.challenge, codeOf(uri, steps))).status)
    }
    expect(statuses).toEqual([200, 200, 422, 422])
  })

  test('each recovery code works once, in any spelling', async () => {
    const { username, token, recovery } = await enrolled()
    const attempt = async (code: string) => (await second((await login(username)).second_factor.challenge, code)).status
    const [first, other] = recovery
    expect([
      await attempt(first!.toLowerCase().replaceAll('-', ' ')),
      await attempt(first!),
      await attempt(other!),
      (await call(token, 'GET', '/v1/second-factor')).body.recovery_codes_left,
    ]).toEqual([200, 422, 200, 8])
  })

  test('one sign-in allows few wrong codes and little time; then even the right code fails', async () => {
    const { userId, username, uri } = await enrolled()
    const { challenge } = (await login(username)).second_factor
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => second(challenge, WRONG))))
      .map(({ status }) => status)
      .sort((one, other) => one - other)
    expect([statuses, (await second(challenge, codeOf(uri))).status]).toEqual([
      [
        ...Array.from({ length: 12 - TRIES_PER_CHALLENGE }, () => 401),
        ...Array.from({ length: TRIES_PER_CHALLENGE }, () => 422),
      ],
      401,
    ])
    const late = (await login(username)).second_factor.challenge
    await platform().database.asSystem(tx =>
      sql`update sign_in_challenge set expires_at = now() where user_id = ${userId}`.execute(tx),
    )
    expect((await second(late, codeOf(uri))).status).toBe(401)
  })

  test('and few for one user, however many sign-ins are begun from wherever (S2)', async () => {
    const { username, uri } = await enrolled()
    const statuses: number[] = []
    while (statuses.length < WRONG_CODES_PER_USER) {
      const { challenge } = (await login(username)).second_factor
      for (let tries = 0; tries < TRIES_PER_CHALLENGE; tries++) statuses.push((await second(challenge, WRONG)).status)
    }
    const blocked = await second((await login(username)).second_factor.challenge, codeOf(uri))
    expect([
      statuses.every(status => status === 422),
      blocked.status,
      Number(blocked.headers.get('retry-after')) > 0,
    ]).toEqual([true, 429, true])
  })

  test('a secret that was encrypted under another key lets no user in, and recovery codes still do', async () => {
    const { userId, username, uri, recovery } = await enrolled()
    await platform().database.asSystem(tx =>
      sql`update second_factor set secret = (select secret from second_factor where user_id <> ${userId} limit 1) where user_id = ${userId}`.execute(
        tx,
      ),
    )
    const attempt = async (code: string) => (await second((await login(username)).second_factor.challenge, code)).status
    expect([await attempt(codeOf(uri)), await attempt(recovery[0]!)]).toEqual([422, 200])
  })
})

describe('later', () => {
  test('new recovery codes replace the old ones, for a code of the app and no recovery code', async () => {
    const { userId, username, token, uri, recovery } = await enrolled()
    const refused = await call(token, 'POST', '/v1/second-factor/recovery-codes', confirmedBy(recovery[0]))
    const { status, body } = await call(token, 'POST', '/v1/second-factor/recovery-codes', confirmedBy(codeOf(uri)))
    await forgetSteps(userId)
    const { challenge } = (await login(username)).second_factor
    expect([
      refused.status,
      status,
      (await second(challenge, recovery[0]!)).status,
      (await second(challenge, body.recovery_codes[0])).status,
    ]).toEqual([422, 200, 422, 200])
  })

  test('it is turned off by password and code together, and the user gets a mail', async () => {
    const { userId, username, token, uri } = await enrolled()
    const off = async (password: string, code: string) => {
      const { status, body } = await call(token, 'POST', '/v1/second-factor/disable', confirmedBy(code, password))
      return [status, body.details?.[0].path]
    }
    expect([
      await off('Wrong-pass-1', codeOf(uri)),
      await off(TEST_PASSWORD, WRONG),
      await off(TEST_PASSWORD, codeOf(uri)),
    ]).toEqual([
      [422, ['confirmation', 'present_password']],
      [422, ['confirmation', 'present_password']],
      [204, undefined],
    ])
    const left = await platform().database.readAsSystem(tx =>
      sql`select from second_factor where user_id = ${userId} union all select from recovery_code where user_id = ${userId}`.execute(
        tx,
      ),
    )
    expect([
      Object.keys(await login(username)).sort(),
      left.rows,
      (await platform().mailsTo(username, 1)).map(({ subject }) => subject),
    ]).toEqual([['AccessToken', 'is_password_updated'], [], ['Your second factor was changed']])
  })

  test('only a super admin of the same account can remove a lost one', async () => {
    const lost = await enrolled()
    const [admin, far] = [
      await platform().signIn('admin@acme.example', DEMO_PASSWORD),
      await platform().signIn('super@desk.example', DEMO_PASSWORD),
    ]
    const path = `/v1/users/${lost.userId}/second-factor/disable`
    const body = { confirmation: { present_password: DEMO_PASSWORD } }
    const refused = [(await call(admin, 'POST', path, body)).status, (await call(far, 'POST', path, body)).status]
    const near = (await call(far, 'POST', '/v1/switch-account', { pm_dsh_ud: DEMO_ACCOUNTS.acme })).body.AccessToken
    const { status } = await call(near, 'POST', path, body)
    expect([
      refused,
      status,
      (await call(lost.token, 'GET', '/v1/user-login-details')).status,
      Object.keys(await login(lost.username)).sort(),
    ]).toEqual([[403, 404], 204, 401, ['AccessToken', 'is_password_updated']])
  })
})

describe('an account that demands a second factor of every user', () => {
  test('is configured by its admins; a session without one can only set it up, and then do everything (S1)', async () => {
    const accountId = await new StudyMaker(platform().database).account({ name: 'Strict' })
    const make = new StudyMaker(platform().database)
    const [boss, plain] = [await make.user({ accountId }), await make.user({ accountId, roleId: 2 })]
    const [bossToken, token] = [
      await platform().signIn(boss.username, TEST_PASSWORD),
      await platform().signIn(plain.username, TEST_PASSWORD),
    ]
    const want = (who: string, required: boolean, id = accountId) =>
      call(who, 'PUT', `/v1/account/${id}/second-factor`, { required })
    expect([
      (await want(token, true)).status,
      (await want(bossToken, true, DEMO_ACCOUNTS.acme)).status,
      (await call(token, 'GET', '/v1/projects')).status,
      (await want(bossToken, true)).body,
    ]).toEqual([403, 404, 200, { second_factor_required: true }])

    const open = ['/v1/user-login-details', '/v1/dashboards', `/v1/account/${accountId}/logo`, '/v1/second-factor']
    const shut = [
      '/v1/projects',
      '/v1/users',
      '/v1/sessions',
      '/v1/consultants',
      '/v1/watches?topic=survey:1',
      '/v1/defaultaccounts',
    ]
    const statuses = (paths: readonly string[]) =>
      Promise.all(paths.map(async path => (await call(token, 'GET', path)).status))
    expect([
      await statuses(open),
      await statuses(shut),
      (await call(token, 'GET', '/v1/user-login-details')).body.second_factor,
    ]).toEqual([open.map(() => 200), shut.map(() => 403), 'required'])

    const { otpauth_uri: uri } = (await call(token, 'POST', '/v1/second-factor', { confirmation: CONFIRMED })).body
    await call(token, 'POST', '/v1/second-factor/confirm', { code: codeOf(uri) })
    await forgetSteps(plain.userId)
    const off = await call(token, 'POST', '/v1/second-factor/disable', confirmedBy(codeOf(uri)))
    expect([(await call(token, 'GET', '/v1/projects')).status, off.status, off.body.reason]).toEqual([
      200,
      409,
      'required',
    ])
  })

  test('changing one’s own password asks for the present one and a fresh code: none, a wrong and a used one change nothing (S8, api:A4)', async () => {
    const { username, token, uri, recovery } = await enrolled()
    const change = (own: object, by = token) =>
      call(by, 'POST', '/v1/update-password', { password: TEST_PASSWORD, new_password: 'Kettle-brass-9', ...own })
    const code = codeOf(uri)
    // uses the code up
    await call(token, 'POST', '/v1/second-factor/recovery-codes', confirmedBy(code))
    const refusals = [
      await change({}),
      await change({ second_factor_code: '' }),
      await change({ second_factor_code: WRONG }),
      await change({ second_factor_code: code }),
      await change({ second_factor_code: codeOf(uri, 1), password: 'Wrong-pass-1' }),
    ]
    expect(refusals.map(({ status, body }) => [status, body.details])).toEqual([
      ...[0, 1].map(() => [
        422,
        [
          {
            path: ['second_factor_code'],
            message: 'Confirm your identity: enter a code from your authenticator app too.',
          },
        ],
      ]),
      ...[2, 3, 4].map(() => [
        422,
        [{ path: ['password'], message: 'The present password or the code is not right.' }],
      ]),
    ])
    expect([(await login(username)).second_factor, (await change({ second_factor_code: recovery[0] })).status]).toEqual(
      [
        expect.anything(),
        422, // new codes came in between
      ],
    )
    // a wrong password used up no code
    const { status, body } = await change({ second_factor_code: codeOf(uri, 1) })
    expect([
      status,
      (await call(token, 'GET', '/v1/user-login-details')).status,
      (await call(body.AccessToken, 'GET', '/v1/user-login-details')).status,
    ]).toEqual([200, 401, 200])
  })

  test('a session whose password must be changed can change it and nothing else (§2.8)', async () => {
    const { userId, username } = await newUser()
    await platform().database.asSystem(tx =>
      sql`update app_user set password_updated = false where user_id = ${userId}`.execute(tx),
    )
    const token = await platform().signIn(username, TEST_PASSWORD)
    const shut = [
      (await call(token, 'GET', '/v1/projects')).status,
      (
        await call(token, 'PUT', `/v1/users/${userId}`, {
          password: 'Kettle-brass-9',
          confirm_password: 'Kettle-brass-9',
        })
      ).status,
    ]
    const { body } = await call(token, 'POST', '/v1/update-password', {
      password: TEST_PASSWORD,
      new_password: 'Kettle-brass-9',
    })
    expect([shut, (await call(body.AccessToken, 'GET', '/v1/projects')).status]).toEqual([[403, 403], 200])
  })
})
