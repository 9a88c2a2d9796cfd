import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform } from '#testing/platform'
import { askAs, stage, type Ask, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

const [ADMIN, USER, SUPER, FINANCE, READ_ONLY] = [1, 2, 3, 4, 5]
const platform = usePlatform()
let on: Stage
let superAdmin: Ask
let house: number
/** The account whose guests these are. */
let club: number
let clubAdmin: Ask
let clubMembers: string

beforeAll(async () => {
  on = await stage(platform())
  house = await on.make.account({ name: 'Provider', isStaff: true })
  superAdmin = await askAs(platform(), on.make, { accountId: house, roleId: 3, firstname: 'Sam', lastname: 'Lee' })
  club = await on.make.account({ name: 'Club', parentAccountId: house })
  clubAdmin = await askAs(platform(), on.make, { accountId: club, roleId: 1, firstname: 'Cleo', lastname: 'Abt' })
  clubMembers = `/v1/dashboards/${club}/members`
})

const call = (token: string, method: string, path: string, body?: unknown) =>
  platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
const tokenOf = (username: string) => platform().signIn(username, TEST_PASSWORD)
const me = async (token: string) => (await call(token, 'GET', '/v1/user-login-details')).body
const switchTo = async (token: string, accountId: number): Promise<string> =>
  (await call(token, 'POST', '/v1/switch-account', { pm_dsh_ud: accountId })).body.AccessToken

interface Guest {
  readonly userId: number
  readonly username: string
  readonly homeId: number
}

/** A user of an account of their own, who is a guest of the club. */
async function guest({ home = ADMIN, here = USER, isStaff = false } = {}): Promise<Guest> {
  const homeId = isStaff ? house : await on.make.account({ name: 'Home', parentAccountId: house })
  const roleId = home as 1 | 2 | 3
  const user = await on.make.user({ accountId: homeId, roleId, isStaff, firstname: 'Eve', lastname: 'Zorn' })
  const { status } = await superAdmin('POST', clubMembers, { username: user.username, role_id: here })
  expect(status).toBe(200)
  return { ...user, homeId }
}
const give = (ask: Ask, userId: number, roleId: number, accountId = club) =>
  ask('PUT', `/v1/dashboards/${accountId}/members/${userId}/role`, { role_id: roleId })
const rolesOf = async ({ userId, homeId }: Guest) => {
  const { rows } = await platform().database.readAsSystem(tx =>
    sql<{ home: number; here: number | null }>`
      select u.role_id as home, m.role_id as here from app_user u left join user_account m on m.user_id = u.user_id and m.account_id <> ${homeId}
      where u.user_id = ${userId}`.execute(tx),
  )
  return [rows[0]!.home, rows[0]!.here]
}

describe('one role per account (administration.md §1, §6.1)', () => {
  test('switching account gives the role there, and what it opens (api:A9, §6.3)', async () => {
    const [demoted, promoted] = [await guest({ home: ADMIN, here: USER }), await guest({ home: USER, here: ADMIN })]
    const seen = []
    for (const { username } of [demoted, promoted]) {
      const atHome = await tokenOf(username)
      const [home, mayAtHome] = [await me(atHome), (await call(atHome, 'GET', '/v1/users')).status]
      const here = await switchTo(atHome, club)
      const there = await me(here)
      const mayHere = (await call(here, 'GET', '/v1/users')).status
      const back = await me(await switchTo(here, home.pm_dsh_ud))
      seen.push([home.role_id, mayAtHome, there.pm_dsh_ud, there.role_id, there.is_adm_groups, mayHere, back.role_id])
    }
    expect(seen).toEqual([
      [ADMIN, 200, club, USER, false, 403, ADMIN],
      [USER, 403, club, ADMIN, true, 200, USER],
    ])
  })

  test('the session lists the role in each of the user’s accounts (§3.1)', async () => {
    const { username, homeId } = await guest({ home: USER, here: ADMIN })
    const { settings } = await me(await tokenOf(username))
    expect(
      settings.map((setting: { pm_dsh_ud: number; role_id: number }) => [setting.pm_dsh_ud, setting.role_id]),
    ).toEqual([
      [club, ADMIN],
      [homeId, USER],
    ])
  })

  test('who is added without a role is a user there', async () => {
    const { username } = await on.make.user({ accountId: on.study.accountId, roleId: 1 })
    expect((await superAdmin('POST', clubMembers, { username })).body.role_id).toBe(USER)
  })

  test('the list of users shows and filters by the role here (api:M1)', async () => {
    const { userId } = await guest({ home: ADMIN, here: USER })
    const shown = async (query: string) =>
      (await clubAdmin('GET', `/v1/users?uid=${userId}${query}`)).body.map((user: { role_id: number }) => user.role_id)
    expect([await shown(''), await shown('&role_id=2'), await shown('&role_id=1')]).toEqual([[USER], [USER], []])
  })

  test('a super admin who is a guest is one in every list, though the account does not see their home account (§6.3)', async () => {
    const sam = await guest({ home: SUPER, here: USER, isStaff: true })
    const [listed] = (await clubAdmin('GET', `/v1/users?uid=${sam.userId}`)).body
    const members = (await superAdmin('GET', clubMembers)).body as { uid: number; role_id: number }[]
    const there = await me(await switchTo(await tokenOf(sam.username), club))
    expect([
      [listed.role_id, listed.is_super_admin],
      members.find(({ uid }) => uid === sam.userId)?.role_id,
      [there.role_id, there.is_super_admin],
    ]).toEqual([[SUPER, true], SUPER, [SUPER, true]])
  })

  test('who has that role at home below another account is none elsewhere (§6.3)', async () => {
    const staffed = await on.make.account({ name: 'Branch', parentAccountId: house, isStaff: true })
    const { userId, username } = await on.make.user({ accountId: staffed, roleId: 3 })
    await superAdmin('POST', clubMembers, { username, role_id: USER })
    const [listed] = (await clubAdmin('GET', `/v1/users?uid=${userId}`)).body
    const token = await tokenOf(username)
    expect([listed.role_id, (await me(token)).role_id, (await me(await switchTo(token, club))).role_id]).toEqual([
      USER,
      SUPER,
      USER,
    ])
  })

  test('a super admin edits the role of a guest in this account alone, and makes no super admin of them (api:M3)', async () => {
    const eve = await guest({ home: ADMIN, here: USER })
    const inClub = await superAdminIn(club)
    const edit = (role_id: number) =>
      call(inClub, 'PUT', `/v1/users/${eve.userId}`, { uid: eve.userId, is_username_update: true, role_id })
    const refused = await edit(SUPER)
    const { body: roles } = await call(inClub, 'GET', `/v1/user-types?uid=${eve.userId}`)
    const token = await tokenOf(eve.username)
    const there = await switchTo(await tokenOf(eve.username), club)
    const given = await edit(ADMIN)
    expect([
      [refused.status, refused.body.details],
      roles.data.map(({ pm_code }: { pm_code: number }) => pm_code),
      given.status,
      await rolesOf(eve),
      (await call(token, 'GET', '/v1/user-login-details')).status,
      (await call(there, 'GET', '/v1/user-login-details')).status,
    ]).toEqual([
      [422, [{ path: ['role_id'], message: 'This role cannot be given here' }]],
      [ADMIN, USER, FINANCE, READ_ONLY],
      200,
      [ADMIN, ADMIN],
      200,
      401,
    ])
  })
})

describe('the roles Finance and Read only (docs/decisions/0107)', () => {
  test('a guest gets them; Finance sees the money of a DESK account, and neither runs it', async () => {
    const eve = await guest()
    const seen: unknown[] = []
    for (const roleId of [FINANCE, READ_ONLY]) {
      expect((await give(clubAdmin, eve.userId, roleId)).status).toBe(200)
      const token = await switchTo(await tokenOf(eve.username), club)
      const { role_id, is_adm_groups, streamViewType } = await me(token)
      const asEve: Ask = (method, path, body) => call(token, method, path, body)
      seen.push([
        [role_id, is_adm_groups, streamViewType],
        (await asEve('GET', '/v1/api-keys')).status,
        (await give(asEve, eve.userId, ADMIN)).status,
        (await asEve('PUT', `/v1/users/${eve.userId}`, { uid: eve.userId, is_username_update: true, role_id: ADMIN }))
          .status,
      ])
    }
    expect(seen).toEqual([
      [[FINANCE, false, 'internal'], 403, 403, 200],
      [[READ_ONLY, false, 'external'], 403, 403, 200],
    ])
    // a field of one’s own edit that is not one’s to change is left out
    expect((await rolesOf(eve))[1]).toBe(READ_ONLY)
  })

  test('the last admin of an account becomes neither', async () => {
    const lone = await on.make.account({ name: 'Lone', parentAccountId: house })
    const { userId } = await on.make.user({ accountId: lone, roleId: 1 })
    const statuses = []
    for (const roleId of [FINANCE, READ_ONLY]) statuses.push((await give(superAdmin, userId, roleId, lone)).body.reason)
    expect(statuses).toEqual(['last_admin', 'last_admin'])
  })
})

async function superAdminIn(accountId: number): Promise<string> {
  const { username } = await on.make.user({ accountId: house, roleId: 3 })
  await platform().database.asSystem(tx =>
    sql`update app_user set is_adm_groups = true where username = ${username}`.execute(tx),
  )
  return switchTo(await tokenOf(username), accountId)
}

describe('giving a member another role', () => {
  test('an admin of the account gives it, and it acts at once: open sessions there end, those elsewhere go on (S2)', async () => {
    const eve = await guest({ home: ADMIN, here: ADMIN })
    const [atHome, here] = [await tokenOf(eve.username), await switchTo(await tokenOf(eve.username), club)]
    const before = (await call(here, 'GET', '/v1/users')).status
    const given = await give(clubAdmin, eve.userId, USER)
    expect([
      before,
      given.status,
      given.body,
      (await call(here, 'GET', '/v1/users')).status,
      (await me(atHome)).role_id,
      (await me(await switchTo(atHome, club))).role_id,
      await rolesOf(eve),
    ]).toEqual([
      200,
      200,
      {
        uid: eve.userId,
        firstname: 'Eve',
        lastname: 'Zorn',
        username: eve.username,
        role_id: USER,
        is_default: false,
        is_home: false,
        has_password: true,
        is_active: true,
        invited_until: null,
      },
      401,
      ADMIN,
      USER,
      [ADMIN, USER],
    ])
  })

  test('of a user at home it is their own role, and all their sessions end', async () => {
    const homeId = await on.make.account({ name: 'Home', parentAccountId: house })
    const { userId, username } = await on.make.user({ accountId: homeId, roleId: 1 })
    await on.make.user({ accountId: homeId, roleId: 1 }) // the account keeps an admin
    await superAdmin('POST', clubMembers, { username, role_id: ADMIN })
    const here = await switchTo(await tokenOf(username), club)
    const { body } = await give(superAdmin, userId, USER, homeId)
    expect([body.is_home, body.role_id, (await me(here))._tag, await rolesOf({ userId, username, homeId })]).toEqual([
      true,
      USER,
      'Unauthorized',
      [USER, ADMIN],
    ])
  })

  test('history and audit log name account and role; a repetition is not written again', async () => {
    const eve = await guest({ home: ADMIN, here: USER })
    await give(clubAdmin, eve.userId, ADMIN)
    await give(clubAdmin, eve.userId, ADMIN)
    await give(superAdmin, eve.userId, USER)
    const { body: history } = await clubAdmin('GET', `/v1/history/user/${eve.userId}`)
    const { body: audit } = await clubAdmin('GET', `/v1/audit-log?scope=user&object=${eve.userId}`)
    const changed = (from: string, to: string) => [{ field: 'role_id', from: `${from} in Club`, to: `${to} in Club` }]
    const [back, first] = [changed('Admin', 'User'), changed('User', 'Admin')]
    expect([
      history.map((entry: { by: string; changes: unknown }) => [entry.by, entry.changes]),
      audit.entries.map((entry: { act: string; changes: unknown }) => [entry.act, entry.changes]),
      audit.entries[1].who,
    ]).toEqual([
      [
        ['Staff', back],
        ['Cleo Abt', first],
      ],
      [
        ['edited', back],
        ['edited', first],
      ],
      'Cleo Abt',
    ])
  })

  test('no user gives it to themselves, in another account, beyond admin, to a super admin or to the staff (S1)', async () => {
    // an admin at home who is a user here
    const eve = await guest({ home: ADMIN, here: USER })
    const eveAs =
      (token: string): Ask =>
      (method, path, body) =>
        call(token, method, path, body)
    const [atHome, here] = [await tokenOf(eve.username), await switchTo(await tokenOf(eve.username), club)]
    const [sam, tess] = [
      await guest({ home: SUPER, isStaff: true }),
      await guest({ home: ADMIN, here: ADMIN, isStaff: true }),
    ]
    const clubs = (await me(await clubAdminToken())).uid as number
    const answers = await Promise.all([
      give(eveAs(atHome), eve.userId, ADMIN),
      give(eveAs(here), eve.userId, ADMIN),
      give(eveAs(here), clubs, USER),
      give(eveAs(atHome), eve.userId, USER, eve.homeId),
      give(clubAdmin, eve.userId, ADMIN, eve.homeId),
      give(clubAdmin, eve.userId, SUPER),
      give(clubAdmin, sam.userId, USER),
      give(superAdmin, sam.userId, USER),
      give(clubAdmin, tess.userId, USER),
      give(clubAdmin, (await on.make.user({ accountId: eve.homeId })).userId, USER),
      give(superAdmin, eve.userId, USER, 999_999),
    ])
    expect(answers.map(({ status, body }) => [status, body.reason ?? body.details?.[0]?.message])).toEqual([
      [404, undefined],
      [403, undefined],
      [403, undefined],
      [422, 'Your own role cannot be changed'],
      [404, undefined],
      [422, expect.anything()],
      [409, 'super_admin'],
      [409, 'super_admin'],
      [403, undefined],
      [404, undefined],
      [404, undefined],
    ])
    expect([await rolesOf(eve), await rolesOf(sam), await rolesOf(tess)]).toEqual([
      [ADMIN, USER],
      [SUPER, USER],
      [ADMIN, ADMIN],
    ])
  })

  test('of two admins who demote each other at once one stays, by whichever call (S1)', async () => {
    for (const byEdit of [false, true]) {
      const accountId = await on.make.account({ name: 'Pair', parentAccountId: house })
      const people = await Promise.all(
        [1, 2].map(async () => {
          const user = await on.make.user({ accountId, roleId: 1 })
          await platform().database.asSystem(tx =>
            sql`update app_user set is_adm_groups = true where user_id = ${user.userId}`.execute(tx),
          )
          return { ...user, token: await tokenOf(user.username) }
        }),
      )
      const [one, other] = [people[0]!, people[1]!]
      const byMember = (by: string, uid: number) =>
        call(by, 'PUT', `/v1/dashboards/${accountId}/members/${uid}/role`, { role_id: USER })
      const byDialog = (by: string, uid: number) =>
        call(by, 'PUT', `/v1/users/${uid}`, { uid, is_username_update: true, role_id: USER })
      await Promise.all([byMember(one.token, other.userId), (byEdit ? byDialog : byMember)(other.token, one.userId)])
      const { rows } = await platform().database.readAsSystem(tx =>
        sql<{
          n: number
        }>`select count(*)::int as n from app_user where home_account_id = ${accountId} and role_id = 1`.execute(tx),
      )
      expect(rows).toEqual([{ n: 1 }])
    }
  })

  test('the last active admin of an account keeps the role, at home or as a guest, by whichever call (S1)', async () => {
    const accountId = await on.make.account({ name: 'Lone', parentAccountId: house })
    const { userId } = await on.make.user({ accountId, roleId: 1 })
    const inside = await superAdminIn(accountId)
    const edit = (uid: number) =>
      call(inside, 'PUT', `/v1/users/${uid}`, { uid, is_username_update: true, role_id: USER })
    const alone = [await give(superAdmin, userId, USER, accountId), await edit(userId)]
    const visitor = await on.make.user({ accountId: on.study.accountId, roleId: 2 })
    await superAdmin('POST', `/v1/dashboards/${accountId}/members`, { username: visitor.username, role_id: ADMIN })
    // the guest is an admin now, so that the user at home need not be one
    const [demoted, , visitorAlone] = [
      await edit(userId),
      await give(superAdmin, userId, USER, accountId),
      await give(superAdmin, visitor.userId, USER, accountId),
    ]
    const removed = await superAdmin('DELETE', `/v1/dashboards/${accountId}/members/${visitor.userId}`)
    expect([
      ...alone.map(({ status, body }) => [status, body.message]),
      demoted.status,
      [visitorAlone.status, visitorAlone.body.reason],
      [removed.status, removed.body.reason],
      (await give(superAdmin, userId, ADMIN, accountId)).status,
      (await superAdmin('DELETE', `/v1/dashboards/${accountId}/members/${visitor.userId}`)).status,
    ]).toEqual([
      [409, 'This is the last active admin of the account: make another one first.'],
      [422, 'This is the last active admin of the account: make another one first.'],
      200,
      [409, 'last_admin'],
      [409, 'last_admin'],
      200,
      204,
    ])
  })

  test('a switch that races with a change leaves no session with the former role (api:A9)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const eve = await guest({ home: ADMIN, here: ADMIN })
      const token = await tokenOf(eve.username)
      const [switched] = await Promise.all([
        call(token, 'POST', '/v1/switch-account', { pm_dsh_ud: club }),
        give(clubAdmin, eve.userId, USER),
      ])
      // the session began before the change, which ended it, or after it
      const { status, body } = await call(switched.body.AccessToken, 'GET', '/v1/user-login-details')
      expect(status === 401 || body.role_id === USER).toBe(true)
      expect((await call(switched.body.AccessToken, 'GET', '/v1/users')).status).not.toBe(200)
    }
  })
})

async function clubAdminToken(): Promise<string> {
  const { username } = await on.make.user({ accountId: club, roleId: 1 })
  return tokenOf(username)
}
