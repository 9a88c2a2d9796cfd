import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import { useDatabase } from '../db/testing/harness.ts'
import type { DeskDatabase } from '../db/desk-database.ts'
import { startPlatform, type RunningPlatform } from '../server.ts'

export const TEST_FEED_TOKEN = 'feed-token-of-the-tests-0123456789'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // a test says itself what it expects of a body
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

export interface CallOptions {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestPlatform {
  readonly url: string
  readonly database: DeskDatabase
  /** One call over real HTTP, with the headers that the web client sends. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Signs in and gives the token. */
  signIn(username: string, password: string): Promise<string>
}

/** A platform of this test file's own, on its own database; call the result inside tests. */
export function usePlatform(): () => TestPlatform {
  const fresh = useDatabase()
  let running: RunningPlatform | undefined
  beforeAll(async () => {
    running = await startPlatform({
      database: fresh().database,
      settings: { internalAccountId: 1, feedToken: TEST_FEED_TOKEN },
      log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
      port: 0,
      sweeps: null,
    })
  })
  afterAll(() => running?.stop())
  return () => {
    if (!running) throw new Error('The platform has not started: call this inside a test.')
    return testPlatform(running.url, fresh().database)
  }
}

function testPlatform(url: string, database: DeskDatabase): TestPlatform {
  const call: TestPlatform['call'] = async (method, path, { token, body, headers } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
  }
  return {
    url,
    database,
    call,
    async signIn(username, password) {
      const { status, body } = await call('POST', '/v1/login', { body: { username, password } })
      if (status !== 200) throw new Error(`Signing in as ${username} answered ${status}: ${JSON.stringify(body)}`)
      return body.AccessToken
    },
  }
}
