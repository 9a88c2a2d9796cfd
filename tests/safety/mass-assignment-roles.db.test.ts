import { useDemoAccounts } from '@desk/platform/testing/demo-people'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { usePlatform } from '@desk/platform/testing/platform'
import { StudyMaker } from '@desk/platform/testing/study'
import { describe, expect, test } from 'vitest'

const platform = usePlatform()
useDemoAccounts(platform)

/** All that a caller could ask to set, by every name that it has in the database and on the wire. */
const ASKED_FOR = {
  user_id: 1,
  userId: 1,
  is_super_admin: true,
  is_staff: true,
  isRepdataUser: true,
  internalUser: true,
  is_adm_groups: true,
  account_id: DEMO_ACCOUNTS.beta,
  accountId: DEMO_ACCOUNTS.beta,
  pm_dsh_ud: DEMO_ACCOUNTS.beta,
  home_account_id: DEMO_ACCOUNTS.beta,
  home_pm_dsh_ud: DEMO_ACCOUNTS.beta,
  pm_parent_dsh_ud: null,
  login_pm_parent_dsh_ud: null,
  password_hash: 'x',
  password_updated: true,
  is_password_updated: true,
  has_password: true,
  second_factor_on: true,
  deleted_at: '2026-01-01T00:00:00Z',
  streamViewType: 'internal',
  settings: [{ pm_dsh_ud: DEMO_ACCOUNTS.beta, is_default: true }],
  is_consultant: true,
  advanced_stream_view: true,
  advanced_source_view_external: true,
  account_switch_enabled: true,
  edit_business_unit_flg: true,
  custom_qual_create: true,
  auto_boost_access: true,
  view_recon_indicator: true,
} as const

interface Caller {
  readonly username: string
  /** Where the session is. */
  readonly at: number
  readonly roleId: 1 | 3
  /** The fields of a plain user that change, and no others; null: no such change at all. */
  readonly set: readonly string[] | null
}

const BY_AN_ADMIN = ['is_consultant', 'role_id'] as const
const BY_A_SUPER_ADMIN = ['auto_boost_access', 'custom_qual_create', 'view_recon_indicator'] as const
const CALLERS: readonly Caller[] = [
  { username: 'user@acme.example', at: DEMO_ACCOUNTS.acme, roleId: 1, set: null },
  { username: 'admin@acme.example', at: DEMO_ACCOUNTS.acme, roleId: 1, set: [...BY_AN_ADMIN] },
  { username: 'admin@acme.example', at: DEMO_ACCOUNTS.acme, roleId: 3, set: null },
  { username: 'staff@desk.example', at: DEMO_ACCOUNTS.acme, roleId: 1, set: [...BY_AN_ADMIN] },
  { username: 'staff@desk.example', at: DEMO_ACCOUNTS.staff, roleId: 1, set: [...BY_AN_ADMIN] },
  { username: 'staff@desk.example', at: DEMO_ACCOUNTS.staff, roleId: 3, set: null },
  // Acme's invoices go by business unit
  {
    username: 'super@desk.example',
    at: DEMO_ACCOUNTS.acme,
    roleId: 1,
    set: [...BY_AN_ADMIN, ...BY_A_SUPER_ADMIN, 'advanced_source_view_external', 'edit_business_unit_flg'],
  },
  { username: 'super@desk.example', at: DEMO_ACCOUNTS.acme, roleId: 3, set: null },
  {
    username: 'super@desk.example',
    at: DEMO_ACCOUNTS.staff,
    roleId: 3,
    set: [...BY_AN_ADMIN, ...BY_A_SUPER_ADMIN, 'account_switch_enabled', 'advanced_stream_view'],
  },
]

const tokens = new Map<string, string>()
async function tokenOf({ username, at }: Caller): Promise<string> {
  const key = `${username} ${at}`
  const known = tokens.get(key)
  if (known) return known
  const token = await platform().signIn(username, DEMO_PASSWORD)
  const { pm_dsh_ud: home } = (await platform().call('GET', '/v1/user-login-details', { token })).body
  const there =
    home === at
      ? token
      : (await platform().call('POST', '/v1/switch-account', { token, body: { pm_dsh_ud: at } })).body.AccessToken
  tokens.set(key, there)
  return there
}

type Row = Record<string, unknown>
const peopleNow = (): Promise<{ users: Row[]; places: Row[]; accounts: Row[] }> =>
  platform().database.readAsSystem(async tx => ({
    users: (await tx.client.query<Row>('select * from app_user order by user_id')).rows,
    places: (await tx.client.query<Row>('select * from user_account order by user_id, account_id')).rows,
    accounts: (await tx.client.query<Row>('select * from account order by account_id')).rows,
  }))
const differing = (one: Row, other: Row): string[] =>
  Object.keys(one).filter(name => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
const title = ({ username, at, roleId }: Caller): string => `${username} in account ${at}, asking for role ${roleId}`

describe('a caller sets only the fields of a user that the role allows (§6.7, §6.8, S3)', () => {
  test.each(CALLERS.map(caller => [title(caller), caller] as const))('editing: %s', async (_, caller) => {
    const token = await tokenOf(caller)
    const { userId } = await new StudyMaker(platform().database).user({
      accountId: caller.at,
      roleId: 2,
      isStaff: caller.at === DEMO_ACCOUNTS.staff,
    })
    const before = await peopleNow()
    const { status } = await platform().call('PUT', `/v1/users/${userId}`, {
      token,
      body: { ...ASKED_FOR, is_username_update: true, uid: userId, role_id: caller.roleId },
    })
    const after = await peopleNow()
    const changed = after.users.flatMap((user, at) =>
      differing(before.users[at] ?? {}, user).map(name => `${user['user_id'] === userId ? '' : 'another’s '}${name}`),
    )
    // the mark of the admins follows the role, and each edit is counted
    const expected = caller.set === null ? [] : [...caller.set, 'is_adm_groups', 'edit_version']
    expect([status === 200, changed.sort(), after.accounts, after.users.length]).toEqual([
      caller.set !== null,
      expected.sort(),
      before.accounts,
      before.users.length,
    ])
    const elsewhere = (rows: readonly Row[]): Row[] =>
      rows.filter(row => row['user_id'] !== userId || row['account_id'] !== caller.at)
    expect([elsewhere(after.places), after.places.length]).toEqual([elsewhere(before.places), before.places.length])
  })

  test.each(CALLERS.map(caller => [title(caller), caller] as const))('making: %s', async (_, caller) => {
    const token = await tokenOf(caller)
    const before = await peopleNow()
    const username = `new-${caller.username.split('@')[0]}-${caller.at}-${caller.roleId}@desk.example`
    const { status } = await platform().call('POST', '/v1/users', {
      token,
      body: { ...ASKED_FOR, firstname: 'Ada', lastname: 'Byron', username, role_id: caller.roleId },
    })
    const after = await peopleNow()
    const made = after.users.filter(user => !before.users.some(known => known['user_id'] === user['user_id']))
    expect([status === 200, made.length, after.accounts, after.users.filter(user => !made.includes(user))]).toEqual([
      caller.set !== null,
      caller.set === null ? 0 : 1,
      before.accounts,
      before.users,
    ])
    const [user] = made
    if (!user || caller.set === null) return
    const flags = Object.keys(ASKED_FOR).filter(
      name => typeof user[name] === 'boolean' && name !== 'is_staff' && name !== 'is_adm_groups',
    )
    expect({
      on: flags.filter(name => user[name] === true).sort(),
      role: user['role_id'],
      home: user['home_account_id'],
      isStaff: user['is_staff'],
      password: user['password_hash'],
      deleted: user['deleted_at'],
      accounts: after.places.filter(place => place['user_id'] === user['user_id']).map(place => place['account_id']),
    }).toEqual({
      on: caller.set.filter(name => name !== 'role_id').sort(),
      role: caller.roleId,
      home: caller.at,
      isStaff: caller.at === DEMO_ACCOUNTS.staff,
      password: null,
      deleted: null,
      accounts: [caller.at],
    })
  })
})

test('setting one’s default account or an account’s second factor changes nothing else (S3)', async () => {
  const caller = { username: 'admin@acme.example', at: DEMO_ACCOUNTS.acme, roleId: 1, set: null } as const
  const token = await tokenOf(caller)
  const before = await peopleNow()
  const put = async (path: string, body: object): Promise<number> =>
    (await platform().call('PUT', path, { token, body: { ...ASKED_FOR, ...body } })).status
  const statuses = [
    await put('/v1/defaultaccounts', { default_account_update: true, new_default_account: DEMO_ACCOUNTS.beta }),
    await put('/v1/defaultaccounts', { default_account_update: true, new_default_account: DEMO_ACCOUNTS.acme }),
    await put(`/v1/account/${DEMO_ACCOUNTS.beta}/second-factor`, { required: true }),
    await put(`/v1/account/${DEMO_ACCOUNTS.acme}/second-factor`, {
      required: false,
      account_type: 'DEFENDER',
      is_staff: true,
    }),
  ]
  expect([statuses, await peopleNow()]).toEqual([[404, 200, 404, 200], before])
})
