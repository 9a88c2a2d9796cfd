import { describe, expect, test } from 'vitest'
import { addressOf } from '../calls/calls.ts'
import { contractOperations } from './operations.ts'
import { faultOf, rawCall, type RawCall } from './raw-call.ts'
import { changesSomething, useSpoiling } from './spoiling.ts'
import { clientHeaders } from './stage.ts'

const spoiling = useSpoiling()
const operations = contractOperations()

test('the call of every operation works', { timeout: 180_000 }, async () => {
  const answers: [string, number][] = []
  for (const operation of operations) {
    const base = spoiling.baseOf(operation)
    const headers = { ...base.headers, ...(base.body ? { 'Content-Type': 'application/json' } : {}) }
    const { status } = await spoiling.send(
      {
        method: operation.method,
        path: addressOf(operation, base),
        headers,
        body: base.body ? JSON.stringify(base.body) : null,
      },
      base,
      await spoiling.beginSession(),
    )
    answers.push([operation.name, status])
  }
  expect(answers).toEqual(operations.map(operation => [operation.name, spoiling.baseOf(operation).status ?? 200]))
})

describe('bad input gets a clear answer, never a 500, and changes nothing (I1, I2)', () => {
  test.each(operations.filter(changesSomething))('$name', { timeout: 180_000 }, async operation => {
    expect(await spoiling.faultsOf(operation)).toEqual([])
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
    const headers = { ...clientHeaders(await spoiling.beginSession()), ...call.headers }
    const answer = await rawCall(spoiling.url(), { ...call, headers })
    expect([faultOf(answer), answer.status >= 400]).toEqual([null, true])
  })
})
