import { PERMISSION_FLAGS, type UserChanges } from '@desk/schema/users/user'
import { expect, test } from 'vitest'
import type { EditRights } from './user-rights.ts'
import { changeOf, whatEnds } from './user-change.ts'
import type { StoredUser } from './users.store.ts'

const RIGHTS: EditRights = { role: true, roles: [1, 2], permissions: new Set(PERMISSION_FLAGS) }

/** Which sessions a change ends of a user who has the external view and not the internal one. */
function endingOf(wanted: UserChanges, accountId = 10) {
  const before: StoredUser = {
    userId: 20,
    homeAccountId: 10,
    accountId,
    accountName: 'Acme',
    roleId: 2,
    isStaff: false,
    username: 'grace@acme.example',
    newUsername: null,
    firstname: 'Grace',
    lastname: 'Hopper',
    isConsultant: false,
    timeZoneCode: 15,
    timeZone: 'Eastern',
    permissions: {
      advanced_stream_view: false,
      advanced_source_view_external: true,
      account_switch_enabled: false,
      edit_business_unit_flg: false,
      custom_qual_create: false,
      auto_boost_access: false,
      view_recon_indicator: false,
    },
    isMember: true,
    hasPassword: true,
    isActive: true,
    hasSecondFactor: false,
    advancedView: true,
    version: 1,
  }
  return whatEnds(before, changeOf(before, RIGHTS, wanted, undefined))
}
const endedBy = (wanted: UserChanges) => endingOf(wanted)?.because ?? null

test('sessions end with a view that is taken away, and not with one that stays as it was (S2)', () => {
  expect([
    endedBy({ advanced_stream_view: false, advanced_source_view_external: true, lastname: 'Byron' }),
    endedBy({ advanced_stream_view: true }),
    endedBy({ advanced_source_view_external: false }),
  ]).toEqual([null, null, 'rights changed'])
})

test('sessions end with another role and with a new password, and not with the same role (S2)', () => {
  expect([
    endedBy({ role_id: 2 }),
    endedBy({ role_id: 1 }),
    endedBy({ password: 'Kettle-brass-10', confirm_password: 'Kettle-brass-10' }),
  ]).toEqual([null, 'rights changed', 'password changed'])
})

test('a guest with another role loses the sessions of this account, and of all accounts with a view or a password (S2)', () => {
  const guest = (wanted: UserChanges) => endingOf(wanted, 11)?.everywhere
  expect([
    guest({ role_id: 1 }),
    guest({ role_id: 1, advanced_source_view_external: false }),
    guest({ password: 'Kettle-brass-10', confirm_password: 'Kettle-brass-10' }),
    endingOf({ role_id: 1 })?.everywhere,
  ]).toEqual([false, true, true, true])
})
