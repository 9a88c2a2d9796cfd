import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { tokenIn } from '#testing/settings'
import { confirmation, MEMBER_PASSWORD, SUPER_IN_ACME, useAcmeUsers } from './testing/acme-users.ts'

const platform = usePlatform()
const { as, isLive, login, member, row, someone } = useAcmeUsers(platform)

describe('editing a user (api:M3)', () => {
  test('by an admin changes the sent fields; without is_username_update, which the dialog always sends, only zone and password (§4.11, §5.27, §7.20)', async () => {
    const { uid, username } = await member()
    const edit = (body: unknown) => as('admin@acme.example', 'PUT', `/v1/users/${uid}`, body)
    const change = {
      firstname: 'Grace B.',
      lastname: '',
      username: 'other@acme.example',
      password: '',
      confirm_password: '',
      is_consultant: true,
      role_id: 1,
      user_time_zone: 1,
    }
    const before = await row(uid)
    const { status, body } = await edit(change)
    expect([status, body, await row(uid)]).toEqual([
      200,
      { status: 0, message: 'User updated successfully', data: { uid } },
      { ...before, time_zone_code: 1, edit_version: 2 },
    ])
    await edit({ ...change, lastname: 'Hopper', username, is_username_update: true })
    const whole = await row(uid)
    expect([
      whole['firstname'],
      whole['lastname'],
      whole['username'],
      whole['is_consultant'],
      whole['role_id'],
    ]).toEqual(['Grace B.', 'Hopper', username, true, 1])
  })

  test('a new username takes effect by the link mailed to it; until then everything stays, then every session ends and the former address gets a notice (S2, decisions/0021)', async () => {
    const { uid, username, token } = await member()
    const listed = async () => (await as('admin@acme.example', 'GET', `/v1/users?uid=${uid}`)).body[0]
    const next = `amazing.${username}`
    const { body } = await as('admin@acme.example', 'PUT', `/v1/users/${uid}`, {
      username: ` Amazing.${username}`,
      is_username_update: true,
      confirmation,
    })
    const [mail] = await platform().mailsTo(next, 1)
    expect([
      body.status,
      (await listed()).username,
      (await listed()).new_username,
      (await login(username, 'Kettle-brass-9')).status,
      await isLive(token),
      mail!.subject,
    ]).toEqual([0, username, next, 200, true, 'Your new Sample Desk username'])
    const refused = await platform().call('POST', `/v1/reset-password/${tokenIn(mail!)}`, {
      body: { password: `Amazing.${username}-1` },
    })
    const { status } = await platform().call('POST', `/v1/reset-password/${tokenIn(mail!)}`, {
      body: { password: 'Kettle-brass-10' },
    })
    expect([
      refused.body.message,
      status,
      (await listed()).username,
      (await listed()).new_username,
      (await login(username, 'Kettle-brass-9')).status,
      (await login(next, 'Kettle-brass-10')).status,
      await isLive(token),
    ]).toEqual(['Password must not contain the username', 200, next, null, 401, 200, false])
    expect((await platform().mailsTo(username, 2)).at(-1)?.subject).toBe('Your username was changed')
  })

  test('an invited user’s username changes at once, and no other user may choose the password (§5.27)', async () => {
    const { username } = someone()
    const { uid } = (await as('admin@acme.example', 'POST', '/v1/users', { ...someone(), username })).body.data
    const old = tokenIn((await platform().mailsTo(username, 1))[0]!)
    const edit = (body: object) =>
      as('admin@acme.example', 'PUT', `/v1/users/${uid}`, { is_username_update: true, confirmation, ...body })
    const chosen = await edit({ password: 'Kettle-brass-9', confirm_password: 'Kettle-brass-9' })
    const corrected = await edit({ username: `right.${username}` })
    const link = tokenIn((await platform().mailsTo(`right.${username}`, 1))[0]!)
    const uses = [old, link].map(each =>
      platform().call('POST', `/v1/reset-password/${each}`, { body: { password: 'Kettle-brass-9' } }),
    )
    expect([
      chosen.status,
      chosen.body.details,
      corrected.body.status,
      (await Promise.all(uses)).map(({ status }) => status),
      (await login(`right.${username}`, 'Kettle-brass-9')).status,
    ]).toEqual([
      422,
      [
        {
          path: ['password'],
          message: 'No password was chosen yet: the link that was sent to the username is for that',
        },
      ],
      0,
      [404, 200],
      200,
    ])
  })

  test('a password that an admin sets ends the user’s sessions and links, and must be changed first (§2.8, S2)', async () => {
    const { uid, username, token } = await member()
    await platform().call('POST', '/v1/reset', { body: { username } })
    const link = tokenIn((await platform().mailsTo(username, 3)).at(-1)!)
    const { body } = await as('admin@acme.example', 'PUT', `/v1/users/${uid}`, {
      password: 'Kettle-brass-10',
      confirm_password: 'Kettle-brass-10',
      confirmation,
    })
    const [dead, reset, fresh] = [
      await isLive(token),
      await platform().call('POST', `/v1/reset-password/${link}`, { body: { password: 'Kettle-brass-11' } }),
      await login(username, 'Kettle-brass-10'),
    ]
    expect([body.status, dead, reset.status, fresh.body.is_password_updated]).toEqual([0, false, 404, false])
  })

  test('changing one’s own password ends every other token at once, and the session goes on under a new one (§7.4, S2)', async () => {
    const { uid, username, token } = await member()
    const elsewhere = await platform().signIn(username, 'Kettle-brass-9')
    const { status, headers } = await platform().call('PUT', `/v1/users/${uid}`, {
      token,
      body: {
        password: 'Kettle-brass-10',
        confirm_password: 'Kettle-brass-10',
        confirmation: { present_password: MEMBER_PASSWORD },
      },
    })
    const renewed = headers.get('set-authorization')!
    const fresh = await login(username, 'Kettle-brass-10')
    expect([
      status,
      await isLive(token),
      await isLive(elsewhere),
      await isLive(renewed),
      fresh.body.is_password_updated,
    ]).toEqual([200, false, false, true, true])
  })

  test('and the same when the token was due for renewal anyway', async () => {
    const { uid, token } = await member()
    await platform().database.asSystem(tx =>
      sql`update session_token set issued_at = issued_at - interval '1 hour' where session_id in (select session_id from login_session where user_id = ${uid})`.execute(
        tx,
      ),
    )
    const { headers } = await platform().call('PUT', `/v1/users/${uid}`, {
      token,
      body: {
        password: 'Kettle-brass-10',
        confirm_password: 'Kettle-brass-10',
        confirmation: { present_password: MEMBER_PASSWORD },
      },
    })
    expect(await isLive(headers.get('set-authorization')!)).toBe(true)
  })

  test('refuses passwords that differ, break the rules or are known (§5.25, §5.26, S7)', async () => {
    const { uid } = await member()
    const details = async (body: unknown) =>
      (await as('admin@acme.example', 'PUT', `/v1/users/${uid}`, body)).body.details
    expect([
      await details({ password: 'Kettle-brass-10', confirm_password: 'x' }),
      await details({ password: 'kettle-10', confirm_password: 'kettle-10' }),
      await details({ password: 'Welcome123!', confirm_password: 'Welcome123!' }),
    ]).toEqual([
      [{ path: ['confirm_password'], message: 'Passwords do not match' }],
      [{ path: ['password'], message: 'Password must contain at least one uppercase letter' }],
      [
        {
          path: ['password'],
          message: 'This password is one of those that are tried first. Please choose another one.',
        },
      ],
    ])
  })

  test('removing a role or a view ends the sessions that had it, with their sockets', async () => {
    const sessionsOf = async (userId: number): Promise<readonly string[]> =>
      platform().database.readAsSystem(async tx =>
        (
          await sql<{ session_id: string }>`select session_id from login_session where user_id = ${userId}`.execute(tx)
        ).rows.map(({ session_id: id }) => id),
      )
    const demoted = await member({ role_id: 1 })
    const narrowed = await member()
    const sessions = [...(await sessionsOf(demoted.uid)), ...(await sessionsOf(narrowed.uid))]
    await as('admin@acme.example', 'PUT', `/v1/users/${demoted.uid}`, { is_username_update: true, role_id: 2 })
    await as(SUPER_IN_ACME, 'PUT', `/v1/users/${narrowed.uid}`, {
      is_username_update: true,
      advanced_source_view_external: true,
    })
    const isStillLive = await isLive(narrowed.token)
    await as(SUPER_IN_ACME, 'PUT', `/v1/users/${narrowed.uid}`, {
      is_username_update: true,
      advanced_source_view_external: false,
    })
    expect([
      await isLive(demoted.token),
      isStillLive,
      await isLive(narrowed.token),
      (await row(demoted.uid))['is_adm_groups'],
    ]).toEqual([false, true, false, false])
    const ended: readonly string[] = await platform().endedSessions()
    expect(ended.filter(id => sessions.includes(id)).toSorted()).toEqual(sessions.toSorted())
    expect(sessions).toHaveLength(2)
  })

  test('from the drawer takes the zone; what else comes along with the original user stays as it is (§7.20)', async () => {
    const { uid, token } = await member()
    const before = await row(uid)
    const original = (await platform().call('GET', '/v1/user-login-details', { token })).body
    const { status, body } = await platform().call('PUT', `/v1/users/${uid}`, {
      token,
      body: { ...original, firstname: 'Of before', role_id: 1, is_super_admin: true, password: '', user_time_zone: 2 },
    })
    expect([status, body.status, await row(uid)]).toEqual([200, 0, { ...before, time_zone_code: 2, edit_version: 2 }])
  })

  test('a stale change is refused with the stored user and stores nothing; repeating it deliberately succeeds (§7.18)', async () => {
    const { uid } = await member()
    const read = async () => (await as('admin@acme.example', 'GET', `/v1/users?uid=${uid}`)).body[0]
    const edit = (body: object) =>
      as('admin@acme.example', 'PUT', `/v1/users/${uid}`, { is_username_update: true, ...body })
    const { version } = await read()
    await edit({ lastname: 'Byron', version })
    const stored = await read()
    const stale = await edit({ firstname: 'Ada', lastname: 'Hopper', version })
    expect([stale.status, stale.body.reason, stale.body.current, await read()]).toEqual([
      409,
      'stale_version',
      stored,
      stored,
    ])
    expect(stored.lastname).toBe('Byron')
    const withPassword = {
      lastname: 'Byron',
      version,
      password: 'Kettle-brass-10',
      confirm_password: 'Kettle-brass-10',
      confirmation,
    }
    expect([
      (await edit({ lastname: 'Byron', version })).status,
      (await edit(withPassword)).status,
      (await edit({ firstname: 'Ada', version: stored.version })).body.status,
    ]).toEqual([200, 409, 0])
  })

  test('is in the history of the user, a password without its text; a save without changes is not, and only the account’s admins read it (§7.18)', async () => {
    const { uid } = await member()
    const path = `/v1/history/user/${uid}`
    const edit = (body: object) =>
      as('admin@acme.example', 'PUT', `/v1/users/${uid}`, { is_username_update: true, ...body })
    await edit({ lastname: 'Byron', role_id: 1, user_time_zone: 1 })
    const { version } = (await as('admin@acme.example', 'GET', `/v1/users?uid=${uid}`)).body[0]
    await edit({ lastname: 'Byron', role_id: 1, user_time_zone: 1 })
    await edit({ password: 'Kettle-brass-10', confirm_password: 'Kettle-brass-10', confirmation })
    expect((await as('admin@acme.example', 'GET', `/v1/users?uid=${uid}`)).body[0].version).toBe(version)
    await as(SUPER_IN_ACME, 'DELETE', `/v1/users/${uid}`)
    const { body } = await as('admin@acme.example', 'GET', path)
    const [deleted, ...others] = body as { act: string; by_uid: number; changes: { field: string; to: unknown }[] }[]
    expect([deleted?.act, deleted?.by_uid, deleted?.changes.every(({ to }) => to === null)]).toEqual([
      'deleted',
      1,
      true,
    ])
    expect(others.slice(0, -1).map(({ act, by_uid, changes }) => [act, by_uid, changes])).toEqual([
      ['edited', 3, [{ field: 'password', from: null, to: 'set' }]],
      [
        'edited',
        3,
        [
          { field: 'lastname', from: 'Hopper', to: 'Byron' },
          { field: 'role_id', from: 'User', to: 'Admin' },
          { field: 'user_time_zone', from: expect.any(String), to: expect.any(String) },
        ],
      ],
    ])
    expect(others.at(-1)).toMatchObject({ act: 'created', by_uid: 3 })
    expect([
      (await as('user@acme.example', 'GET', path)).status,
      (await as('admin@beta.example', 'GET', path)).status,
    ]).toEqual([404, 404])
  })

  test('no user changes their own role', async () => {
    const { status, body } = await as('admin@acme.example', 'PUT', '/v1/users/3', {
      is_username_update: true,
      role_id: 2,
    })
    expect([status, body.details]).toEqual([422, [{ path: ['role_id'], message: 'Your own role cannot be changed' }]])
  })

  test('an admin may edit users whose home account it is: no super admin, no guest, no user of another account (§6.7, S1, S3)', async () => {
    const edit = async (who: string, uid: number) =>
      (await as(who, 'PUT', `/v1/users/${uid}`, { is_username_update: true, firstname: 'Eve' })).status
    expect([
      await edit('admin@acme.example', 2), // staff, a guest in Acme
      await edit('staff@desk.example', 1), // a super admin
      await edit('admin@acme.example', 6), // Beta's
      await edit('admin@acme.example', 999_999),
      await edit('user@acme.example', 3), // an admin, by a plain user
      await edit(SUPER_IN_ACME, 2),
      await edit(SUPER_IN_ACME, 6),
    ]).toEqual([403, 403, 404, 404, 404, 200, 404])
    await as(SUPER_IN_ACME, 'PUT', '/v1/users/2', { is_username_update: true, firstname: 'Tomas' })
  })
})
