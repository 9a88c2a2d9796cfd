import { describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/demo-accounts'
import { usePlatform, type Answer } from '#testing/platform'
import { tokenIn } from '#testing/settings'
import { confirmation, SUPER_IN_ACME, useAcmeUsers } from './testing/acme-users.ts'

const platform = usePlatform()
const { as, isLive, login, member, row, someone, tokens } = useAcmeUsers(platform)

describe('the users of an account (api:M1)', () => {
  test('are its members by name, each with role and flags, for its admins alone (§3.3, domain.md §8)', async () => {
    const { status, body } = await as('admin@beta.example', 'GET', '/v1/users')
    const flags = {
      advanced_stream_view: false,
      advanced_source_view_external: false,
      edit_business_unit_flg: false,
      custom_qual_create: false,
      auto_boost_access: false,
      view_recon_indicator: false,
    }
    const version = expect.any(Number)
    const common = {
      role_id: 1,
      is_consultant: true,
      user_time_zone: 15,
      is_super_admin: false,
      ...flags,
      has_password: true,
      new_username: null,
      second_factor_on: false,
      last_sign_in_at: expect.any(String),
      is_active: true,
      in_directory: false,
      signs_on: false,
    }
    expect([status, body]).toEqual([
      200,
      [
        {
          ...common,
          uid: 6,
          firstname: 'Bruno',
          lastname: 'Keller',
          username: 'admin@beta.example',
          account_switch_enabled: false,
          isRepdataUser: false,
          home_pm_dsh_ud: DEMO_ACCOUNTS.beta,
          version,
        },
        {
          ...common,
          uid: 2,
          firstname: 'Tomas',
          lastname: 'Lindqvist',
          username: 'staff@desk.example',
          account_switch_enabled: true,
          isRepdataUser: true,
          home_pm_dsh_ud: DEMO_ACCOUNTS.staff,
          version,
        },
      ],
    ])
    expect((await as('user@acme.example', 'GET', '/v1/users')).status).toBe(403)
  })

  test('a user who is no admin reads only their own user, which the settings edit (§2.39)', async () => {
    const { status, body } = await as('user@acme.example', 'GET', '/v1/users?uid=4')
    const others = await Promise.all(
      ['?uid=3', '?search=una', '?role_id=2'].map(
        async query => (await as('user@acme.example', 'GET', `/v1/users${query}`)).status,
      ),
    )
    expect([
      status,
      body.map(({ uid, username }: { uid: number; username: string }) => [uid, username]),
      others,
    ]).toEqual([200, [[4, 'user@acme.example']], [403, 403, 403]])
  })

  test('are found by name, username and role, page by page', async () => {
    const ids = async (query: string): Promise<number[]> =>
      (await as('admin@beta.example', 'GET', `/v1/users?${query}`)).body.map(({ uid }: { uid: number }) => uid)
    expect([
      await ids('search=o%20kel'),
      await ids('search=STAFF@'),
      await ids('search=%25'),
      await ids('role_id=2'),
      await ids('role_id=all&limit=1&offset=1'),
      await ids('uid=6'),
      await ids('uid=3'),
    ]).toEqual([[6], [2], [], [], [2], [6], []])
  })
})

const GIVEN = ['Admin', 'User', 'Finance', 'Read only']

describe('the roles (api:M5)', () => {
  const names = async (who: string, query = ''): Promise<string[]> =>
    (await as(who, 'GET', `/v1/user-types${query}`)).body.data.map(
      ({ pm_code_name: name }: { pm_code_name: string }) => name,
    )
  test('include the super admin’s only for a super admin on a staff-side account, and for viewers of a super admin (§6.7, §7.19)', async () => {
    expect((await as('super@desk.example', 'GET', '/v1/user-types')).body).toEqual({
      data: [
        { pm_code: 1, pm_code_name: 'Admin' },
        { pm_code: 2, pm_code_name: 'User' },
        { pm_code: 4, pm_code_name: 'Finance' },
        { pm_code: 5, pm_code_name: 'Read only' },
        { pm_code: 3, pm_code_name: 'Super Admin' },
      ],
    })
    expect([
      await names(SUPER_IN_ACME),
      await names('staff@desk.example'),
      await names('admin@acme.example', '?uid=1'),
      await names('staff@desk.example', '?uid=1'),
    ]).toEqual([GIVEN, GIVEN, GIVEN, [...GIVEN, 'Super Admin']])
  })
})

describe('making a user (api:M2)', () => {
  test('answers status 0 and the uid; the user gets a link to choose a password, and signs in with it (§7.18, §4.11, §5.27, §2.8)', async () => {
    const wanted = {
      ...someone(),
      username: ' Mary@Acme.example ',
      password: 'Sneaked-in-1',
      confirm_password: 'Sneaked-in-1',
      is_username_update: true,
    }
    const { status, body } = await as('admin@acme.example', 'POST', '/v1/users', wanted)
    expect([status, body]).toEqual([
      200,
      { status: 0, message: 'User created successfully', data: { uid: body.data.uid } },
    ])
    const [mail] = await platform().mailsTo('mary@acme.example', 1)
    expect([
      (await row(body.data.uid))['password_hash'],
      (await login('mary@acme.example', 'Sneaked-in-1')).status,
      mail?.subject,
    ]).toEqual([null, 401, 'Your Sample Desk user'])
    await platform().call('POST', `/v1/reset-password/${tokenIn(mail!)}`, { body: { password: 'Kettle-brass-9' } })
    const session = await login('Mary@acme.example', 'Kettle-brass-9')
    const { body: user } = await platform().call('GET', '/v1/user-login-details', { token: session.body.AccessToken })
    expect([
      session.body.is_password_updated,
      user.uid,
      user.role_id,
      user.pm_dsh_ud,
      user.is_super_admin,
      user.isRepdataUser,
      user.settings.length,
    ]).toEqual([true, body.data.uid, 2, DEMO_ACCOUNTS.acme, false, false, 1])
  })

  test('refuses a form that breaks the rules, each at its field, and a username that a user of the account has (§5.24, §5.28)', async () => {
    const refused = async (body: unknown) => {
      const answer = await as('admin@acme.example', 'POST', '/v1/users', body)
      return [answer.status, answer.body.details]
    }
    expect(await refused({ firstname: '', lastname: ' ', username: 'nobody' })).toEqual([
      422,
      [
        { path: ['firstname'], message: 'Firstname is required' },
        { path: ['lastname'], message: 'Lastname is required' },
        { path: ['username'], message: 'Username Must be a valid email' },
      ],
    ])
    expect(await refused({ ...someone(), username: 'USER@acme.example' })).toEqual([
      422,
      [{ path: ['username'], message: 'Username is already taken' }],
    ])
    // staff, who is a guest here and can be seen
    expect(await refused({ ...someone(), username: 'staff@desk.example' })).toEqual([
      422,
      [{ path: ['username'], message: 'Username is already taken' }],
    ])
    expect(await refused({ ...someone(), role_id: 3 })).toEqual([
      422,
      [{ path: ['role_id'], message: 'This role cannot be given here' }],
    ])
  })

  test('reports with a status other than 0 what the server refuses (§8.5)', async () => {
    const { status, body } = await as('admin@acme.example', 'POST', '/v1/users', { ...someone(), user_time_zone: 9999 })
    expect([status, body]).toEqual([
      200,
      { status: 1, message: 'This time zone is not in the list.', data: { uid: null } },
    ])
  })

  test('is for admins, and starts with the least role, no flag and the default zone (§3.3, §9.2)', async () => {
    const { role_id: _role, is_consultant: _pm, user_time_zone: _zone, ...plain } = someone()
    const { body } = await as('admin@acme.example', 'POST', '/v1/users', plain)
    const { role_id, is_consultant, advanced_stream_view, account_switch_enabled, time_zone_code } = await row(
      body.data.uid,
    )
    expect([role_id, is_consultant, advanced_stream_view, account_switch_enabled, time_zone_code]).toEqual([
      2,
      false,
      false,
      false,
      15,
    ])
    expect((await as('user@acme.example', 'POST', '/v1/users', someone())).status).toBe(403)
  })
})

describe('a username that a user of another account has', () => {
  const TAKEN = 'admin@beta.example'
  const seen = async (uid: number) => {
    const {
      uid: _uid,
      username: _name,
      new_username: _next,
      version: _version,
      last_sign_in_at: _at,
      ...others
    } = (await as('admin@acme.example', 'GET', `/v1/users?uid=${uid}`)).body[0]
    return others
  }

  test('is accepted like a free one; only its mailbox gets a notice, and its user stays unchanged (S2, decisions/0021)', async () => {
    const before = await row(6)
    const free = someone()
    const make = (username: string) => as('admin@acme.example', 'POST', '/v1/users', { ...free, username })
    const [taken, other] = [await make(` ${TAKEN.toUpperCase()}`), await make(free.username)]
    const answer = ({ status, body }: Answer) => [status, { ...body, data: Object.keys(body.data) }]
    expect([answer(taken), await seen(taken.body.data.uid)]).toEqual([answer(other), await seen(other.body.data.uid)])
    const [mail] = (await platform().mailsTo(TAKEN, 1)).slice(-1)
    expect([
      mail!.subject,
      mail!.text.includes('an administrator of Acme Research'),
      /reset-password/.test(mail!.text),
    ]).toEqual(['Your Sample Desk user', true, false])
    // signing in and password resets stay with the user who had the name
    await platform().call('POST', '/v1/reset', { body: { username: TAKEN } })
    const link = tokenIn((await platform().mailsTo(TAKEN, 2)).at(-1)!)
    const { status } = await platform().call('POST', `/v1/reset-password/${link}`, {
      body: { password: DEMO_PASSWORD },
    })
    expect([
      status,
      (await platform().call('GET', '/v1/user-login-details', { token: await platform().signIn(TAKEN, DEMO_PASSWORD) }))
        .body.uid,
    ]).toEqual([200, 6])
    const signedIn = { password_hash: null, last_sign_in_at: null }
    expect({ ...(await row(6)), ...signedIn }).toEqual({ ...before, ...signedIn })
    tokens.set(TAKEN, await platform().signIn(TAKEN, DEMO_PASSWORD))
  })

  test('and when it is to be another one’s; in the own account it is said (S2)', async () => {
    const SHIELDS = 'admin@shield.example'
    const [one, two] = [await member(), await member()]
    const rename = (uid: number, username: string, confirmed: object = confirmation) =>
      as('admin@acme.example', 'PUT', `/v1/users/${uid}`, {
        is_username_update: true,
        username,
        confirmation: confirmed,
      })
    const [taken, free, own, unconfirmed] = [
      await rename(one.uid, SHIELDS),
      await rename(two.uid, 'nobody-yet@acme.example'),
      await rename(one.uid, 'user@acme.example'),
      // judged before the confirmation is asked for
      await rename(one.uid, 'user@acme.example', {}),
    ]
    expect([{ ...taken.body, data: null }, taken.status, await seen(one.uid), own.status, own.body.details]).toEqual([
      { ...free.body, data: null },
      free.status,
      await seen(two.uid),
      422,
      [{ path: ['username'], message: 'Username is already taken' }],
    ])
    expect(unconfirmed.body.details).toEqual(own.body.details)
    expect(
      (await platform().mailsTo(SHIELDS, 1)).map(({ subject, text }) => [subject, text.includes('reset-password')]),
    ).toEqual([['Your Sample Desk user', false]])
  })

  test('if two accounts invite under one name, the first link used gets it', async () => {
    const username = 'both@elsewhere.example'
    for (const who of ['admin@acme.example', 'admin@beta.example'])
      expect((await as(who, 'POST', '/v1/users', { ...someone(), username })).body.status).toBe(0)
    const links = (await platform().mailsTo(username, 2)).map(tokenIn)
    const uses = []
    for (const link of links)
      uses.push(
        (await platform().call('POST', `/v1/reset-password/${link}`, { body: { password: 'Kettle-brass-9' } })).status,
      )
    expect([uses, (await login(username, 'Kettle-brass-9')).status]).toEqual([[200, 404], 200])
  })
})

describe('only a super admin sets flags, as the account allows (§6.8, S3)', () => {
  const ASKED_FOR = {
    advanced_stream_view: true,
    advanced_source_view_external: true,
    account_switch_enabled: true,
    edit_business_unit_flg: true,
    custom_qual_create: true,
    auto_boost_access: true,
    view_recon_indicator: true,
    is_super_admin: true,
    is_staff: true,
    home_account_id: 1,
  }
  const granted = async (who: string, body: Readonly<Record<string, unknown>>): Promise<string[]> => {
    const { uid } = (await as(who, 'POST', '/v1/users', body)).body.data
    const stored = await row(uid)
    return Object.keys(ASKED_FOR).filter(
      name => stored[name] === true || (name === 'home_account_id' && stored[name] === 1),
    )
  }
  test('an admin sets none', async () => {
    expect(await granted('admin@acme.example', { ...someone(), ...ASKED_FOR })).toEqual([])
  })
  test('a super admin sets those of external users on an external account’s user, and not account switching', async () => {
    expect(await granted(SUPER_IN_ACME, { ...someone(), ...ASKED_FOR })).toEqual([
      'advanced_source_view_external',
      'edit_business_unit_flg',
      'custom_qual_create',
      'auto_boost_access',
      'view_recon_indicator',
    ])
  })
  test('a super admin sets those of staff on a staff user', async () => {
    expect(await granted('super@desk.example', { ...someone(), ...ASKED_FOR, role_id: 3 })).toEqual([
      'advanced_stream_view',
      'account_switch_enabled',
      'custom_qual_create',
      'auto_boost_access',
      'view_recon_indicator',
      'is_staff',
      'home_account_id',
    ])
  })
})

describe('deleting a user (api:M4)', () => {
  test('is for a super admin, and no user deletes themselves (§6.9, §2.41)', async () => {
    const { uid } = await member()
    expect([
      (await as('admin@acme.example', 'DELETE', `/v1/users/${uid}`)).status,
      (await as('super@desk.example', 'DELETE', '/v1/users/1')).status,
      (await as('super@desk.example', 'DELETE', `/v1/users/${uid}`)).status, // not of the account that the session is in
      (await as('super@desk.example', 'DELETE', '/v1/users/999999')).status,
      (await row(uid))['deleted_at'],
    ]).toEqual([403, 403, 404, 404, null])
  })

  test('ends the sessions and links at once; the name is free again, and the next user of it is another (S2)', async () => {
    const { uid, username, token } = await member()
    await platform().call('POST', '/v1/reset', { body: { username } })
    const link = tokenIn((await platform().mailsTo(username, 3)).at(-1)!)
    const { status, body } = await as(SUPER_IN_ACME, 'DELETE', `/v1/users/${uid}`)
    const [live, reset, signIn] = [
      await isLive(token),
      await platform().call('POST', `/v1/reset-password/${link}`, { body: { password: 'Kettle-brass-11' } }),
      await login(username, 'Kettle-brass-9'),
    ]
    const next = await as('admin@acme.example', 'POST', '/v1/users', { ...someone(), username })
    expect([status, body, live, reset.status, signIn.status, next.body.status, next.body.data.uid === uid]).toEqual([
      200,
      { status: 0, message: 'User deleted successfully', data: { uid } },
      false,
      404,
      401,
      0,
      false,
    ])
    expect((await as(SUPER_IN_ACME, 'DELETE', `/v1/users/${uid}`)).status).toBe(404)
  })
})
