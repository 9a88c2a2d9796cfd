import { SAMPLE_USER } from '@desk/machines/tools/samples/session.samples'
import type { AccountMember, ManagedAccount } from '@desk/schema/accounts/managed-account'
import type { CurrentUser } from '@desk/schema/users/current-user'
import { testDesk, type Answers, type TestDesk } from '#runtime/testing/test-desk.ts'

const SUPER_ADMIN: CurrentUser = {
  ...SAMPLE_USER,
  role_id: 3,
  is_adm_groups: true,
  is_super_admin: true,
  isRepdataUser: true,
}

/** The account that the super admin works in: the provider's own. */
export const HOUSE: ManagedAccount = {
  pm_dsh_ud: SUPER_ADMIN.pm_dsh_ud,
  pm_parent_dsh_ud: null,
  parent_name: null,
  name: 'Provider',
  dashboard_name: 'Provider',
  account_type: 'DESK',
  isRepData: true,
  defended_dsh_ud: null,
  defended_name: null,
  salesforce_account_id: null,
  time_zone: 15,
  inv_by_business_unit_flg: false,
  access_research_defender_export: false,
  client_cpi_flg: true,
  reconciliation_window_day: 25,
  embedded_reports_flg: false,
  bi_workspace_id: null,
  link_check_hosts_off: null,
  assistant_tokens_a_month: null,
  assistant_questions_a_minute: null,
  assistant_tokens_used: 0,
  members: 1,
  created_at: '2026-01-05T09:00:00.000Z',
  suspended_at: null,
  suspended_by: null,
  version: 1,
}

export const ACME: ManagedAccount = {
  ...HOUSE,
  pm_dsh_ud: 100,
  pm_parent_dsh_ud: HOUSE.pm_dsh_ud,
  parent_name: HOUSE.name,
  name: 'Acme Research',
  dashboard_name: 'Acme Research',
  isRepData: false,
  salesforce_account_id: 'A-1',
  inv_by_business_unit_flg: true,
  members: 2,
  version: 4,
}

export const SHIELD: ManagedAccount = {
  ...ACME,
  pm_dsh_ud: 101,
  name: 'Shield',
  dashboard_name: 'Shield',
  account_type: 'DEFENDER',
  suspended_at: '2026-11-20T12:00:00.000Z',
  suspended_by: 'Sam Lee',
}

export const ANA: AccountMember = {
  uid: 12,
  firstname: 'Ana',
  lastname: 'Silva',
  username: 'ana@acme.example',
  role_id: 1,
  is_default: true,
  is_home: true,
  has_password: true,
  is_active: true,
  invited_until: null,
}

export const INVITED: AccountMember = {
  ...ANA,
  uid: 13,
  firstname: 'Ines',
  username: 'ines@acme.example',
  has_password: false,
  invited_until: '2026-11-23T12:00:00.000Z',
}

export const GUEST: AccountMember = {
  ...ANA,
  uid: 14,
  firstname: 'Tomas',
  lastname: 'Lind',
  username: 'tomas@desk.example',
  is_default: false,
  is_home: false,
}

/** A super admin's desk with three accounts. */
export const accountsDesk = (answers: Answers = {}, path = '/admin/accounts-management'): Promise<TestDesk> =>
  testDesk(
    {
      'managedAccounts.list': [HOUSE, ACME, SHIELD],
      'managedAccounts.read': ACME,
      'accounts.logo': { data: null },
      'accountMembers.list': [ANA, INVITED, GUEST],
      'history.read': [],
      'lookups.codes': [
        { pm_code: 15, pm_code_name: '(UTC-05:00) Eastern Time', iana_name: 'America/New_York' },
        { pm_code: 16, pm_code_name: '(UTC-06:00) Central Time', iana_name: 'America/Chicago' },
      ],
      ...answers,
    },
    { user: SUPER_ADMIN, path },
  )
