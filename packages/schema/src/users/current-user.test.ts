import { expect, test } from 'vitest'
import { isAdmin } from './current-user.ts'
import { ROLE_IDS } from './role-ids.ts'

test('admins and super admins are admins, users are none (§6.3), by the role ids 1, 2 and 3 (§6.1)', () => {
  expect(ROLE_IDS).toEqual({ admin: 1, user: 2, superAdmin: 3 })
  expect(([1, 2, 3] as const).map(role_id => isAdmin({ role_id }))).toEqual([true, false, true])
})
