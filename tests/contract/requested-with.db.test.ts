import { TEST_FEED_TOKEN, usePlatform } from '@desk/platform/testing/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, callOf, OPENED_BY_ANY_PROGRAM } from '../calls/calls.ts'
import type { Ids } from '../calls/endpoint.ts'
import { contractOperations } from './operations.ts'
import { rawCall } from './raw-call.ts'
import { beginSession, clientHeaders, setTheStage } from './stage.ts'
import { useWrites } from './stored.ts'

const platform = usePlatform()
let ids: Ids

beforeAll(async () => {
  ids = await setTheStage(platform().database)
})
const written = useWrites(() => platform().databaseUrl)

describe('a call without X-Requested-With, which no cross-site form can send, is refused (S6, §7.2)', () => {
  const asked = contractOperations().filter(({ name }) => !OPENED_BY_ANY_PROGRAM.includes(name))
  test.each(asked)('$name', async operation => {
    const base = callOf(operation, ids)
    const { 'X-Requested-With': _, ...headers } = clientHeaders(
      base.asService ? TEST_FEED_TOKEN : await beginSession(platform().database),
    )
    await written()
    const send = (more: Record<string, string>) =>
      rawCall(platform().url, {
        method: operation.method,
        path: addressOf(operation, base),
        headers: { ...headers, ...base.headers, ...(base.body ? { 'Content-Type': 'application/json' } : {}), ...more },
        body: base.body ? JSON.stringify(base.body) : null,
      })
    for (const { status, headers: answered, text } of [await send({}), await send({ 'X-Requested-With': '' })]) {
      expect([status, JSON.parse(text)]).toEqual([
        403,
        { _tag: 'Forbidden', message: 'The X-Requested-With header is missing.', request_id: answered['x-request-id'] },
      ])
    }
    expect(await written()).toEqual([])
  })
})
