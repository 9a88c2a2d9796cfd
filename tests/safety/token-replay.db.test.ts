import { useDemoAccounts } from '@desk/platform/testing/demo-people'
import { DEMO_PASSWORD } from '@desk/platform/demo/demo-accounts'
import { RENEW_TOKEN_AFTER_MS } from '@desk/platform/identity/sessions/session-needs'
import { hashToken } from '@desk/platform/identity/tokens/token'
import { TEST_PASSWORD, type Study } from '@desk/platform/testing/study'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openViewer, type LiveViewer } from '../live/live-viewer.ts'
import { houseOfTests } from '../live/testing.ts'

const house = houseOfTests()
useDemoAccounts(() => house().platform)

interface Person {
  readonly userId: number
  readonly username: string
  readonly study: Study
  readonly elsewhere: number
}

async function person(): Promise<Person> {
  const { maker, platform } = house()
  const study = await maker.study()
  const elsewhere = await maker.account({ name: 'Elsewhere' })
  const { userId, username } = await maker.user({ accountId: study.accountId })
  await platform.database.asSystem(tx =>
    sql`insert into user_account (account_id, user_id) values (${elsewhere}, ${userId})`.execute(tx),
  )
  return { userId, username, study, elsewhere }
}

const signIn = async ({ username }: Person): Promise<string> => house().platform.signIn(username, TEST_PASSWORD)
/** As if the token had been given so long ago that its next use replaces it. */
const ripen = (token: string) =>
  house().platform.database.asSystem(tx =>
    sql`update session_token set issued_at = issued_at - ${RENEW_TOKEN_AFTER_MS + 1000} * interval '1 ms' where token_hash = ${hashToken(token)}`.execute(
      tx,
    ),
  )
const get = async (path: string, token: string): Promise<Response> =>
  fetch(house().gateway.url + path, {
    headers: { Authorization: `Bearer ${token}`, 'X-Requested-With': 'XMLHttpRequest' },
  })
const renewedBy = async (token: string): Promise<string> => {
  await ripen(token)
  return (await get('/v1/user-login-details', token)).headers.get('set-authorization') ?? ''
}
const post = (path: string, token: string, body: unknown) => house().call('POST', path, { token, body })
/** The gateway's answer when a live connection wants to go on with these tokens. */
async function handedOver(live: string, tokens: readonly string[]): Promise<unknown[]> {
  const { socket } = await openViewer(house().gateway.url, live, { reconnection: false })
  const answers: unknown[] = []
  for (const token of tokens) answers.push(await new Promise(resolve => socket.emit('token', token, resolve)))
  return answers
}
/** Signs in as a super admin in the person's account. */
const superAdminAt = async ({ study }: Person): Promise<string> =>
  (
    await post('/v1/switch-account', await house().platform.signIn('super@desk.example', DEMO_PASSWORD), {
      pm_dsh_ud: study.accountId,
    })
  ).body.AccessToken

/** The ways in which a session ends. `with`: the session's present token. @returns what goes on; null: nothing of that user */
const ENDS: readonly (readonly [how: string, end: (who: Person, token: string) => Promise<string | null>])[] = [
  [
    'signing out',
    async (who, token) => {
      await post('/v1/logout', token, undefined)
      return signIn(who)
    },
  ],
  [
    'changing the password',
    async (_, token) =>
      (await post('/v1/update-password', token, { password: TEST_PASSWORD, new_password: 'Kettle-brass-9' })).body
        .AccessToken,
  ],
  [
    'deleting the user',
    async who => {
      await house().call('DELETE', `/v1/users/${who.userId}`, { token: await superAdminAt(who) })
      return null
    },
  ],
  [
    'switching the account',
    async (who, token) => (await post('/v1/switch-account', token, { pm_dsh_ud: who.elsewhere })).body.AccessToken,
  ],
]

describe('after a session’s end none of its tokens is valid, and its sockets are closed (S2)', () => {
  test.each(ENDS)('%s', async (_, end) => {
    const who = await person()
    const { study, elsewhere, userId } = who
    const replaced = await signIn(who)
    const present = await renewedBy(replaced)
    const tokens = [replaced, present]
    const topic = `survey:${study.surveyId}`
    const sockets: LiveViewer[] = []
    for (const token of tokens) sockets.push(await openViewer(house().gateway.url, token, { reconnection: false }))
    for (const { watch } of sockets) expect((await watch(topic)).ok).toBe(true)
    // answers that the platform keeps are given again to a live session alone
    const table = `/v1/survey-stream-metrics/${study.surveyId}`
    for (const token of [...tokens, ...tokens]) expect((await get(table, token)).status).toBe(200)

    const goesOn = await end(who, present)
    await vi.waitFor(
      () =>
        expect(sockets.map(({ socket, endings }) => [socket.connected, endings])).toEqual(
          sockets.map(() => [false, ['session_ended']]),
        ),
      { timeout: 10_000, interval: 20 },
    )
    const replayed: number[] = []
    for (const token of tokens) {
      for (const path of ['/v1/user-login-details', table, '/v1/sessions'])
        replayed.push((await get(path, token)).status)
      replayed.push((await post('/v1/switch-account', token, { pm_dsh_ud: elsewhere })).status)
      replayed.push(
        (await post('/v1/update-password', token, { password: TEST_PASSWORD, new_password: 'Copper-spoon-5' })).status,
      )
      replayed.push(
        (
          await house().call('PUT', `/v1/users/${userId}`, {
            token,
            body: { uid: userId, password: '', user_time_zone: 15 },
          })
        ).status,
      )
      await expect(openViewer(house().gateway.url, token, { reconnection: false })).rejects.toThrow('unauthorized')
    }
    expect([replayed, goesOn === null ? 200 : (await get('/v1/user-login-details', goesOn)).status]).toEqual([
      replayed.map(() => 401),
      200,
    ])
    // what goes on is no way back for what has ended
    const refusals = await (goesOn === null ? [] : handedOver(goesOn, tokens))
    const refused = { ok: false, status: 401, message: 'Your session has ended. Please sign in again.' }
    expect(refusals).toEqual(goesOn === null ? [] : [refused, refused])
  })

  test('part of a token, or a token in the URL, is not valid (S4)', async () => {
    const who = await person()
    const token = await signIn(who)
    const spoiled = [
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
      token.split('').reverse().join(''),
      `${token},${token}`,
    ]
    expect(await Promise.all(spoiled.map(async each => (await get('/v1/user-login-details', each)).status))).toEqual(
      spoiled.map(() => 401),
    )
    expect([
      (await get(`/v1/user-login-details?access_token=${token}&token=${token}`, '')).status,
      (await get('/v1/user-login-details', token)).status,
    ]).toEqual([401, 200])
  })
})
