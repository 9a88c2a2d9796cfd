import { sql } from 'kysely'
import { pino } from 'pino'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, vi } from 'vitest'
import { startPlatform, type RunningPlatform } from '#app/server'
import type { PlatformSettings } from '#kernel/config/platform-config'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Message } from '#kernel/mail/mail'
import { useDatabase } from './database/harness.ts'
import type { FreshDatabase } from './database/test-server.ts'
import { mailsIn, testSettings } from './settings.ts'

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
  readonly databaseUrl: string
  /** One call over real HTTP, with the headers that the web client sends. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** Signs in and gives the token. */
  signIn(username: string, password: string): Promise<string>
  /** Every mail to this address, oldest first, once there are at least that many. */
  mailsTo(address: string, atLeast: number): Promise<Message[]>
  /**
   * Every ended session in the feed, once it has reached the present commit: it holds back while an older transaction is open
   * anywhere on the server.
   */
  endedSessions(): Promise<string[]>
}

/** A platform on its own database for this test file; call the result inside tests. */
export function usePlatform(own: Partial<PlatformSettings> = {}): () => TestPlatform {
  const fresh = useDatabase()
  const settings = testSettings({ feedToken: TEST_FEED_TOKEN, ...own })
  let running: RunningPlatform | undefined
  beforeAll(async () => {
    running = await startPlatform({
      database: fresh().database,
      settings,
      log: pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
      port: 0,
      sweeps: null,
    })
  })
  afterAll(async () => {
    await running?.stop()
    await rm(settings.mail.folder, { recursive: true, force: true })
    await rm(settings.documents.folder, { recursive: true, force: true })
  })
  return () => {
    if (!running) throw new Error('The platform has not started: call this inside a test.')
    return testPlatform(running.url, fresh(), settings.mail.folder)
  }
}

function testPlatform(url: string, { database, url: databaseUrl }: FreshDatabase, mailFolder: string): TestPlatform {
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
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    }
  }
  return {
    url,
    database,
    databaseUrl,
    call,
    async signIn(username, password) {
      const { status, body } = await call('POST', '/v1/login', { body: { username, password } })
      if (status !== 200) throw new Error(`Signing in as ${username} answered ${status}: ${JSON.stringify(body)}`)
      return body.AccessToken
    },
    mailsTo: (address, atLeast) =>
      vi.waitFor(
        async () => {
          const mails = (await mailsIn(mailFolder)).filter(({ to }) => to === address)
          if (mails.length < atLeast) throw new Error(`There are ${mails.length} mails to ${address}, not ${atLeast}.`)
          return mails
        },
        { timeout: 20_000 },
      ),
    async endedSessions() {
      const { rows } = await database.asSystem(tx =>
        sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx),
      )
      const committed = BigInt(rows[0]?.xid ?? 0)
      const read = (query: string) => call('GET', `/v1/changes?wait=0${query}`, { token: TEST_FEED_TOKEN })
      const partsOf = (cursor: string) => cursor.split('.')
      const [system, timeline] = partsOf((await read('')).body.cursor)
      return vi.waitFor(
        async () => {
          const { body } = await read(`&after=${system}.${timeline}.0`)
          if (BigInt(partsOf(body.cursor)[2] ?? 0) <= committed)
            throw new Error(`The feed has come to ${body.cursor}, not past ${committed}.`)
          return body.ended_sessions
        },
        { timeout: 20_000 },
      )
    },
  }
}
