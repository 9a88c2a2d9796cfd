import { TEST_FEED_TOKEN, usePlatform } from '@desk/platform/testing/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { CALLERS, EVERYBODY, type Caller } from '../calls/callers.ts'
import { addressOf, callOf, endpointOf } from '../calls/calls.ts'
import type { Ids } from '../calls/endpoint.ts'
import { contractOperations, type Operation } from '../contract/operations.ts'
import { rawCall } from '../contract/raw-call.ts'
import { beginSession, clientHeaders, setTheStage } from '../contract/stage.ts'

const platform = usePlatform()
/** Calls of a person's session. */
const operations = contractOperations().filter(operation => !['open', 'service'].includes(endpointOf(operation).kind))
let ids: Ids

beforeAll(async () => {
  ids = await setTheStage(platform().database, CALLERS.user)
})

async function statusFor(who: Caller, operation: Operation): Promise<number> {
  const caller = CALLERS[who]
  const token = await beginSession(platform().database, caller)
  if (who === 'defender') {
    // the session is where its user is at home
    await platform().database.asSystem(tx =>
      tx.client.query('update login_session set account_id = $1 where user_id = $2', [
        caller.homeAccountId,
        caller.userId,
      ]),
    )
  }
  // one's own user to be changed, and none to be taken away
  const base = callOf(operation, { ...ids, user: operation.name.startsWith('PUT') ? caller.userId : 999_999 })
  const headers = {
    ...clientHeaders(token),
    ...base.headers,
    ...(base.body ? { 'Content-Type': 'application/json' } : {}),
  }
  return (
    await rawCall(platform().url, {
      method: operation.method,
      path: addressOf(operation, base),
      headers,
      body: base.body ? JSON.stringify(base.body) : null,
    })
  ).status
}

describe('the server refuses every caller whom the screens do not admit (domain.md §8, §6.11)', () => {
  test.each(operations)('$name', async operation => {
    const letIn: Caller[] = []
    for (const who of EVERYBODY) if ((await statusFor(who, operation)) !== 403) letIn.push(who)
    expect(letIn).toEqual(endpointOf(operation).may)
  })

  test('the service token opens none of these, and no user may read the feed', async () => {
    const asService = await Promise.all(
      operations.map(
        async operation =>
          (
            await rawCall(platform().url, {
              method: operation.method,
              path: addressOf(operation, callOf(operation, ids)),
              headers: clientHeaders(TEST_FEED_TOKEN),
            })
          ).status,
      ),
    )
    expect(asService).toEqual(operations.map(() => 401))
  })
})
