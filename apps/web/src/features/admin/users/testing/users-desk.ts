import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { Account } from '@desk/schema/accounts/account'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { ROLES, type User } from '@desk/schema/users/user'
import { testDesk, type Answers, type Asked, type TestDesk } from '#runtime/testing/test-desk.ts'

export const ADMIN: CurrentUser = { ...SAMPLE_USER, role_id: 1, is_adm_groups: true }
export const SUPER_ADMIN: CurrentUser = { ...ADMIN, role_id: 3, is_super_admin: true, isRepdataUser: true }

export const ACCOUNT: Account = {
  pm_dsh_ud: ADMIN.pm_dsh_ud,
  pm_parent_dsh_ud: null,
  name: 'Acme Research',
  account_type: 'DESK',
  dashboard_name: 'Acme',
  isRepData: false,
  inv_by_business_unit_flg: false,
  access_research_defender_export: false,
  time_zone: 15,
}

export const ANA: User = {
  uid: 12,
  firstname: 'Ana',
  lastname: 'Silva',
  username: 'ana@acme.example',
  role_id: 2,
  is_consultant: false,
  user_time_zone: 15,
  is_super_admin: false,
  advanced_stream_view: false,
  advanced_source_view_external: false,
  account_switch_enabled: false,
  edit_business_unit_flg: false,
  custom_qual_create: false,
  auto_boost_access: false,
  view_recon_indicator: false,
  isRepdataUser: false,
  has_password: true,
  new_username: null,
  second_factor_on: false,
  last_sign_in_at: null,
  is_active: true,
  in_directory: false,
  signs_on: false,
  home_pm_dsh_ud: ADMIN.pm_dsh_ud,
  version: 1,
}

export const SAVED = { status: 0, message: 'User updated successfully', data: { uid: ANA.uid } } as const

/** The server's answers about users: the whole list, or the requested user. */
export const listed =
  (...users: readonly User[]) =>
  ({ url }: Asked): User[] => {
    const uid = url.searchParams.get('uid')
    return users.filter(user => uid === null || String(user.uid) === uid)
  }

/** An account with one user in its list, Ana, and the signed-in user. */
export function usersDesk(answers: Answers = {}, user: CurrentUser = ADMIN, config: object = {}): Promise<TestDesk> {
  return testDesk(
    {
      'users.list': listed(ANA),
      // the answer to any caller who asks for a super admin has the super admin's role (§6.7)
      'users.roles': ({ url }) => ({
        data: ROLES.filter(({ pm_code }) => pm_code !== 3 || url.searchParams.has('uid') || user.is_super_admin),
      }),
      'userSessions.list': [],
      'accounts.list': [ACCOUNT],
      'lookups.codes': [{ pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' }],
      ...answers,
    },
    { user, path: '/admin/users', config },
  )
}
