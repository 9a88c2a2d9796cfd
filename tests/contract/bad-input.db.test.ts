import { TEST_FEED_TOKEN, usePlatform } from '@desk/platform/testing/platform'
import { beforeAll, describe, expect, test } from 'vitest'
import { addressOf, BASE_CALLS, type BaseCall, type Ids } from './base-calls.ts'
import { contractOperations, type Operation } from './operations.ts'
import { faultOf, rawCall, type RawAnswer, type RawCall } from './raw-call.ts'
import { spoiledCalls, type SpoiledCall } from './spoiled-calls.ts'
import { beginSession, clientHeaders, setTheStage } from './stage.ts'
import { countWrites, tablesWritten, writesSoFar } from './stored.ts'

const AT_ONCE = 8
/** What working changes something. */
const CHANGES = [
  'POST /v1/login',
  'POST /v1/logout',
  'POST /v1/update-password',
  'POST /v1/switch-account',
  'PUT /v1/users/{id}',
  'PATCH /v1/survey-streams',
  'POST /v1/survey-streams',
  'PUT /v1/survey-streams',
  'POST /v1/copystream',
  'POST /v1/duplicate-survey-stream',
  'POST /v1/survey-quals-quotas',
  'POST /v2/survey-quals-quotas',
  'PUT /v1/stream-suppliers/{id}',
  'PATCH /v1/survey-streams/{id}/supplier-pricing',
  'PUT /v1/survey-buyer-rate/{id}',
  'POST /v3/classic-streams',
  'POST /v1/source-template',
  'POST /v2/source-template',
  'POST /v1/supplierallocationtemplates',
  'POST /v1/projects',
  'PUT /v1/projects/{id}',
  'POST /v1/surveys',
  'PUT /v1/surveys/{id}',
  'PUT /v1/survey/{id}/performance',
  'POST /v1/qualifications',
  'PUT /v1/qualifications',
  'POST /v2/qualifications',
  'PATCH /v2/qualifications/{id}',
  'POST /v2/qualification/{id}/qualification-text',
  'PUT /v2/qualification-texts/{id}/qualification-options',
  'POST /v2/qualifications-library/{id}/copy',
  'POST /v1/quality-questions',
  'PUT /v1/quality-questions/{id}',
  'DELETE /v1/quality-questions/{id}',
  'PUT /v1/return-hashing',
  'POST /v1/return-hashing/keys',
  'POST /v1/return-hashing/keys/{id}/end',
  'POST /v1/users',
  'POST /v1/suppliers',
  'PUT /v1/suppliers/{id}',
  'DELETE /v1/sessions',
  'DELETE /v1/sessions/{id}',
  'POST /v1/second-factor',
  'PUT /v1/defaultaccounts',
  'POST /v1/journals/{journal}',
  'GET /v1/journals/{journal}',
  'POST /v1/journals/{journal}/links',
]

const platform = usePlatform()
const operations = contractOperations()
let ids: Ids

beforeAll(async () => {
  ids = await setTheStage(platform().database)
  await countWrites(platform().databaseUrl)
})

function baseOf({ name }: Operation): BaseCall {
  const base = BASE_CALLS[name]
  if (!base) throw new Error(`${name} has no base call.`)
  return base(ids)
}

/** The fault in the answer to a malformed call; null for none. */
const judge = (call: SpoiledCall, answer: RawAnswer): string | null =>
  call.isUnreadable && answer.status !== 400 ? `${answer.status} instead of 400` : faultOf(answer)

const send = (call: RawCall, base: BaseCall, as: string): Promise<RawAnswer> =>
  rawCall(platform().url, {
    ...call,
    headers: { ...clientHeaders(base.asService ? TEST_FEED_TOKEN : as), ...call.headers },
  })

/** Sends calls that read, some at once; gives what was wrong with any answer. */
async function faultsOfReading(calls: readonly SpoiledCall[], base: BaseCall): Promise<string[]> {
  const faults: string[] = []
  const token = await beginSession(platform().database)
  const before = await writesSoFar(platform().database)
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    const answers = await Promise.all(
      calls.slice(at, at + AT_ONCE).map(async call => ({ call, fault: judge(call, await send(call, base, token)) })),
    )
    for (const { call, fault } of answers) if (fault !== null) faults.push(`${call.what}: ${fault}`)
  }
  const changed = tablesWritten(before, await writesSoFar(platform().database))
  return changed.length === 0 ? faults : [...faults, `changed ${changed.join(', ')}`]
}

/** Sends calls that change something when they are taken, one after the other; a refused one must have changed nothing. */
async function faultsOfChanging(calls: readonly SpoiledCall[], base: BaseCall): Promise<string[]> {
  const faults: string[] = []
  let token = await beginSession(platform().database)
  let before = await writesSoFar(platform().database)
  for (const call of calls) {
    const answer = await send(call, base, token)
    const fault = judge(call, answer)
    if (fault !== null) faults.push(`${call.what}: ${fault}`)
    const isRefused = answer.status >= 400
    // what was taken may have ended the session
    if (!isRefused) token = await beginSession(platform().database)
    const after = await writesSoFar(platform().database)
    const changed = isRefused ? tablesWritten(before, after) : []
    if (changed.length > 0) faults.push(`${call.what}: ${answer.status}, and changed ${changed.join(', ')}`)
    before = after
  }
  return faults
}

test('every operation of the contract has a base call that works, and none is left over', async () => {
  expect(Object.keys(BASE_CALLS).sort()).toEqual(operations.map(({ name }) => name).sort())
  const answers: [string, number][] = []
  for (const operation of operations) {
    const base = baseOf(operation)
    const headers = { ...base.headers, ...(base.body ? { 'Content-Type': 'application/json' } : {}) }
    const { status } = await send(
      {
        method: operation.method,
        path: addressOf(operation, base),
        headers,
        body: base.body ? JSON.stringify(base.body) : null,
      },
      base,
      await beginSession(platform().database),
    )
    answers.push([operation.name, status])
  }
  expect(answers).toEqual(operations.map(operation => [operation.name, baseOf(operation).status ?? 200]))
})

describe('bad input gets a clear answer, never a 500, and changes nothing (I1, I2)', () => {
  test.each(operations)('$name', { timeout: 180_000 }, async operation => {
    const base = baseOf(operation)
    const calls = spoiledCalls(operation, base)
    const faults = CHANGES.includes(operation.name)
      ? await faultsOfChanging(calls, base)
      : await faultsOfReading(calls, base)
    expect(faults).toEqual([])
  })
})

describe('unknown paths and methods get a clear answer too (I2)', () => {
  const unknown: RawCall[] = [
    ...[
      '/v1/nothing',
      '/v1/',
      '/v2/projects',
      '/v1/projects/1/nothing',
      '/desk-api',
      '/.env',
      '/v1/projects%2f1',
      '/__proto__',
      `/${'x'.repeat(4_000)}`,
      '/v1\\projects',
      '/v1/projects\\1',
      '/v1/projects/"',
      '/v1/projects/|^[]{}',
    ].map(path => ({ method: 'GET', path })),
    ...['', 'a b', 'x@y', '[::1', 'host:port', '%00', 'a/b', '127.0.0.1\\x'].map(host => ({
      method: 'GET',
      path: '/v1/projects/999999',
      headers: { Host: host },
    })),
    ...['http://elsewhere.example/v1/projects/1', 'ftp://elsewhere.example/v1/projects', '*'].map(path => ({
      method: 'GET',
      path,
    })),
    ...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'].map(method => ({ method, path: '/v1/projects/1' })),
  ]
  test.each(unknown)('$method $path $headers', async call => {
    const headers = { ...clientHeaders(await beginSession(platform().database)), ...call.headers }
    const answer = await rawCall(platform().url, { ...call, headers })
    expect([faultOf(answer), answer.status >= 400]).toEqual([null, true])
  })
})
