import { DEMO_ACCOUNTS, DEMO_USERS } from '@desk/platform/demo/demo-accounts'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { describe, expect, test } from 'vitest'
import { endpointOf } from '../calls/calls.ts'
import { NOWHERE } from '../calls/endpoint.ts'
import { contractOperations } from '../contract/operations.ts'
import { useTenants, withoutRequestId } from './tenants.ts'

const { platform, tokens, ids, send } = useTenants()

describe('another account’s object is answered like a missing one', () => {
  const objects = contractOperations().filter(operation =>
    ['object', 'restricted'].includes(endpointOf(operation).kind),
  )
  for (const { username, accountId, roleId } of DEMO_USERS) {
    const isSuperAdmin = roleId === ROLE_IDS.superAdmin
    const shut = objects.filter(operation => !isSuperAdmin || !endpointOf(operation).isOfAnyAccount)
    test.each(shut)(`$name for ${username}`, async operation => {
      const token = tokens.get(username)
      const missing = withoutRequestId(await send(operation, NOWHERE, token))
      expect([403, 404]).toContain(missing.status)
      for (const [owner, foreign] of ids) {
        if (owner === accountId) continue
        expect(withoutRequestId(await send(operation, foreign, token))).toEqual(missing)
      }
    })
  }

  test.each(['survey', 'source', 'supplier', 'qualification', 'webhook'] as const)(
    'the history of a %s',
    async scope => {
      for (const { username, accountId } of DEMO_USERS) {
        const token = tokens.get(username)!
        const read = async (id: number) =>
          withoutRequestId(await platform().call('GET', `/v1/history/${scope}/${id}`, { token }))
        const missing = await read(NOWHERE[scope])
        for (const [owner, foreign] of ids) {
          if (owner === accountId) continue
          expect(await read(foreign[scope])).toEqual(missing)
        }
      }
    },
  )

  const ownersToo = objects.filter(operation => endpointOf(operation).kind === 'object')
  test.each(ownersToo)('$name is open to its own account', async operation => {
    const own = ids.get(DEMO_ACCOUNTS.acme)!
    // the user whose own id is in `ids` asks
    const { status } = await send(operation, own, tokens.get(own.username))
    // a status change with an old version is reported, because the caller may see the source
    expect(operation.method === 'PATCH' ? [200, 409] : [200]).toContain(status)
  })
})
