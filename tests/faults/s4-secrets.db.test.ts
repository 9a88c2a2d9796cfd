import { asOwner } from '@desk/platform/testing/database/test-server'
import { useDatabase } from '@desk/platform/testing/database/harness'
import { hashPassword } from '@desk/platform/identity/passwords/password'
import { hashToken } from '@desk/platform/identity/tokens/token'
import type { ClientToServer, ServerToClient } from '@desk/schema/push/frames'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { io, type Socket } from 'socket.io-client'
import { expect, test } from 'vitest'
import { FAULT_FEED_TOKEN, useProcesses } from './stage/processes.ts'
import { promised } from './stage/promised.ts'
import { expectNoDrift, signIn, signOut, watchedStudy } from './stage/study.ts'
import { until } from './stage/until.ts'

const fresh = useDatabase()
const processes = useProcesses()

/** Secrets that people type, each to be looked for everywhere. */
const CANARY = {
  password: 'Canary-password-1',
  newPassword: 'Canary-new-password-2',
  wrongPassword: 'Canary-wrong-password-3',
  passwordInNameField: 'canary-password-in-name-4',
  tokenInQuery: 'canary-token-in-query-5',
  tokenInCookie: 'canary-token-in-cookie-6',
  passwordInBrokenBody: 'canary-password-in-broken-body-7',
  passwordInWrongType: 'canary-password-in-wrong-type-8',
  tokenOfNobody: 'canary-token-of-nobody-9-0123456789012345678',
  passwordElsewhere: 'canary-password-elsewhere-10',
  nameForMail: 'canary-password-for-a-mail-11',
  tokenOfLink: 'canary-token-of-a-link-12-012345678901234567',
  newPasswordByLink: 'Canary-password-by-link-13',
  challenge: 'canary-challenge-14-012345678901234567890123',
  code: 'CANARY-CODE-15',
  passwordOfNewUser: 'Canary-password-of-new-user-16',
  passwordToTurnOff: 'canary-password-to-turn-off-17',
  tokenOfShare: 'canary-token-of-a-share-18-0123456789012345',
  inJournal: 'canary-in-a-journal-19',
  passwordToTurnOn: 'canary-password-to-turn-on-20',
} as const

test(
  'S4: passwords and tokens, typed wherever they may be, are in no log at any level, in no table in clear, and not in the change feed',
  { timeout: 90_000 },
  async () => {
    const { database, url: databaseUrl } = fresh()
    const study = await watchedStudy(database, 1)
    await database.asSystem(async tx =>
      sql`update app_user set password_hash = ${await hashPassword(CANARY.password)} where user_id = ${study.userId}`.execute(
        tx,
      ),
    )
    const platform = await processes.platform(databaseUrl, { LOG_LEVEL: 'trace' })
    const gateway = await processes.gateway(platform.url, { LOG_LEVEL: 'trace' })
    const statuses: number[] = []
    const call = async (
      method: string,
      path: string,
      { token, body, headers }: { token?: string; body?: string | object; headers?: Record<string, string> } = {},
    ): Promise<Response> => {
      const response = await fetch(`${gateway.url}${path}`, {
        method,
        headers: {
          'X-Requested-With': 'XMLHttpRequest',
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
      })
      statuses.push(response.status)
      return response
    }

    const tokens: string[] = [CANARY.tokenOfNobody]
    const token = await signIn(gateway.url, study.username, CANARY.password)
    tokens.push(token)
    await call('POST', '/v1/login', { body: { username: study.username, password: CANARY.wrongPassword } })
    await call('POST', '/v1/login', { body: { username: CANARY.passwordInNameField, password: CANARY.wrongPassword } })
    await call('POST', '/v1/login', {
      body: `{"username":"${study.username}","password":"${CANARY.passwordInBrokenBody}"`,
    })
    await call('POST', '/v1/login', {
      body: { username: { text: CANARY.passwordInWrongType }, password: [CANARY.passwordInWrongType] },
    })
    await call('GET', `/v1/projects?search=a&token=${CANARY.tokenInQuery}&password=${CANARY.tokenInQuery}`, { token })
    await call('GET', '/v1/projects', { token, headers: { Cookie: `token=${CANARY.tokenInCookie}` } })
    await call('GET', '/v1/projects', { token: CANARY.tokenOfNobody })
    await call('PUT', `/v1/users/${study.userId}`, {
      token,
      body: { uid: study.userId, password: CANARY.passwordElsewhere, user_time_zone: 15 },
    })
    await call('POST', '/v1/update-password', {
      token,
      body: { password: CANARY.wrongPassword, new_password: CANARY.newPassword },
    })
    await call('GET', `/entry/${study.sourceId}?sup=${study.supplierId}&rid=r-1&t=${CANARY.tokenInQuery}`)
    await call('POST', '/v1/reset', { body: { username: CANARY.nameForMail } })
    await call('POST', `/v1/reset-password/${CANARY.tokenOfLink}`, {
      body: { password: CANARY.newPasswordByLink, confirm_password: CANARY.newPasswordByLink },
    })
    await call('POST', '/v1/login/second-factor', { body: { challenge: CANARY.challenge, code: CANARY.code } })
    await call('POST', '/v1/second-factor', {
      token,
      body: { confirmation: { present_password: CANARY.passwordToTurnOn } },
    })
    await call('POST', '/v1/second-factor/confirm', { token, body: { code: CANARY.code } })
    await call('POST', '/v1/second-factor/disable', {
      token,
      body: { confirmation: { present_password: CANARY.passwordToTurnOff, second_factor_code: CANARY.code } },
    })
    await call('POST', '/v1/users', {
      token,
      body: {
        firstname: 'Ada',
        lastname: 'Byron',
        username: 'ada@canary.example',
        password: CANARY.passwordOfNewUser,
        confirm_password: CANARY.passwordOfNewUser,
        user_time_zone: 9_999,
      },
    })
    await call('POST', '/v1/journal-links', { token, body: { token: CANARY.tokenOfShare, after: 0, limit: 10 } })
    await call('POST', `/v1/journals/${randomUUID()}`, {
      token,
      body: {
        build: 'b1',
        entries: [
          {
            seq: 1,
            atMs: 1,
            machine: 'session',
            version: '0123456789abcdef',
            event: { type: 'password.changed', password: CANARY.inJournal, deep: { token: CANARY.inJournal } },
            fingerprint: '0123456789abcdef',
          },
        ],
      },
    })
    // a token that is due is renewed on its next use
    await database.asSystem(tx =>
      sql`update session_token set issued_at = now() - interval '1 hour' where token_hash = ${hashToken(token)}`.execute(
        tx,
      ),
    )
    const renewed = (await call('GET', '/v1/projects', { token })).headers.get('set-authorization') ?? ''
    tokens.push(renewed)
    const changed = (await (
      await call('POST', '/v1/update-password', {
        token: renewed,
        body: { password: CANARY.password, new_password: CANARY.newPassword },
      })
    ).json()) as { AccessToken: string } // api:A4
    tokens.push(changed.AccessToken)
    expect(statuses).toEqual([
      401, 401, 400, 422, 200, 200, 401, 422, 422, 404, 200, 404, 401, 422, 422, 409, 200, 403, 200, 200, 200,
    ])

    const socket: Socket<ServerToClient, ClientToServer> = io(gateway.url, {
      auth: { token: changed.AccessToken },
      transports: ['websocket'],
      forceNew: true,
    })
    const refused = io(gateway.url, {
      auth: { token: CANARY.tokenOfNobody },
      transports: ['polling'],
      forceNew: true,
      reconnection: false,
    })
    await Promise.all([
      new Promise<void>(resolve => socket.once('connect', resolve)),
      new Promise(resolve => refused.once('connect_error', resolve)),
    ])
    await new Promise(resolve => socket.emit('watch', `survey:${study.surveyId}`, resolve))
    await new Promise(resolve => socket.emit('token', CANARY.tokenOfNobody, resolve))
    // faults of the database, whose errors could carry a query with its values
    for (let fault = 0; fault < 5; fault++) {
      const calls = Promise.allSettled([
        signIn(gateway.url, study.username, CANARY.newPassword),
        call('GET', '/v1/projects', { token: changed.AccessToken }),
      ])
      await asOwner(
        databaseUrl,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      for (const result of await calls)
        if (result.status === 'fulfilled' && typeof result.value === 'string') tokens.push(result.value)
    }
    await until('the desk is there again', promised(5_000), async () => (await fetch(`${gateway.url}/healthz`)).ok)
    const feed = await (
      await fetch(`${platform.url}/v1/changes?after=1&wait=0`, {
        headers: { Authorization: `Bearer ${FAULT_FEED_TOKEN}`, 'X-Requested-With': 'XMLHttpRequest' },
      })
    ).text()
    await signOut(gateway.url, changed.AccessToken)
    await until('the socket is closed', promised(2_000), () => !socket.connected)
    socket.disconnect()
    refused.disconnect()
    await gateway.stop()
    await platform.stop()

    const log = processes.printed()
    const tables = await asOwner(
      databaseUrl,
      `select string_agg(xml::text, '') as everything from (select query_to_xml('select * from ' || quote_ident(relname), true, true, '') as xml from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') t`,
    )
    const secrets = [...Object.values(CANARY), ...tokens]
    const databasePassword = decodeURIComponent(new URL(databaseUrl).password)
    const foundIn = (text: string, more: readonly string[] = []): string[] =>
      [...secrets, ...more].filter(secret => secret !== '' && text.includes(secret))
    expect({
      log: foundIn(log, [FAULT_FEED_TOKEN, databasePassword, 'secretKey']),
      tables: foundIn(JSON.stringify(tables)),
      feed: foundIn(feed),
    }).toEqual({ log: [], tables: [], feed: [] })
    // the net holds: it caught values that are no secrets
    expect([
      log.includes('/v1/update-password'),
      log.includes('"level":20'),
      JSON.stringify(tables).includes(study.username),
      renewed.length,
    ]).toEqual([true, true, true, 43])
    await expectNoDrift(database)
  },
)
