import { sql } from 'kysely'
import { URI } from 'otpauth'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#kernel/db/tx'
import { usePlatform } from '#testing/platform'
import { StudyMaker, TEST_PASSWORD } from '#testing/study'
import { issuePasswordToken } from '../password-reset/password-links.ts'
import { hashPassword } from '../passwords/password.ts'
import { replaceTokens } from '../sessions/replace-tokens.ts'
import { RENEW_TOKEN_AFTER_MS } from '../sessions/session-needs.ts'
import { endOtherSessions, updatePasswordHash } from '../sessions/sessions.store.ts'
import { hashToken } from '../tokens/token.ts'
import { TRIES_PER_ADDRESS } from '../try-limits/sign-in-limits.ts'

const NEW_PASSWORD = 'Kettle-brass-9'

const platform = usePlatform()

interface Person {
  readonly userId: number
  readonly username: string
  readonly accountId: number
  /** Another account of theirs. */
  readonly elsewhere: number
}

async function person(): Promise<Person> {
  const make = new StudyMaker(platform().database)
  const [accountId, elsewhere] = [await make.account({ name: 'Here' }), await make.account({ name: 'Elsewhere' })]
  const { userId, username } = await make.user({ accountId })
  await platform().database.asSystem(tx =>
    sql`insert into user_account (account_id, user_id) values (${elsewhere}, ${userId})`.execute(tx),
  )
  return { userId, username, accountId, elsewhere }
}

let addresses = 0
const call = (method: string, path: string, body?: unknown, token?: string) =>
  platform().call(method, path, {
    headers: { 'X-Forwarded-For': `192.0.2.${(++addresses % 250) + 1}` },
    ...(body === undefined ? {} : { body }),
    ...(token === undefined ? {} : { token }),
  })
const login = ({ username }: Person, password = TEST_PASSWORD) => call('POST', '/v1/login', { username, password })
const tokenOf = (who: Person) => platform().signIn(who.username, TEST_PASSWORD)
const isLive = async (token: string): Promise<boolean> =>
  (await call('GET', '/v1/user-login-details', undefined, token)).status === 200
const liveSessions = async ({ userId }: Person): Promise<number> =>
  (
    await platform().database.readAsSystem(tx =>
      sql<{
        n: number
      }>`select count(*)::int as n from login_session where user_id = ${userId} and ended_at is null`.execute(tx),
    )
  ).rows[0]!.n

/** The effects that every change of a password has. */
const passwordChanges =
  ({ userId }: Person) =>
  async (tx: Tx): Promise<void> => {
    await updatePasswordHash(tx, userId, await hashPassword(NEW_PASSWORD))
    await endOtherSessions(tx, userId, null, 'password changed', new Date())
  }

/**
 * Starts a call while a transaction locks this row; once the call waits for the lock, the transaction makes its change and
 * commits first.
 */
async function overtaken<A>(
  row: 'app_user' | 'login_session',
  userId: number,
  start: () => Promise<A>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<A> {
  let started: Promise<A> | undefined
  await platform().database.asSystem(async tx => {
    await sql`select from ${sql.table(row)} where user_id = ${userId} for update`.execute(tx)
    started = start()
    const waits = async (): Promise<boolean> =>
      // within a transaction pg_stat_activity shows only the connections of its first read
      (await sql`select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid`.execute(tx)).rows
        .length > 0
    while (!(await waits())) await new Promise(resolve => setTimeout(resolve, 5))
    await change(tx)
  })
  if (!started) throw new Error('The call was not started.')
  return started
}

async function withSecondFactor(who: Person): Promise<string> {
  const token = await tokenOf(who)
  const { otpauth_uri: uri } = (
    await call('POST', '/v1/second-factor', { confirmation: { present_password: TEST_PASSWORD } }, token)
  ).body
  const { status } = await call('POST', '/v1/second-factor/confirm', { code: URI.parse(uri).generate() }, token)
  if (status !== 200) throw new Error(`Confirming answered ${status}.`)
  await platform().database.asSystem(tx =>
    sql`update second_factor set last_step = 0 where user_id = ${who.userId}`.execute(tx),
  )
  return uri
}
const challengeOf = async (who: Person): Promise<string> => (await login(who)).body.second_factor.challenge
const second = (challenge: string, uri: string) =>
  call('POST', '/v1/login/second-factor', { challenge, code: URI.parse(uri).generate() })

describe('nothing begun with an old password survives its change (S2)', () => {
  test('a sign-in whose password was correct a moment before', async () => {
    const who = await person()
    const { status } = await overtaken('app_user', who.userId, () => login(who), passwordChanges(who))
    expect([status, await liveSessions(who), (await login(who, NEW_PASSWORD)).status]).toEqual([401, 0, 200])
  })

  test('a sign-in that waits for its second factor, even one begun at that moment', async () => {
    const who = await person()
    const uri = await withSecondFactor(who)
    const before = await challengeOf(who)
    const { status } = await overtaken('app_user', who.userId, () => login(who), passwordChanges(who))
    expect([status, (await second(before, uri)).status, await liveSessions(who)]).toEqual([401, 401, 0])
  })

  test('a second step whose code was correct at that moment', async () => {
    const who = await person()
    const uri = await withSecondFactor(who)
    const challenge = await challengeOf(who)
    const { status } = await overtaken('app_user', who.userId, () => second(challenge, uri), passwordChanges(who))
    expect([status, await liveSessions(who)]).toEqual([401, 0])
  })

  test('an account switch of a session that ends at that moment', async () => {
    const who = await person()
    const token = await tokenOf(who)
    const { status } = await overtaken(
      'app_user',
      who.userId,
      () => call('POST', '/v1/switch-account', { pm_dsh_ud: who.elsewhere }, token),
      passwordChanges(who),
    )
    expect([status, await liveSessions(who)]).toEqual([401, 0])
  })

  test('another change of the same password: the first one wins', async () => {
    const who = await person()
    const tokens = await Promise.all(Array.from({ length: 5 }, () => tokenOf(who)))
    const answers = await Promise.all(
      tokens.map((token, at) =>
        call('POST', '/v1/update-password', { password: TEST_PASSWORD, new_password: `Kettle-brass-${at}` }, token),
      ),
    )
    const good = answers.findIndex(({ status }) => status === 200)
    expect([
      answers.map(({ status }) => status === 200).filter(Boolean).length,
      await liveSessions(who),
      await isLive(answers[good]!.body.AccessToken),
      (await login(who, `Kettle-brass-${good}`)).status,
    ]).toEqual([1, 1, true, 200])
  })

  test('a link of a mail, whether it was asked for or a welcome; and the user gets a mail', async () => {
    const who = await person()
    const links = await platform().database.asSystem(async tx => [
      await issuePasswordToken(tx, who.userId, 'reset', new Date()),
      await issuePasswordToken(tx, who.userId, 'welcome', new Date()),
    ])
    await call(
      'POST',
      '/v1/update-password',
      { password: TEST_PASSWORD, new_password: NEW_PASSWORD },
      await tokenOf(who),
    )
    const statuses = await Promise.all(
      links.map(
        async link => (await call('POST', `/v1/reset-password/${link}`, { password: 'Copper-spoon-5' })).status,
      ),
    )
    expect([statuses, (await platform().mailsTo(who.username, 1)).map(({ subject }) => subject)]).toEqual([
      [404, 404],
      ['Your password was changed'],
    ])
  })

  test('a renewal by a token that was replaced long ago', async () => {
    const who = await person()
    const first = await tokenOf(who)
    const age = () =>
      platform().database.asSystem(tx =>
        sql`update session_token set issued_at = issued_at - ${RENEW_TOKEN_AFTER_MS + 1000} * interval '1 ms' where token_hash = ${hashToken(first)}`.execute(
          tx,
        ),
      )
    await age()
    await call('GET', '/v1/user-login-details', undefined, first)
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{ id: string }>`select session_id as id from login_session where user_id = ${who.userId}`.execute(tx),
    )
    let kept = ''
    const { headers } = await overtaken(
      'login_session',
      who.userId,
      () => call('GET', '/v1/user-login-details', undefined, first),
      async tx => {
        kept = await replaceTokens(tx, rows[0]!.id, new Date())
      },
    )
    expect([headers.get('set-authorization'), await isLive(first), await isLive(kept)]).toEqual([null, false, true])
  })
})

test('a sign-in whose user sets up a second factor at that moment needs it (S2)', async () => {
  const who = await person()
  const { status } = await overtaken(
    'app_user',
    who.userId,
    () => login(who),
    tx => sql`update app_user set second_factor_on = true where user_id = ${who.userId}`.execute(tx),
  )
  expect([status, await liveSessions(who)]).toEqual([401, 0])
})

test('a password that is changed at that moment sets up no second factor (S2)', async () => {
  const who = await person()
  const token = await tokenOf(who)
  const { status } = await overtaken(
    'app_user',
    who.userId,
    () => call('POST', '/v1/second-factor', { confirmation: { present_password: TEST_PASSWORD } }, token),
    tx => sql`update app_user set password_hash = null where user_id = ${who.userId}`.execute(tx),
  )
  const { rows } = await platform().database.readAsSystem(tx =>
    sql`select from second_factor where user_id = ${who.userId}`.execute(tx),
  )
  expect([status, rows]).toEqual([422, []])
})

test('of ten concurrent account switches with one token one succeeds, and one session is left (§4.9, S2)', async () => {
  const who = await person()
  const token = await tokenOf(who)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => call('POST', '/v1/switch-account', { pm_dsh_ud: who.elsewhere }, token)),
  )
  expect([answers.map(({ status }) => status).sort((one, other) => one - other), await liveSessions(who)]).toEqual([
    [200, ...Array.from({ length: 9 }, () => 401)],
    1,
  ])
})

test('of ten concurrent sign-ins with one recovery code one succeeds (S2)', async () => {
  const who = await person()
  const token = await tokenOf(who)
  const { otpauth_uri: uri } = (
    await call('POST', '/v1/second-factor', { confirmation: { present_password: TEST_PASSWORD } }, token)
  ).body
  const { recovery_codes: codes } = (
    await call('POST', '/v1/second-factor/confirm', { code: URI.parse(uri).generate() }, token)
  ).body
  const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeOf(who)))
  const statuses = (
    await Promise.all(
      challenges.map(challenge => call('POST', '/v1/login/second-factor', { challenge, code: codes[0] })),
    )
  ).map(({ status }) => status)
  expect(statuses.sort((one, other) => one - other)).toEqual([200, ...Array.from({ length: 9 }, () => 422)])
})

test('a concurrent flood over names from one address hashes no more passwords than a sequential sweep; successful sign-ins do not count (S2)', async () => {
  const who = await person()
  const attempt = async (username: string, password: string) =>
    (
      await platform().call('POST', '/v1/login', {
        body: { username, password },
        headers: { 'X-Forwarded-For': '192.0.2.255' },
      })
    ).status
  for (let at = 0; at < 3; at++) expect(await attempt(who.username, TEST_PASSWORD)).toBe(200)
  const statuses = await Promise.all(
    Array.from({ length: TRIES_PER_ADDRESS + 30 }, (_, at) => attempt(`nobody-${at}@acme.example`, 'Wrong-pass-1')),
  )
  expect([statuses.filter(status => status === 401).length, statuses.filter(status => status === 429).length]).toEqual([
    TRIES_PER_ADDRESS,
    30,
  ])
})

test('a wrong name, a wrong password and a user without a password get the same body in about the same time (S2)', async () => {
  const [who, withoutPassword] = [await person(), await person()]
  await platform().database.asSystem(tx =>
    sql`update app_user set password_hash = null where user_id = ${withoutPassword.userId}`.execute(tx),
  )
  const names = [`nobody-${who.username}`, who.username, withoutPassword.username]
  const bodies = new Set<string>()
  const leastMs = names.map(() => Infinity)
  for (let tries = 0; tries < 4; tries++) {
    for (const [at, username] of names.entries()) {
      const startedAtMs = performance.now()
      const { status, body } = await call('POST', '/v1/login', { username, password: 'Wrong-pass-1' })
      // the minimum is least disturbed by other load
      leastMs[at] = Math.min(leastMs[at]!, performance.now() - startedAtMs)
      bodies.add(JSON.stringify([status, { ...body, request_id: null }]))
    }
  }
  // without its hash an answer takes less than a tenth
  expect([bodies.size, Math.max(...leastMs) / Math.min(...leastMs) < 3]).toEqual([1, true])
})

test('a concurrent change needs a code once its user has turned a second factor on (S8)', async () => {
  const who = await person()
  const token = await tokenOf(who)
  const change = () =>
    call(
      'PUT',
      `/v1/users/${who.userId}`,
      { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD, confirmation: { present_password: TEST_PASSWORD } },
      token,
    )
  const { status, body } = await overtaken('app_user', who.userId, change, tx =>
    sql`update app_user set second_factor_on = true where user_id = ${who.userId}`.execute(tx),
  )
  expect([status, body.details]).toEqual([
    422,
    [
      {
        path: ['confirmation', 'second_factor_code'],
        message: 'Confirm your identity: enter a code from your authenticator app too.',
      },
    ],
  ])
})
