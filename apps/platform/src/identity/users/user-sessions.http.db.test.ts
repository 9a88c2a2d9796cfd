import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/demo-accounts'
import { useDemoAccounts } from '#testing/demo-people'
import { usePlatform } from '#testing/platform'

const platform = usePlatform()
useDemoAccounts(platform)

async function signIn(username: string, userAgent = 'Firefox on a laptop'): Promise<string> {
  const headers = { 'User-Agent': userAgent, 'X-Forwarded-For': '198.51.100.7' }
  const { body } = await platform().call('POST', '/v1/login', { body: { username, password: DEMO_PASSWORD }, headers })
  return body.AccessToken
}
const ask = (token: string, method: string, path: string, body?: unknown) =>
  platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
const uidOf = async (token: string): Promise<number> => (await ask(token, 'GET', '/v1/user-login-details')).body.uid
const isLive = async (token: string): Promise<boolean> =>
  (await ask(token, 'GET', '/v1/user-login-details')).status === 200
const sessionsOf = async (token: string, uid: number) => (await ask(token, 'GET', `/v1/users/${uid}/sessions`)).body
const lastActs = async (token: string, count: number) =>
  (await ask(token, 'GET', `/v1/audit-log?limit=${count}`)).body.entries.map(
    ({ act, object_id: id, who_uid: who }: Record<string, unknown>) => [act, id, who],
  )

describe('an admin (administration.md §1)', () => {
  test('sees when a user last signed in, and where the user is signed in: device, address, since when', async () => {
    const admin = await signIn('admin@acme.example')
    const before = Date.now()
    const user = await signIn('user@acme.example', 'Safari on a phone')
    const uid = await uidOf(user)
    const { body } = await ask(admin, 'GET', `/v1/users?uid=${uid}`)
    expect(Date.parse(body[0].last_sign_in_at)).toBeGreaterThanOrEqual(before)
    expect(await sessionsOf(admin, uid)).toEqual([
      {
        session_id: expect.any(String),
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        user_agent: 'Safari on a phone',
        address: '198.51.100.7',
        pm_dsh_ud: DEMO_ACCOUNTS.acme,
        dashboard_name: 'Acme Research',
        is_current: false,
      },
    ])
  })

  test('ends one session of a user, or all, at once, which the audit log says', async () => {
    const admin = await signIn('admin@acme.example')
    const adminUid = await uidOf(admin)
    const [one, two, three] = [
      await signIn('user@acme.example', 'one'),
      await signIn('user@acme.example', 'two'),
      await signIn('user@acme.example', 'three'),
    ]
    const uid = await uidOf(one)
    const [found] = (await sessionsOf(admin, uid)).filter(
      ({ user_agent: agent }: { user_agent: string }) => agent === 'one',
    )
    const path = `/v1/users/${uid}/sessions/${found.session_id}`
    expect((await ask(admin, 'DELETE', path)).status).toBe(204)
    expect((await ask(admin, 'DELETE', path)).status).toBe(404)
    expect([await isLive(one), await isLive(two), await isLive(three)]).toEqual([false, true, true])
    expect((await ask(admin, 'DELETE', `/v1/users/${uid}/sessions`)).status).toBe(204)
    expect([await isLive(two), await isLive(three), await isLive(admin)]).toEqual([false, false, true])
    expect(await sessionsOf(admin, uid)).toEqual([])
    expect(await lastActs(admin, 2)).toEqual([
      ['sessions_ended', uid, adminUid],
      ['sessions_ended', uid, adminUid],
    ])
  })

  test('keeps the own session when they end all of their own', async () => {
    const [here, there] = [await signIn('admin@acme.example'), await signIn('admin@acme.example')]
    const uid = await uidOf(here)
    expect((await ask(here, 'DELETE', `/v1/users/${uid}/sessions`)).status).toBe(204)
    expect([await isLive(here), await isLive(there)]).toEqual([true, false])
  })

  test('neither sees nor ends sessions of users of other accounts, of a guest’s other accounts, or of a super admin', async () => {
    const [admin, foreign, superAdmin] = [
      await signIn('admin@acme.example'),
      await signIn('admin@beta.example'),
      await signIn('super@desk.example'),
    ]
    const [foreignUid, superUid] = [await uidOf(foreign), await uidOf(superAdmin)]
    expect([
      (await ask(admin, 'GET', `/v1/users/${foreignUid}/sessions`)).status,
      (await ask(admin, 'DELETE', `/v1/users/${foreignUid}/sessions`)).status,
      (await ask(admin, 'GET', `/v1/users/${superUid}/sessions`)).status,
    ]).toEqual([404, 404, 404])
    // both are guests of Acme from now on, and signed in at home
    await platform().database.asSystem(async tx => {
      await sql`insert into user_account (account_id, user_id, is_default, time_zone_code) values (${DEMO_ACCOUNTS.acme}, ${foreignUid}, false, 15), (${DEMO_ACCOUNTS.acme}, ${superUid}, false, 15)`.execute(
        tx,
      )
    })
    try {
      expect(await sessionsOf(admin, foreignUid)).toEqual([])
      expect((await ask(admin, 'DELETE', `/v1/users/${foreignUid}/sessions`)).status).toBe(204)
      expect((await ask(admin, 'DELETE', `/v1/users/${superUid}/sessions`)).status).toBe(403)
      expect([await isLive(foreign), await isLive(superAdmin)]).toEqual([true, true])
    } finally {
      await platform().database.asSystem(async tx => {
        await sql`delete from user_account where account_id = ${DEMO_ACCOUNTS.acme} and user_id in (${foreignUid}, ${superUid})`.execute(
          tx,
        )
      })
    }
  })

  test('sets the zone that new users get, and with a word that of all users (§3.3)', async () => {
    const admin = await signIn('admin@acme.example')
    const user = await signIn('user@acme.example')
    const uid = await uidOf(user)
    const path = `/v1/account/${DEMO_ACCOUNTS.acme}/time-zone`
    const zones = (await ask(admin, 'GET', '/v1/platform-codes/time-zone-type')).body
    const other: number = zones.find(({ pm_code }: { pm_code: number }) => pm_code !== 15).pm_code
    expect((await ask(admin, 'PUT', path, { time_zone: other })).body).toEqual({ time_zone: other, changed_users: 0 })
    const made = await ask(admin, 'POST', '/v1/users', {
      firstname: 'Nia',
      lastname: 'New',
      username: 'nia.new@acme.example',
    })
    const zoneOf = async (id: number) => (await ask(admin, 'GET', `/v1/users?uid=${id}`)).body[0].user_time_zone
    expect([await zoneOf(made.body.data.uid), await zoneOf(uid)]).toEqual([other, 15])
    const all = await ask(admin, 'PUT', path, { time_zone: other, all_users: true })
    expect(all.body.changed_users).toBeGreaterThan(1)
    expect((await ask(user, 'GET', '/v1/user-login-details')).body.user_time_zone).toBe(other)
    expect((await ask(admin, 'PUT', path, { time_zone: other, all_users: true })).body.changed_users).toBe(0)
    expect((await ask(admin, 'PUT', path, { time_zone: 9_999 })).status).toBe(422)
    expect((await ask(admin, 'PUT', `/v1/account/${DEMO_ACCOUNTS.beta}/time-zone`, { time_zone: 15 })).status).toBe(404)
    await ask(admin, 'PUT', path, { time_zone: 15, all_users: true })
  })
})
