import { DEMO_ACCOUNTS, DEMO_USERS } from '@desk/platform/demo/demo-accounts'
import { describe, expect, test } from 'vitest'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { NOWHERE } from './endpoint-case.ts'
import { CASES, endpoints } from './endpoint-cases.ts'
import { useTenants, withoutRequestId } from './tenants.ts'

const { tokens, ids, send } = useTenants()

describe('another account’s object is answered like a missing one', () => {
  const objects = endpoints.filter(endpoint => CASES[endpoint]?.kind === 'object')
  for (const { username, accountId, roleId } of DEMO_USERS) {
    const isSuperAdmin = roleId === ROLE_IDS.superAdmin
    const shut = objects.filter(endpoint => !isSuperAdmin || !('ofAnyAccount' in CASES[endpoint]!))
    test.each(shut)(`%s for ${username}`, async endpoint => {
      const { call } = CASES[endpoint]!
      const token = tokens.get(username)
      const missing = withoutRequestId(await send(endpoint, call(NOWHERE), token))
      expect([403, 404]).toContain(missing.status)
      for (const [owner, foreign] of ids) {
        if (owner === accountId) continue
        expect(withoutRequestId(await send(endpoint, call(foreign), token))).toEqual(missing)
      }
    })
  }

  const ownersToo = objects.filter(endpoint => !('ownersToo' in CASES[endpoint]!))
  test.each(ownersToo)('%s is open to its own account', async endpoint => {
    const own = ids.get(DEMO_ACCOUNTS.acme)!
    // the user whose own id is in `ids` asks
    const { username } = DEMO_USERS.find(({ userId }) => userId === own.user)!
    const { status } = await send(endpoint, CASES[endpoint]!.call(own), tokens.get(username))
    // a status change with an old version is reported, because the caller may see the source
    expect(endpoint.startsWith('PATCH') ? [200, 409] : [200]).toContain(status)
  })
})
