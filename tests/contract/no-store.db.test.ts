import { TEST_FEED_TOKEN, usePlatform } from '@desk/platform/testing/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, callOf, OPENED_BY_ANY_PROGRAM } from '../calls/calls.ts'
import type { Ids } from '../calls/endpoint.ts'
import { contractOperations } from './operations.ts'
import { rawCall, type RawAnswer } from './raw-call.ts'
import { beginSession, clientHeaders, setTheStage } from './stage.ts'

const platform = usePlatform()
let ids: Ids

beforeAll(async () => {
  ids = await setTheStage(platform().database)
})

describe('no cache stores an answer to a signed-in caller (S12)', () => {
  test.each(contractOperations())('$name: the answer, the same again, and every refusal', async operation => {
    const base = callOf(operation, ids)
    const signedIn = clientHeaders(base.asService ? TEST_FEED_TOKEN : await beginSession(platform().database))
    const body = base.body ? JSON.stringify(base.body) : null
    const send = (
      headers: Readonly<Record<string, string>>,
      path = addressOf(operation, base),
      sent = body,
    ): Promise<RawAnswer> =>
      rawCall(platform().url, {
        method: operation.method,
        path,
        headers: { ...headers, ...base.headers, ...(sent === null ? {} : { 'Content-Type': 'application/json' }) },
        body: sent,
      })
    const { 'X-Requested-With': _, ...withoutRequestedWith } = signedIn
    const answers = [
      await send(withoutRequestedWith),
      await send(signedIn, addressOf(operation, base, { query: 'a=%00' })),
      await send(signedIn, undefined, '{"half":'),
      await send({ ...signedIn, Authorization: 'Bearer nobody' }),
      // what ends a session comes last
      await send(signedIn),
      await send(signedIn),
    ]
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([
      OPENED_BY_ANY_PROGRAM.includes(operation.name) ? base.status : 403,
      400,
      400,
    ])
    expect(answers.at(4)?.status).toBe(base.status ?? 200)
    expect(answers.map(({ status, headers }) => [status, headers['cache-control']])).toEqual(
      answers.map(({ status }) => [status, 'no-store']),
    )
  })

  test.each([
    ['an address that there is not', 'GET', '/v1/nothing', {}, null],
    ['a method that there is not', 'PROPFIND', '/v1/projects', {}, null],
    ['an address that is none', 'GET', '/v1/%zz', {}, null],
    ['a body that is too large', 'POST', '/v1/projects', { 'Content-Type': 'application/json' }, 'x'.repeat(1_000_001)],
    ['a body of another kind', 'POST', '/v1/projects', { 'Content-Type': 'text/plain' }, 'x'],
  ])('%s', async (_, method, path, headers, body) => {
    const answer = await rawCall(platform().url, {
      method,
      path,
      headers: { ...clientHeaders(await beginSession(platform().database)), ...headers },
      body,
    })
    expect([answer.status >= 400 && answer.status < 500, answer.headers['cache-control']]).toEqual([true, 'no-store'])
  })
})
