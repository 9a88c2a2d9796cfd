import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { columnsOf, entraUser, makeDirectory, oktaUser, patch, type Directory } from './testing/directory.ts'

const platform = usePlatform()
let on: Stage
let directory: Directory
beforeAll(async () => {
  on = await stage(platform())
  directory = await makeDirectory(platform(), on)
})

let names = 0
const newName = (): string => `person${(names += 1)}@acme.example`
const create = async (own: object = {}) => (await directory.call('POST', '/Users', oktaUser(newName(), own))).body
const isLive = async (token: string): Promise<boolean> =>
  (await platform().call('GET', '/v1/user-login-details', { token })).status === 200
/** A user of the directory’s account who has a password, signed in. */
async function signedIn(roleId: 1 | 2 = 2) {
  const { userId, username } = await on.make.user({ accountId: directory.accountId, roleId })
  return { userId, username, token: await platform().signIn(username, TEST_PASSWORD) }
}
const signIn = (username: string) =>
  platform().call('POST', '/v1/login', { body: { username, password: TEST_PASSWORD } })

describe('a directory (administration.md §3, Provisioning)', () => {
  test('finds out what the server can do', async () => {
    const [config, types, schemas, one] = await Promise.all(
      [
        '/ServiceProviderConfig',
        '/ResourceTypes',
        '/Schemas',
        '/Schemas/urn:ietf:params:scim:schemas:core:2.0:User',
      ].map(path => directory.call('GET', path)),
    )
    expect([config!.status, config!.headers.get('content-type')]).toEqual([200, 'application/scim+json'])
    expect(config!.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      etag: { supported: true },
    })
    expect(types!.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual(['/Users', '/Groups'])
    expect(schemas!.body.totalResults).toBe(2)
    expect(one!.body.attributes.map(({ name }: { name: string }) => name)).toEqual([
      'userName',
      'name',
      'displayName',
      'active',
      'emails',
      'groups',
    ])
  })

  test.each([
    ['Okta', oktaUser, 'Olga', 'Kta'],
    ['Entra ID', entraUser, 'Enno', 'Tra'],
  ] as const)('makes a user as %s does, without a mail, as a plain user', async (_, bodyOf, given, family) => {
    const username = newName()
    // what both ask first
    const before = await directory.call(
      'GET',
      `/Users?filter=${encodeURIComponent(`userName eq "${username}"`)}&startIndex=1&count=100`,
    )
    expect(before.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
    const { status, body, headers } = await directory.call('POST', '/Users', bodyOf(username.toUpperCase()))
    expect([status, headers.get('location')]).toEqual([201, `http://desk.test/scim/v2/Users/${body.id}`])
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: expect.stringMatching(/^\d+$/),
      externalId: bodyOf(username.toUpperCase()).externalId,
      userName: username,
      name: { givenName: given, familyName: family, formatted: `${given} ${family}` },
      displayName: `${given} ${family}`,
      emails: [{ value: username, type: 'work', primary: true }],
      active: true,
      groups: [{ value: 'user', display: 'User', $ref: 'http://desk.test/scim/v2/Groups/user', type: 'direct' }],
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        location: `http://desk.test/scim/v2/Users/${body.id}`,
        version: headers.get('etag'),
      },
    })
    expect(await columnsOf(platform(), Number(body.id))).toMatchObject({
      home_account_id: directory.accountId,
      role_id: 2,
      password_hash: null,
      deactivated_at: null,
      provisioned_at: expect.any(Date),
    })
    const { body: found } = await directory.call(
      'GET',
      `/Users?filter=${encodeURIComponent(`externalId eq "${body.externalId}"`)}`,
    )
    expect([found.totalResults, found.Resources[0]]).toEqual([1, body])
    const { body: list } = await platform().call('GET', `/v1/users?uid=${body.id}`, { token: directory.adminToken })
    expect(list[0]).toMatchObject({ in_directory: true, is_active: true, has_password: false })
  })

  test('finds a user, and picks attributes, by names that are spelled out with the URN of their schema (RFC 7644 §3.10)', async () => {
    const urn = 'urn:ietf:params:scim:schemas:core:2.0:User:'
    const { userName: username } = await create()
    const filter = encodeURIComponent(`${urn}userName eq "${username}" and ${urn.toLowerCase()}active eq true`)
    const { status, body } = await directory.call('GET', `/Users?filter=${filter}&attributes=${urn}name.givenName`)
    expect([status, body.Resources.map((user: object) => Object.keys(user).toSorted())]).toEqual([
      200,
      [['id', 'name', 'schemas']],
    ])
  })

  test('pages through the users of the account, with limits', async () => {
    await create()
    const { body: all } = await directory.call('GET', '/Users?count=1000000')
    expect(all.itemsPerPage).toBe(all.totalResults)
    const { body: second } = await directory.call('GET', '/Users?startIndex=2&count=1')
    expect([second.startIndex, second.itemsPerPage, second.Resources[0]]).toEqual([2, 1, all.Resources[1]])
    const { body: none } = await directory.call('GET', '/Users?count=0')
    expect([none.totalResults, none.Resources]).toEqual([all.totalResults, []])
    expect((await directory.call('GET', '/Users?startIndex=-5&count=-1')).body.Resources).toEqual([])
    expect((await directory.call('GET', '/Users?count=many')).status).toBe(400)
    const { body: named } = await directory.call('GET', '/Users?attributes=userName')
    expect(Object.keys(named.Resources[0])).toEqual(['schemas', 'id', 'userName'])
  })

  test.each([
    ['Okta', patch({ op: 'replace', value: { active: false } })],
    ['Entra ID', patch({ op: 'Replace', path: 'active', value: 'False' })],
    ['Entra ID, as the standard has it', patch({ op: 'Replace', path: 'active', value: false })],
  ])('deactivates a user as %s does: sessions end at once, signing in fails, and all data stays', async (_, body) => {
    const { userId, username, token } = await signedIn()
    const { status, body: user } = await directory.call('PATCH', `/Users/${userId}`, body)
    expect([status, user.active]).toEqual([200, false])
    expect([await isLive(token), (await signIn(username)).status]).toEqual([false, 401])
    const { body: list } = await platform().call('GET', `/v1/users?uid=${userId}`, { token: directory.adminToken })
    expect(list[0]).toMatchObject({ username, is_active: false, in_directory: true })
    const again = await directory.call('PATCH', `/Users/${userId}`, patch({ op: 'replace', value: { active: true } }))
    expect([again.body.active, (await signIn(username)).status, await isLive(token)]).toEqual([true, 200, false])
    const { body: log } = await platform().call('GET', `/v1/audit-log?scope=user&object=${userId}`, {
      token: directory.adminToken,
    })
    expect(log.entries.map(({ by, api_key: key, changes }: Record<string, unknown>) => [by, key, changes])).toEqual([
      ['api_key', 'Directory', [{ field: 'active', from: false, to: true }]],
      [
        'api_key',
        'Directory',
        expect.arrayContaining([
          { field: 'active', from: true, to: false },
          { field: 'in_directory', from: false, to: true },
        ]),
      ],
    ])
  })

  test('gives a deactivated user neither a link nor the next step of a sign-in', async () => {
    const { userId, username } = await signedIn()
    await directory.call('PATCH', `/Users/${userId}`, patch({ op: 'replace', path: 'active', value: false }))
    await platform().call('POST', '/v1/reset', { body: { username } })
    // a mail to another user comes after the one that does not
    const other = await signedIn()
    await platform().call('POST', '/v1/reset', { body: { username: other.username } })
    await platform().mailsTo(other.username, 1)
    expect(await platform().mailsTo(username, 0)).toEqual([])
  })

  test('alone makes a deactivated user active again: no screen’s call does, or lets them in before that (api:M3)', async () => {
    const { userId, username, token } = await signedIn()
    const invited = await create()
    const active = (id: number | string, value: boolean) =>
      directory.call('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value }))
    for (const id of [userId, invited.id]) expect((await active(id, false)).status).toBe(200)
    const admin = (method: string, path: string, body: unknown, by = directory.adminToken) =>
      platform().call(method, path, { token: by, body })
    const edit = (changes: object, id: number | string = userId) =>
      admin('PUT', `/v1/users/${id}`, { uid: Number(id), is_username_update: true, ...changes })
    const confirmation = { present_password: TEST_PASSWORD }
    const password = { password: 'Kettle-brass-9', confirm_password: 'Kettle-brass-9', confirmation }
    const said = 'The directory deactivated this user. How they sign in changes once it makes them active again'
    const refusals = [
      await edit({ username, ...password }),
      await edit({ username: newName(), confirmation }),
      await edit({ username: newName() }, invited.id),
    ]
    expect(refusals.map(({ status, body }) => [status, body.details])).toEqual([
      [422, [{ path: ['password'], message: said }]],
      [422, [{ path: ['username'], message: said }]],
      [422, [{ path: ['username'], message: said }]],
    ])

    const { username: sam } = await on.make.user({
      accountId: await on.make.account({ isStaff: true }),
      roleId: 3,
    })
    const superToken = await platform().signIn(sam, TEST_PASSWORD)
    const members = `/v1/dashboards/${directory.accountId}/members`
    const elsewhere = await on.make.account()
    const bySuperAdmin = [
      await admin('POST', `${members}/${invited.id}/invitation`, {}, superToken),
      await admin('POST', `/v1/dashboards/${elsewhere}/members`, { username }, superToken),
    ]
    expect(bySuperAdmin.map(({ status, body }) => [status, body.reason ?? body.details[0].message])).toEqual([
      [409, 'inactive'],
      [422, 'The directory of their own account deactivated this user: it alone makes them active again'],
    ])

    // role and names are the admin's to change, and make no user active
    expect([
      (await edit({ lastname: 'Zander' })).status,
      (await admin('PUT', `${members}/${userId}/role`, { role_id: 1 })).body.role_id,
      (await admin('GET', `/v1/users?uid=${userId}`, undefined)).body[0],
      (await signIn(username)).status,
    ]).toEqual([200, 1, expect.objectContaining({ is_active: false, lastname: 'Zander', role_id: 1 }), 401])

    expect((await active(userId, true)).status).toBe(200)
    const again = await signIn(username)
    const check = await platform().call('GET', '/v1/user-login-details', { token: again.body.AccessToken })
    // with the former password and the role set in between; the earlier sessions stay ended
    expect([again.status, check.body.role_id, await isLive(token)]).toEqual([200, 1, false])
  })

  test('changes names and its own id by the paths that Entra ID sends, and ignores fields that are not stored', async () => {
    const user = await create()
    const { status, body } = await directory.call(
      'PATCH',
      `/Users/${user.id}`,
      patch(
        { op: 'Add', path: 'name.givenName', value: 'Zoe' },
        { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:externalId', value: 'e-9' },
        { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Sales' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@acme.example' },
        { op: 'Add', value: { 'name.familyName': 'Zander', title: 'Lead' } },
      ),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      externalId: 'e-9',
      userName: user.userName,
      name: { givenName: 'Zoe', familyName: 'Zander' },
    })
    const removed = await directory.call('PATCH', `/Users/${user.id}`, patch({ op: 'remove', path: 'externalId' }))
    expect(removed.body.externalId).toBeUndefined()
    const put = await directory.call(
      'PUT',
      `/Users/${user.id}`,
      oktaUser('renamed@acme.example', { externalId: 'p-1' }),
    )
    expect(put.body).toMatchObject({ userName: 'renamed@acme.example', externalId: 'p-1' })
    expect((await directory.call('PUT', `/Users/${user.id}`, { schemas: [] })).status).toBe(400)
  })

  test('removes a user: inactive, out of its sight, still in the account; made again, it is the same user (§6.9)', async () => {
    const { userId, username, token } = await signedIn()
    expect((await directory.call('DELETE', `/Users/${userId}`)).status).toBe(204)
    expect([
      (await directory.call('GET', `/Users/${userId}`)).status,
      (await directory.call('DELETE', `/Users/${userId}`)).status,
      await isLive(token),
      (await signIn(username)).status,
    ]).toEqual([404, 404, false, 401])
    expect(await columnsOf(platform(), userId)).toMatchObject({ username, deleted_at: null })
    const again = await directory.call('POST', '/Users', oktaUser(username))
    expect([again.status, again.body.id, (await signIn(username)).status]).toEqual([201, String(userId), 200])
  })

  test('overwrites nothing that changed since it looked, if it says so', async () => {
    const user = await create()
    const path = `/Users/${user.id}`
    const active = patch({ op: 'replace', path: 'active', value: false })
    expect((await directory.call('PATCH', path, active, { 'if-match': 'W/"0"' })).status).toBe(412)
    expect((await directory.call('PATCH', path, active, { 'if-match': user.meta.version })).status).toBe(200)
  })
})

describe('the groups of a directory are the roles (administration.md §3, Provisioning)', () => {
  const membersOf = async (group: string): Promise<readonly string[]> =>
    (await directory.call('GET', `/Groups/${group}`)).body.members.map(({ value }: { value: string }) => value)

  test('are those that the account gives, found by name, and none is made, renamed or removed', async () => {
    const { body } = await directory.call('GET', '/Groups?excludedAttributes=members')
    expect(
      body.Resources.map(({ id, displayName, members }: Record<string, unknown>) => [id, displayName, members]),
    ).toEqual([
      ['admin', 'Admin', undefined],
      ['user', 'User', undefined],
      ['finance', 'Finance', undefined],
      ['read-only', 'Read only', undefined],
    ])
    const found = await directory.call('GET', `/Groups?filter=${encodeURIComponent('displayName eq "Admin"')}`)
    expect(found.body.Resources.map(({ id }: { id: string }) => id)).toEqual(['admin'])
    const none = await directory.call('GET', `/Groups?filter=${encodeURIComponent('displayName eq "Super Admin"')}`)
    const make = (displayName: string) =>
      directory.call('POST', '/Groups', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName })
    expect([
      none.body.totalResults,
      (await make('Super Admin')).status,
      (await make('Admin')).status,
      (await directory.call('DELETE', '/Groups/user')).status,
      (await directory.call('GET', '/Groups/3')).status,
    ]).toEqual([0, 403, 409, 403, 404])
  })

  test('move a user from one to another in either order of the calls (docs/decisions/0107)', async () => {
    const { userId } = await signedIn()
    const member = [{ value: String(userId) }]
    const to = (op: string, group: string) =>
      directory.call('PATCH', `/Groups/${group}`, patch({ op, path: 'members', value: member }))
    const roles = async () => (await columnsOf(platform(), userId))['role_id']
    const seen = []
    for (const [op, group] of [
      ['Add', 'finance'],
      // joined Read only first, then left Finance
      ['Add', 'read-only'],
      ['Remove', 'finance'],
      // left first, then joined
      ['Remove', 'read-only'],
      ['Add', 'admin'],
      ['Add', 'finance'],
    ] as const) {
      await to(op, group)
      seen.push(await roles())
    }
    expect(seen).toEqual([4, 5, 5, 2, 1, 4])
    expect((await columnsOf(platform(), userId))['is_adm_groups']).toBe(false)
  })

  test('give and take the role of an admin, as Okta and Entra ID say it, and end the sessions of before', async () => {
    const { userId, token } = await signedIn()
    const value = String(userId)
    const send = (...operations: object[]) => directory.call('PATCH', '/Groups/admin', patch(...operations))
    expect((await send({ op: 'Add', path: 'members', value: [{ $ref: null, value }] })).status).toBe(200)
    expect([await isLive(token), (await membersOf('admin')).includes(value)]).toEqual([false, true])
    expect((await columnsOf(platform(), userId))['is_adm_groups']).toBe(true)
    await send({ op: 'Remove', path: 'members', value: [{ value }] })
    expect((await membersOf('user')).includes(value)).toBe(true)
    await send({ op: 'add', path: 'members', value: [{ value, display: 'x' }] })
    await send({ op: 'remove', path: `members[value eq "${value}"]` })
    expect((await membersOf('admin')).includes(value)).toBe(false)
    const named = await send({ op: 'replace', value: { id: 'admin', displayName: 'Admin' } })
    expect(named.status).toBe(200)
  })

  test('a whole list of admins demotes the others, but not the maker of the key', async () => {
    const own = await makeDirectory(platform(), on)
    const [one, two] = [
      await on.make.user({ accountId: own.accountId, roleId: 1 }),
      await on.make.user({ accountId: own.accountId, roleId: 2 }),
    ]
    const replace = (...ids: number[]) =>
      own.call(
        'PATCH',
        '/Groups/admin',
        patch({ op: 'replace', path: 'members', value: ids.map(id => ({ value: String(id) })) }),
      )
    expect((await replace(two.userId)).status).toBe(409)
    const roles = async () => [
      (await columnsOf(platform(), one.userId))['role_id'],
      (await columnsOf(platform(), two.userId))['role_id'],
    ]
    // nothing of it is stored
    expect(await roles()).toEqual([1, 2])
    expect((await replace(own.adminId, two.userId)).status).toBe(200)
    expect(await roles()).toEqual([2, 1])
  })
})
