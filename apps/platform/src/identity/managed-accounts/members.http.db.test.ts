import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
let on: Stage
let superAdmin: Ask
let elsewhere: number
let at: string

beforeAll(async () => {
  on = await stage(platform())
  const house = await on.make.account({ name: 'Provider', isStaff: true })
  superAdmin = await askAs(platform(), on.make, { accountId: house, roleId: 3, firstname: 'Sam', lastname: 'Lee' })
  elsewhere = await on.make.account({ name: 'Elsewhere', parentAccountId: house })
  at = `/v1/dashboards/${elsewhere}/members`
})

const newUser = async () => {
  const user = await on.make.user({ accountId: on.study.accountId, firstname: 'Eve', lastname: 'Zorn' })
  return { ...user, token: await platform().signIn(user.username, TEST_PASSWORD) }
}
const as = (token: string, method: string, path: string, body?: unknown) =>
  platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
const accountOf = async (username: string) => {
  const token = await platform().signIn(username, TEST_PASSWORD)
  return (await as(token, 'GET', '/v1/user-login-details')).body.pm_dsh_ud
}

describe('the members of an account (§6.5)', () => {
  test('a user is added by their username, switches there and back, and signs in to the account that is their default (api:A7, api:A8, api:A9)', async () => {
    const { userId, username, token } = await newUser()
    const before = await as(token, 'POST', '/v1/switch-account', { pm_dsh_ud: elsewhere })
    const { status, body } = await superAdmin('POST', at, { username: ` ${username.toUpperCase()} `, role_id: 1 })
    const member = {
      uid: userId,
      firstname: 'Eve',
      lastname: 'Zorn',
      username,
      role_id: 1,
      is_default: false,
      is_home: false,
      has_password: true,
      is_active: true,
      invited_until: null,
    }
    expect([before.body.Status, status, body]).toEqual([1, 200, member])
    expect((await superAdmin('GET', at)).body).toEqual([member])

    const { body: defaults } = await as(token, 'GET', '/v1/defaultaccounts')
    expect(defaults.map((row: { pm_dsh_ud: number; is_default: boolean }) => [row.pm_dsh_ud, row.is_default])).toEqual(
      expect.arrayContaining([
        [elsewhere, false],
        [on.study.accountId, true],
      ]),
    )
    await as(token, 'PUT', '/v1/defaultaccounts', { default_account_update: true, new_default_account: elsewhere })
    expect(await accountOf(username)).toBe(elsewhere)
    const home = `/v1/dashboards/${on.study.accountId}/members/${userId}`
    const back = await superAdmin('PUT', home, { is_default: true })
    expect([back.status, back.body.is_default, await accountOf(username)]).toEqual([200, true, on.study.accountId])

    const switched = await as(token, 'POST', '/v1/switch-account', { pm_dsh_ud: elsewhere })
    expect((await as(switched.body.AccessToken, 'GET', '/v1/user-login-details')).body.pm_dsh_ud).toBe(elsewhere)
  })

  test('who is removed loses their sessions there, and signs in at home', async () => {
    const { userId, username, token } = await newUser()
    await superAdmin('POST', at, { username })
    await superAdmin('PUT', `${at}/${userId}`, { is_default: true })
    const there = await platform().signIn(username, TEST_PASSWORD)
    const removed = await superAdmin('DELETE', `${at}/${userId}`)
    expect([
      removed.status,
      (await as(there, 'GET', '/v1/user-login-details')).status,
      (await as(token, 'GET', '/v1/user-login-details')).status,
      await accountOf(username),
      (await superAdmin('DELETE', `${at}/${userId}`)).status,
    ]).toEqual([204, 401, 200, on.study.accountId, 404])
    const { body: history } = await superAdmin('GET', `/v1/history/account/${elsewhere}?limit=3`)
    const name = `Eve Zorn (${username})`
    expect(history.map(({ by, changes }: { by: string; changes: unknown }) => [by, changes])).toEqual([
      ['Sam Lee', [{ field: 'member', from: `${name}, User`, to: null }]],
      ['Sam Lee', [{ field: 'default_account_of', from: null, to: name }]],
      ['Sam Lee', [{ field: 'member', from: null, to: `${name}, User` }]],
    ])
  })

  test('no user leaves their home account, and a super admin has no default (§6.5)', async () => {
    const { userId } = await newUser()
    const home = `/v1/dashboards/${on.study.accountId}/members/${userId}`
    const left = await superAdmin('DELETE', home)
    const sam = await on.make.user({ accountId: on.study.accountId, roleId: 3 })
    const chosen = await superAdmin('PUT', `/v1/dashboards/${on.study.accountId}/members/${sam.userId}`, {
      is_default: true,
    })
    expect([left.status, left.body.reason, chosen.status, chosen.body.reason]).toEqual([
      409,
      'home_account',
      409,
      'super_admin',
    ])
  })

  test('a username that no user has, that is not proved, or that is a member’s is refused at its field', async () => {
    const { username, userId } = await newUser()
    const add = async (name: string) => {
      const { status, body } = await superAdmin('POST', at, { username: name })
      return [status, body.details?.[0]?.path, body.details?.[0]?.message]
    }
    const nobody = await add('nobody@acme.example')
    await platform().database.asSystem(tx =>
      sql`update app_user set password_hash = null where user_id = ${userId}`.execute(tx),
    )
    const unproved = await add(username)
    const { username: other } = await newUser()
    await add(other)
    expect([nobody, unproved, await add(other), await add('')]).toEqual([
      [422, ['username'], 'No user has this username. Create them under Users, in their own account'],
      [422, ['username'], 'This user has not chosen a password yet, so that the username is not proved to be theirs'],
      [422, ['username'], 'This user is a member already'],
      [422, ['username'], 'Username is required'],
    ])
  })

  test('they are of accounts and users that exist', async () => {
    const { userId, username } = await newUser()
    const nowhere = '/v1/dashboards/999999/members'
    const missing = await Promise.all([
      superAdmin('GET', nowhere),
      superAdmin('POST', nowhere, { username }),
      superAdmin('PUT', `${at}/${userId}`, { is_default: true }),
      superAdmin('POST', `${at}/${userId}/invitation`),
    ])
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })
})
