import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/demo-accounts'
import { useDemoAccounts } from '#testing/demo-people'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { RENEW_TOKEN_AFTER_MS } from '../sessions/session-needs.ts'
import { endExpiredSessions } from '../sessions/sessions.store.ts'
import { hashToken } from '../tokens/token.ts'
import { TRIES_PER_ADDRESS, TRIES_PER_USER_AND_ADDRESS } from '../try-limits/sign-in-limits.ts'
import { REMEMBERED_SESSION_IDLE_MS, REPLACED_TOKEN_GRACE_MS, SESSION_IDLE_MS } from './sessions.service.ts'

const platform = usePlatform()
useDemoAccounts(platform)

const check = (token: string) => platform().call('GET', '/v1/user-login-details', { token })
/** Backdates a token's issue and use: the platform's clock is the real one. */
const age = (token: string, byMs: number) =>
  platform().database.asSystem(async tx => {
    const hash = hashToken(token)
    await sql`update session_token set issued_at = issued_at - ${byMs} * interval '1 ms' where token_hash = ${hash}`.execute(
      tx,
    )
    await sql`update login_session s set last_used_at = last_used_at - ${byMs} * interval '1 ms' from session_token t where t.session_id = s.session_id and t.token_hash = ${hash}`.execute(
      tx,
    )
  })

describe('signing in', () => {
  test('gives a token with which the session check answers the user (api:A1, api:A3, §3.1, §7.6, §7.7)', async () => {
    const token = await platform().signIn('user@acme.example', DEMO_PASSWORD)
    const { status, body } = await check(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      uid: 4,
      firstname: 'Una',
      lastname: 'Ortiz',
      username: 'user@acme.example',
      role_id: 2,
      is_consultant: true,
      is_adm_groups: false,
      pm_dsh_ud: DEMO_ACCOUNTS.acme,
      pm_parent_dsh_ud: DEMO_ACCOUNTS.staff,
      login_pm_parent_dsh_ud: DEMO_ACCOUNTS.staff,
      user_time_zone: 15,
      advanced_source_view_external: false,
      advanced_stream_view: false,
      account_switch_enabled: false,
      is_password_updated: true,
      is_super_admin: false,
      can_open_user_settings: true,
      dashboard_name: 'Acme Research',
      account_type: 'DESK',
      isRepdataUser: false,
      internalUser: false,
      streamViewType: 'external',
      second_factor: 'off',
      invoices_by_business_unit: true,
      settings: [
        {
          pm_dsh_ud: DEMO_ACCOUNTS.acme,
          dashboard_name: 'Acme Research',
          is_default: true,
          role_id: 2,
          user_time_zone: 15,
          advanced_stream_view: false,
        },
      ],
    })
  })

  test('does not tell whether the user exists: same answer for a wrong password and a wrong name', async () => {
    const refused = async (username: string) => {
      const { status, body } = await platform().call('POST', '/v1/login', {
        body: { username, password: 'Wrong-pass-1' },
      })
      return { status, message: body.message }
    }
    const wrongName = await refused('nobody@acme.example')
    expect(wrongName).toEqual({ status: 401, message: 'The e-mail address or the password is not right.' })
    expect(await refused('admin@beta.example')).toEqual(wrongName)
  })

  test('blocks one user from one address after five failures, and leaves the user free elsewhere', async () => {
    const tryFrom = (address: string, password: string) =>
      platform().call('POST', '/v1/login', {
        body: { username: 'advanced@acme.example', password },
        headers: { 'X-Forwarded-For': address },
      })
    for (let tries = 0; tries < TRIES_PER_USER_AND_ADDRESS; tries++)
      expect((await tryFrom('203.0.113.7', 'Wrong-pass-1')).status).toBe(401)
    const blocked = await tryFrom('203.0.113.7', DEMO_PASSWORD)
    expect([
      blocked.status,
      Number(blocked.headers.get('retry-after')) > 0,
      blocked.body.retry_after_seconds > 0,
    ]).toEqual([429, true, true])
    expect((await tryFrom('203.0.113.8', DEMO_PASSWORD)).status).toBe(200)
  })

  test('a concurrent flood gets no further than sequential attempts: five are checked (S2)', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 40 },
        async () =>
          (
            await platform().call('POST', '/v1/login', {
              body: { username: 'admin@beta.example', password: 'Wrong-pass-1' },
              headers: { 'X-Forwarded-For': '203.0.113.9' },
            })
          ).status,
      ),
    )
    expect(statuses.sort((one, other) => one - other)).toEqual([
      ...Array.from({ length: TRIES_PER_USER_AND_ADDRESS }, () => 401),
      ...Array.from({ length: 40 - TRIES_PER_USER_AND_ADDRESS }, () => 429),
    ])
  })

  test('a sweep over names from one address is stopped, and other addresses are not (S2)', async () => {
    const tryAs = async (username: string, address: string) =>
      (
        await platform().call('POST', '/v1/login', {
          body: { username, password: 'Wrong-pass-1' },
          headers: { 'X-Forwarded-For': address },
        })
      ).status
    for (let at = 0; at < TRIES_PER_ADDRESS; at++) await tryAs(`nobody-${at}@acme.example`, '203.0.113.10')
    expect([
      await tryAs('nobody@acme.example', '203.0.113.10'),
      await tryAs('nobody@acme.example', '203.0.113.11'),
    ]).toEqual([429, 401])
  })

  test('keeps only the hash of a token and an Argon2id hash of the password', async () => {
    const token = await platform().signIn('admin@acme.example', DEMO_PASSWORD)
    const { rows } = await platform().database.asSystem(tx =>
      sql<{
        whole: string
      }>`select (select json_agg(t)::text from session_token t) || (select json_agg(s)::text from login_session s) || (select json_agg(u)::text from app_user u) as whole`.execute(
        tx,
      ),
    )
    expect(rows[0]?.whole).not.toContain(token)
    expect(rows[0]?.whole).not.toContain(DEMO_PASSWORD)
    expect(rows[0]?.whole).toContain('$argon2id$')
  })

  test('needs X-Requested-With (§7.2)', async () => {
    const response = await fetch(`${platform().url}/v1/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { message: 'The X-Requested-With header is missing.' },
    ])
  })
})

describe('a session', () => {
  test('renews its token over set-authorization, and the replaced token stays valid for calls in flight (§7.4)', async () => {
    const first = await platform().signIn('user@acme.example', DEMO_PASSWORD)
    expect((await check(first)).headers.get('set-authorization')).toBeNull()
    await age(first, RENEW_TOKEN_AFTER_MS + 1000)
    const parallel = await Promise.all(Array.from({ length: 20 }, () => check(first)))
    expect(parallel.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    const renewed = parallel.map(({ headers }) => headers.get('set-authorization')).filter(token => token !== null)
    expect(renewed.length).toBeGreaterThanOrEqual(1)
    for (const token of renewed) expect((await check(token)).status).toBe(200)
  })

  test('a replaced token ends with its grace period', async () => {
    const first = await platform().signIn('user@acme.example', DEMO_PASSWORD)
    await age(first, RENEW_TOKEN_AFTER_MS + 1000)
    const second = (await check(first)).headers.get('set-authorization')!
    await platform().database.asSystem(tx =>
      sql`update session_token set superseded_at = superseded_at - ${REPLACED_TOKEN_GRACE_MS + 1000} * interval '1 ms' where token_hash = ${hashToken(first)}`.execute(
        tx,
      ),
    )
    expect([(await check(first)).status, (await check(second)).status]).toEqual([401, 200])
  })

  test('ends by itself when it is not used', async () => {
    const token = await platform().signIn('user@acme.example', DEMO_PASSWORD)
    await platform().database.asSystem(tx =>
      sql`update login_session s set expires_at = expires_at - ${SESSION_IDLE_MS + 1000} * interval '1 ms' from session_token t where t.session_id = s.session_id and t.token_hash = ${hashToken(token)}`.execute(
        tx,
      ),
    )
    expect((await check(token)).status).toBe(401)
    // and the feed tells the gateways, which close its sockets
    const ended = await platform().database.asSystem(tx => endExpiredSessions(tx, new Date()))
    const again = await platform().database.asSystem(tx => endExpiredSessions(tx, new Date()))
    expect([ended, again, (await platform().endedSessions()).length > 0]).toEqual([1, 0, true])
  })

  test('a remembered session may be idle for 30 days, and stays so after a switch or password change; any other for 12 hours (§1.9, §9.14)', async () => {
    const { userId, username } = await new StudyMaker(platform().database).user({ accountId: DEMO_ACCOUNTS.acme })
    const signIn = async (remember: object) =>
      (await platform().call('POST', '/v1/login', { body: { username, password: TEST_PASSWORD, ...remember } })).body
        .AccessToken as string
    /** How long it may be idle. */
    const restMs = (token: string) =>
      platform().database.readAsSystem(async tx => {
        const { rows } = await sql<{ ms: number }>`
          select (extract(epoch from s.expires_at - s.last_used_at) * 1000)::float8 as ms from login_session s join session_token t on t.session_id = s.session_id where t.token_hash = ${hashToken(token)}`.execute(
          tx,
        )
        return rows[0]?.ms
      })
    await platform().database.asSystem(tx =>
      sql`insert into user_account (account_id, user_id) values (${DEMO_ACCOUNTS.beta}, ${userId})`.execute(tx),
    )
    const [silent, plain, remembered] = [
      await signIn({}),
      await signIn({ remember: false }),
      await signIn({ remember: true }),
    ]
    expect([await restMs(silent), await restMs(plain), await restMs(remembered)]).toEqual([
      SESSION_IDLE_MS,
      SESSION_IDLE_MS,
      REMEMBERED_SESSION_IDLE_MS,
    ])
    expect([SESSION_IDLE_MS, REMEMBERED_SESSION_IDLE_MS]).toEqual([12 * 3_600_000, 30 * 24 * 3_600_000])
    await age(remembered, RENEW_TOKEN_AFTER_MS + 1000)
    const renewed = (await check(remembered)).headers.get('set-authorization')!
    const { body: switched } = await platform().call('POST', '/v1/switch-account', {
      token: renewed,
      body: { pm_dsh_ud: DEMO_ACCOUNTS.beta },
    })
    const { body: changed } = await platform().call('POST', '/v1/update-password', {
      token: switched.AccessToken,
      body: { password: TEST_PASSWORD, new_password: 'Kettle-brass-9' },
    })
    expect([await restMs(renewed), await restMs(switched.AccessToken), await restMs(changed.AccessToken)]).toEqual(
      Array.from({ length: 3 }, () => REMEMBERED_SESSION_IDLE_MS),
    )
  })

  test('ends at once on sign-out, every one of its tokens with it, and the feed says so (api:A2)', async () => {
    const first = await platform().signIn('user@acme.example', DEMO_PASSWORD)
    await age(first, RENEW_TOKEN_AFTER_MS + 1000)
    const second = (await check(first)).headers.get('set-authorization')!
    const { rows: before } = await platform().database.asSystem(tx =>
      sql<{ n: number }>`select count(*) as n from change_feed where kind = 3`.execute(tx),
    )
    expect((await platform().call('POST', '/v1/logout', { token: first })).status).toBe(204)
    expect([(await check(first)).status, (await check(second)).status]).toEqual([401, 401])
    const { rows: after } = await platform().database.asSystem(tx =>
      sql<{ n: number }>`select count(*) as n from change_feed where kind = 3`.execute(tx),
    )
    expect(after[0]!.n - before[0]!.n).toBe(1)
  })

  test('does not accept anything that only looks like a token', async () => {
    for (const token of ['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}'`, 'A'.repeat(5000)])
      expect((await check(token)).status).toBe(401)
  })
})

describe('switching accounts (§4.9)', () => {
  test('answers Status 0 and a token for the other account, and the old token ends (api:A9, §7.8)', async () => {
    const old = await platform().signIn('staff@desk.example', DEMO_PASSWORD)
    const { status, body } = await platform().call('POST', '/v1/switch-account', {
      token: old,
      body: { pm_dsh_ud: DEMO_ACCOUNTS.beta },
    })
    expect([status, Object.keys(body).sort(), body.Status]).toEqual([200, ['AccessToken', 'Status'], 0])
    expect((await check(old)).status).toBe(401)
    const there = (await check(body.AccessToken)).body
    expect([there.pm_dsh_ud, there.dashboard_name, there.streamViewType]).toEqual([
      DEMO_ACCOUNTS.beta,
      'Beta Insights',
      'internal',
    ])
  })

  test('takes a super admin to any account (§6.5)', async () => {
    const token = await platform().signIn('super@desk.example', DEMO_PASSWORD)
    const { body } = await platform().call('POST', '/v1/switch-account', {
      token,
      body: { pm_dsh_ud: DEMO_ACCOUNTS.shield },
    })
    expect(body.Status).toBe(0)
  })

  test('refuses an account that is not one of the user’s, the same whether it exists or not, and the session goes on (§6.5)', async () => {
    const token = await platform().signIn('staff@desk.example', DEMO_PASSWORD)
    const to = async (accountId: number) =>
      (await platform().call('POST', '/v1/switch-account', { token, body: { pm_dsh_ud: accountId } })).body
    expect(await to(DEMO_ACCOUNTS.shield)).toEqual({ Status: 1, message: 'This account cannot be switched to.' })
    expect(await to(999_999)).toEqual({ Status: 1, message: 'This account cannot be switched to.' })
    expect((await check(token)).status).toBe(200)
  })
})

describe('changing one’s password (api:A4)', () => {
  const change = (token: string, body: unknown) => platform().call('POST', '/v1/update-password', { token, body })

  test('ends every other session of the user, and goes on under a new token', async () => {
    const here = await platform().signIn('admin@shield.example', DEMO_PASSWORD)
    const elsewhere = await platform().signIn('admin@shield.example', DEMO_PASSWORD)
    const { status, body } = await change(here, { password: DEMO_PASSWORD, new_password: 'Shield-new-1' })
    expect([status, body.is_password_updated]).toEqual([200, true])
    expect([
      (await check(here)).status,
      (await check(elsewhere)).status,
      (await check(body.AccessToken)).status,
    ]).toEqual([401, 401, 200])
    expect(
      (
        await platform().call('POST', '/v1/login', {
          body: { username: 'admin@shield.example', password: DEMO_PASSWORD },
        })
      ).status,
    ).toBe(401)
  })

  test('refuses a new password that breaks the rules, with each message at its field (§5.25, §5.28)', async () => {
    const token = await platform().signIn('admin@beta.example', DEMO_PASSWORD)
    const { status, body } = await change(token, { password: DEMO_PASSWORD, new_password: 'short' })
    expect([status, body.details]).toEqual([
      422,
      [
        { path: ['new_password'], message: 'Password must be at least 8 characters' },
        { path: ['new_password'], message: 'Password must contain at least one uppercase letter' },
        { path: ['new_password'], message: 'Password must contain at least one digit' },
        { path: ['new_password'], message: 'Password must contain at least one symbol' },
      ],
    ])
  })

  test('refuses when the present password is wrong', async () => {
    const token = await platform().signIn('admin@beta.example', DEMO_PASSWORD)
    const { status, body } = await change(token, { password: 'Wrong-pass-1', new_password: 'Better-pass-1' })
    expect([status, body.details]).toEqual([
      422,
      [{ path: ['password'], message: 'The present password is not right.' }],
    ])
  })
})

describe('what cannot be read', () => {
  test('is answered clearly and never with a 500: broken JSON, NUL, depth, size, type, numbers out of range (I2)', async () => {
    const send = async (body: string, contentType = 'application/json') =>
      (await platform().call('POST', '/v1/login', { body, headers: { 'Content-Type': contentType } })).status
    expect(await send('{')).toBe(400)
    expect(await send('{"username":"a\\u0000","password":"b"}')).toBe(400)
    expect(await send(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe(400)
    expect(await send(`{"username":"${'a'.repeat(1_100_000)}","password":"b"}`)).toBe(413)
    expect(await send('username=a', 'application/x-www-form-urlencoded')).toBe(415)
    expect(await send('{"__proto__":{"username":"a"},"constructor":1}')).toBe(422)
    expect(await send('{"username":1e400,"password":["b"]}')).toBe(422)
  })
  test('a refused body names each field (§5.28)', async () => {
    const { status, body } = await platform().call('POST', '/v1/login', { body: { username: '', password: 7 } })
    expect([status, body.details.map(({ path }: { path: string[] }) => path)]).toEqual([
      422,
      [['username'], ['password']],
    ])
    expect(typeof body.request_id).toBe('string')
  })
})
