import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { stage, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'
import { columnsOf, makeDirectory, oktaUser, patch, scimCall, type Directory } from './testing/directory.ts'

const platform = usePlatform()
let on: Stage
let ours: Directory
let theirs: Directory
beforeAll(async () => {
  on = await stage(platform())
  ours = await makeDirectory(platform(), on)
  theirs = await makeDirectory(platform(), on)
})

const find = (filter: string) => ours.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)
const OFF = patch({ op: 'replace', path: 'active', value: false })
const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const addTo = (group: string, userId: number) =>
  ours.call('PATCH', `/Groups/${group}`, patch({ op: 'add', path: 'members', value: [{ value: String(userId) }] }))

/** Every call that could reach one user. */
const callsAbout = (userId: number) =>
  Promise.all([
    ours.call('GET', `/Users/${userId}`),
    ours.call('PATCH', `/Users/${userId}`, OFF),
    ours.call('PUT', `/Users/${userId}`, oktaUser(`taken${userId}@acme.example`)),
    ours.call('DELETE', `/Users/${userId}`),
    addTo('user', userId),
  ])

describe('a directory reaches only the users at home in its account (S3)', () => {
  test.each(['a user of another account', 'a guest from another account', 'a super admin', 'nobody'])(
    '%s is not there: neither read, listed, changed, removed nor put into a group',
    async who => {
      const isSuper = who === 'a super admin'
      const { userId, username } =
        who === 'nobody'
          ? { userId: 2_000_000_000, username: 'nobody@nowhere.example' }
          : await on.make.user({ accountId: isSuper ? ours.accountId : theirs.accountId, roleId: isSuper ? 3 : 2 })
      if (who === 'a guest from another account')
        await platform().database.asSystem(tx =>
          sql`insert into user_account (account_id, user_id, is_default, time_zone_code) values (${ours.accountId}, ${userId}, false, 15)`.execute(
            tx,
          ),
        )
      const before = await columnsOf(platform(), userId)
      const answers = await callsAbout(userId)
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 400])
      expect((await find(`userName eq "${username}"`)).body.totalResults).toBe(0)
      expect((await find(`id eq "${userId}"`)).body.totalResults).toBe(0)
      expect(await columnsOf(platform(), userId)).toEqual(before)
    },
  )

  test('a user of another account, or a name that is taken, is not taken over', async () => {
    const { username } = await on.make.user({ accountId: theirs.accountId })
    const taken = await ours.call('POST', '/Users', oktaUser(username))
    expect([taken.status, taken.body]).toEqual([
      409,
      { schemas: [SCIM_ERROR], status: '409', detail: 'Another user has this userName.', scimType: 'uniqueness' },
    ])
    const first = await ours.call('POST', '/Users', oktaUser('first@acme.example', { externalId: 'x' }))
    expect([
      first.status,
      (await ours.call('POST', '/Users', oktaUser('first@acme.example'))).status,
      (await ours.call('POST', '/Users', oktaUser('second@acme.example', { externalId: 'x' }))).status,
    ]).toEqual([201, 409, 409])
    const other = (await ours.call('POST', '/Users', oktaUser('third@acme.example'))).body
    const renamed = patch({ op: 'replace', path: 'userName', value: username })
    expect((await ours.call('PATCH', `/Users/${other.id}`, renamed)).status).toBe(409)
  })

  test('a name under which another account has only invited a user is free (S2)', async () => {
    const { userId } = await on.make.user({ accountId: theirs.accountId })
    await platform().database.asSystem(tx =>
      sql`update app_user set username = 'invited@acme.example', password_hash = null where user_id = ${userId}`.execute(
        tx,
      ),
    )
    const made = await ours.call('POST', '/Users', oktaUser('invited@acme.example'))
    expect([made.status, (await ours.call('POST', '/Users', oktaUser('invited@acme.example'))).status]).toEqual([
      201, 409,
    ])
  })

  test('of two at once who create the same user one does', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(externalId =>
        ours.call('POST', '/Users', oktaUser('twice@acme.example', { externalId: `${externalId}` })),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409])
  })

  test('a user with a password is renamed only to a domain that their account has claimed', async () => {
    const { userId, username } = await on.make.user({ accountId: ours.accountId, roleId: 2 })
    const answer = await ours.call(
      'PATCH',
      `/Users/${userId}`,
      patch({ op: 'replace', path: 'userName', value: 'ceo@elsewhere.example' }),
    )
    expect([answer.status, (await columnsOf(platform(), userId))['username']]).toEqual([409, username])
  })
})

describe('an account that has claimed mail domains', () => {
  test('provisions users of these alone, and renames within them also who has a password', async () => {
    const own = await makeDirectory(platform(), on)
    await platform().database.asSystem(tx =>
      sql`insert into sso_domain (domain, account_id) values ('claimed.example', ${own.accountId})`.execute(tx),
    )
    const foreign = await own.call('POST', '/Users', oktaUser('ana@elsewhere.example'))
    const below = await own.call('POST', '/Users', oktaUser('ana@sub.claimed.example'))
    const ours = await own.call('POST', '/Users', oktaUser('ana@claimed.example'))
    expect([foreign.status, below.status, ours.status]).toEqual([409, 409, 201])
    const rename = (id: number | string, value: string) =>
      own.call('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'userName', value }))
    const { userId } = await on.make.user({ accountId: own.accountId, roleId: 2 })
    expect([
      (await rename(ours.body.id, 'ana@elsewhere.example')).status,
      (await rename(userId, 'eve@claimed.example')).status,
    ]).toEqual([409, 200])
  })
})

test('an account without a domain of its own provisions and renames no user at one that another account has claimed (S3)', async () => {
  const without = await makeDirectory(platform(), on)
  await platform().database.asSystem(tx =>
    sql`insert into sso_domain (domain, account_id) values ('rival.example', ${theirs.accountId})`.execute(tx),
  )
  const made = await without.call('POST', '/Users', oktaUser('ceo@Rival.example'))
  expect([made.status, made.body]).toEqual([
    409,
    {
      schemas: [SCIM_ERROR],
      status: '409',
      detail:
        'The domain of this userName is claimed by another account, or is none of those that this account has claimed.',
    },
  ])
  const { id } = (await without.call('POST', '/Users', oktaUser('ana@free.example'))).body
  const renamed = patch({ op: 'replace', path: 'userName', value: 'ceo@rival.example' })
  expect((await without.call('PATCH', `/Users/${id}`, renamed)).status).toBe(409)
  expect((await theirs.call('POST', '/Users', oktaUser('ceo@rival.example'))).status).toBe(201)
})

describe('no user is locked out, and none becomes more than an admin', () => {
  test('the maker of the key, and the last admin, are neither deactivated, removed nor demoted', async () => {
    const { adminId } = ours
    const answers = await Promise.all([
      ours.call('PATCH', `/Users/${adminId}`, OFF),
      ours.call('DELETE', `/Users/${adminId}`),
      addTo('user', adminId),
      ours.call('PUT', '/Groups/admin', { schemas: [], members: [] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409])
    expect(await columnsOf(platform(), adminId)).toMatchObject({ role_id: 1, deactivated_at: null })
  })

  test('two admins who are deactivated at once: one stays', async () => {
    const own = await makeDirectory(platform(), on)
    const [one, two] = [
      await on.make.user({ accountId: own.accountId, roleId: 1 }),
      await on.make.user({ accountId: own.accountId, roleId: 1 }),
    ]
    // the maker is no admin of the account any more but in name: deleted from the count
    await platform().database.asSystem(tx =>
      sql`update app_user set role_id = 3 where user_id = ${own.adminId}`.execute(tx),
    )
    const answers = await Promise.all([
      own.call('PATCH', `/Users/${one.userId}`, OFF),
      own.call('PATCH', `/Users/${two.userId}`, OFF),
    ])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  test('fields of rights that a directory makes up are not taken', async () => {
    const made = await ours.call(
      'POST',
      '/Users',
      oktaUser('mass@acme.example', {
        id: '1',
        role_id: 3,
        is_staff: true,
        is_super_admin: true,
        roles: [{ value: 'Super Admin', primary: true }],
        groups: [{ value: 'admin' }],
        home_account_id: theirs.accountId,
        account_switch_enabled: true,
      }),
    )
    expect(made.status).toBe(201)
    expect(await columnsOf(platform(), Number(made.body.id))).toMatchObject({
      role_id: 2,
      is_staff: false,
      is_adm_groups: false,
      account_switch_enabled: false,
      home_account_id: ours.accountId,
    })
    const escalated = await ours.call(
      'PATCH',
      `/Users/${made.body.id}`,
      patch({ op: 'add', value: { groups: [{ value: 'admin' }], roles: [{ value: '3' }], id: '1' } }),
    )
    expect([escalated.status, escalated.body.groups[0].value, escalated.body.id]).toEqual([200, 'user', made.body.id])
  })
})

describe('the key of a directory', () => {
  test('is asked for with its scope, and opens nothing else', async () => {
    const other = await makeDirectory(platform(), on, ['admin', 'write_studies', 'read_figures'])
    const statuses = [
      (await scimCall(platform(), null, 'GET', '/Users')).status,
      (await scimCall(platform(), 'desk_000000000000_' + 'A'.repeat(43), 'GET', '/Users')).status,
      // a session is no key
      (await scimCall(platform(), ours.adminToken, 'GET', '/Users')).status,
      (await other.call('GET', '/Users')).status,
      (await other.call('POST', '/Users', oktaUser('none@acme.example'))).status,
      (await platform().call('GET', '/v1/users', { token: ours.key })).status,
      (await platform().call('POST', '/v1/users', { token: ours.key, body: {} })).status,
    ]
    expect(statuses).toEqual([401, 401, 401, 403, 403, 403, 403])
    const refused = await other.call('GET', '/Users')
    expect([refused.headers.get('content-type'), refused.body]).toEqual([
      'application/scim+json',
      { schemas: [SCIM_ERROR], status: '403', detail: 'This key lacks the scope provision.' },
    ])
  })

  test('opens nothing once it is revoked, its maker is no admin, or the account is suspended', async () => {
    const own = await makeDirectory(platform(), on)
    const second = await on.make.user({ accountId: own.accountId, roleId: 1 })
    expect((await own.call('GET', '/Users')).status).toBe(200)
    const setRole = (role: number) =>
      platform().database.asSystem(tx =>
        sql`update app_user set role_id = ${role} where user_id = ${own.adminId}`.execute(tx),
      )
    await setRole(2)
    const demoted = (await own.call('GET', '/Users')).status
    await setRole(1)
    const suspend = (at: Date | null) =>
      platform().database.asSystem(tx =>
        sql`update account set suspended_at = ${at} where account_id = ${own.accountId}`.execute(tx),
      )
    await suspend(new Date())
    const suspended = (await own.call('GET', '/Users')).status
    await suspend(null)
    const token = await platform().signIn(second.username, TEST_PASSWORD)
    await platform().call('POST', `/v1/api-keys/${own.keyId}/revoke`, {
      token,
      body: { confirmation: { present_password: TEST_PASSWORD } },
    })
    expect([demoted, suspended, (await own.call('GET', '/Users')).status]).toEqual([403, 403, 401])
  })

  test('of a user who is deactivated opens nothing', async () => {
    const { userId, username } = await on.make.user({ accountId: ours.accountId, roleId: 1 })
    const token = await platform().signIn(username, TEST_PASSWORD)
    const { body } = await platform().call('POST', '/v1/api-keys', {
      token,
      body: { name: 'Mine', scopes: ['admin'], expires_in_days: 5, confirmation: { present_password: TEST_PASSWORD } },
    })
    expect((await platform().call('GET', '/v1/users', { token: body.secret })).status).toBe(200)
    expect((await ours.call('PATCH', `/Users/${userId}`, OFF)).status).toBe(200)
    expect((await platform().call('GET', '/v1/users', { token: body.secret })).status).toBe(401)
  })
})

describe('bad input gets the error of a directory’s protocol, never a 500 (I1)', () => {
  test.each([
    ['an empty filter', ''],
    ['another comparison', 'userName co "a"'],
    ['an attribute that is not there', 'password_hash eq "a"'],
    ['SQL', `userName eq "a'; drop table app_user; --" or 1=1`],
    ['an open quote', 'userName eq "a'],
    ['a quote in a quote', 'userName eq "a" or "b"="b"'],
    ['deep nesting', `${'('.repeat(450)}userName eq "a"`],
    ['a long one', `userName eq "${'a'.repeat(100_000 / 20)}"`],
    ['many terms', Array.from({ length: 10 }, () => 'active eq true').join(' and ')],
    ['a prototype', '__proto__ eq "a"'],
  ])('a filter: %s', async (_, filter) => {
    const { status, body } = await find(filter)
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  })

  test('a filter’s value is a value', async () => {
    const { status, body } = await find(`userName eq "x' or '1'='1"`)
    expect([status, body.totalResults]).toEqual([200, 0])
    expect((await find('userName eq "\\u0000"')).status).toBe(400)
  })

  test.each([
    ['no user', []],
    ['no name', { schemas: [] }],
    ['a name that is no address', oktaUser('nobody')],
    ['a name with a line break', oktaUser('a@b.example', { name: { givenName: 'A\nB', familyName: 'C' } })],
    [
      'a name with an address',
      oktaUser('a@b.example', { name: { givenName: 'Ana', familyName: '<eve@evil.example>' } }),
    ],
    ['two addresses', oktaUser('eve@evil.example,a@b.example')],
    ['a name of the wrong kind', oktaUser('a@b.example', { userName: { a: 1 } })],
    ['an active of the wrong kind', oktaUser('a@b.example', { active: 'perhaps' })],
    ['a long name', oktaUser('a@b.example', { name: { givenName: 'x'.repeat(900), familyName: 'C' } })],
    ['broken JSON', '{"userName":'],
    ['deep JSON', `${'['.repeat(60)}${']'.repeat(60)}`],
    ['a NUL', '{"userName":"a\\u0000@b.example"}'],
  ])('a body: %s', async (_, sent) => {
    const { status, body, headers } = await ours.call('POST', '/Users', sent)
    expect([status, body.schemas, headers.get('content-type')?.startsWith('application/scim+json')]).toEqual([
      400,
      [SCIM_ERROR],
      true,
    ])
  })

  test('a body that is too large, of another kind, or for a missing object', async () => {
    const large = await ours.call('POST', '/Users', JSON.stringify(oktaUser('x'.repeat(10_000_000))))
    const xml = await ours.call('POST', '/Users', '<user/>', { 'content-type': 'application/xml' })
    const nowhere = await ours.call('GET', '/Bulk')
    const method = await ours.call('DELETE', '/Users')
    expect([large, xml, nowhere, method].map(({ status, body }) => [status, body.schemas])).toEqual(
      [413, 415, 404, 405].map(status => [status, [SCIM_ERROR]]),
    )
    expect((await ours.call('GET', '/Users/1%27%20or%201=1')).status).toBe(404)
    expect((await ours.call('GET', '/Users/99999999999999')).status).toBe(404)
    expect((await ours.call('GET', '/Users/../../v1/users')).status).toBe(404)
  })

  test.each([
    ['no operations', patch()],
    ['no schema', { Operations: [{ op: 'add', value: {} }] }],
    ['an unknown op', patch({ op: 'move', path: 'active', value: true })],
    ['a wrong kind', patch({ op: 'replace', path: 'active', value: [1] })],
    ['the removal of the name', patch({ op: 'remove', path: 'userName' })],
    ['too many', patch(...Array.from({ length: 1_001 }, () => ({ op: 'replace', path: 'active', value: true })))],
    ['a value that is none', patch({ op: 'replace', value: 'x' })],
  ])('a PATCH: %s', async (_, body) => {
    const { userId } = await on.make.user({ accountId: ours.accountId, roleId: 2 })
    const before = await columnsOf(platform(), userId)
    expect((await ours.call('PATCH', `/Users/${userId}`, body)).status).toBe(400)
    expect(await columnsOf(platform(), userId)).toEqual(before)
  })

  test('members that are none, or too many', async () => {
    const put = (members: unknown) => ours.call('PUT', '/Groups/user', { members })
    expect([
      (await put([{ value: 'x' }])).status,
      (await put([{ value: '99999999999' }])).status,
      (await put('all')).status,
      (await put(Array.from({ length: 1_001 }, () => ({ value: '1' })))).status,
      (await ours.call('PATCH', '/Groups/user', patch({ op: 'add', path: 'members[value ne "1"]', value: [] }))).status,
    ]).toEqual([400, 400, 400, 400, 400])
  })
})
