import { URI } from 'otpauth'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { usePlatform } from '#testing/platform'
import { tokenIn } from '#testing/settings'
import { stage, type Stage } from '#testing/stage'
import { TEST_PASSWORD } from '#testing/study'

const platform = usePlatform()
let on: Stage
beforeAll(async () => {
  on = await stage(platform())
})

interface Person {
  readonly userId: number
  readonly username: string
  readonly ask: (method: string, path: string, body?: unknown) => ReturnType<ReturnType<typeof platform>['call']>
}

/** An admin alone in an account, signed in. */
async function person(): Promise<Person> {
  const accountId = await on.make.account()
  const { userId, username } = await on.make.user({ accountId })
  const token = await platform().signIn(username, TEST_PASSWORD)
  return {
    userId,
    username,
    ask: (method, path, body) => platform().call(method, path, { token, ...(body === undefined ? {} : { body }) }),
  }
}
const actsSeenBy = async ({ ask }: Pick<Person, 'ask'>) =>
  (await ask('GET', '/v1/audit-log')).body.entries.map(({ act, scope, object_id: id }: Record<string, unknown>) => [
    act,
    scope,
    id,
  ])
const CONFIRMED = { confirmation: { present_password: TEST_PASSWORD } }
/** A code of the app; none counts as used. */
async function codeOf(userId: number, uri: string): Promise<string> {
  await platform().database.asSystem(tx =>
    sql`update second_factor set last_step = 0 where user_id = ${userId}`.execute(tx),
  )
  return URI.parse(uri).generate()
}

describe('the audit log has what concerns the whole account (administration.md §4)', () => {
  test('that everybody needs a second factor from now on; a switch that changes nothing is no entry', async () => {
    const who = await person()
    const accountId: number = (await who.ask('GET', '/v1/user-login-details')).body.pm_dsh_ud
    const statuses = []
    for (const required of [false, true])
      statuses.push((await who.ask('PUT', `/v1/account/${accountId}/second-factor`, { required })).status)
    // without a second factor the admin may not read it any more
    const { rows } = await platform().database.readAsSystem(tx =>
      sql<{
        content: string
      }>`select content from audit_entry where account_id = ${accountId} and scope = 'account'`.execute(tx),
    )
    expect(statuses).toEqual([200, 200])
    expect(rows.map(({ content }) => JSON.parse(content))).toEqual([
      expect.objectContaining({
        act: 'edited',
        user: who.userId,
        changes: [{ field: 'second_factor_required', from: false, to: true }],
      }),
    ])
  })
})

describe('the audit log has each change of how a user signs in (administration.md §4)', () => {
  test('set-up and removal of the own second factor, new recovery codes, wrong confirmations, wrong codes at sign-in', async () => {
    const who = await person()
    const { userId, username, ask } = who
    expect(
      (await ask('POST', '/v1/second-factor', { confirmation: { present_password: 'Wrong-pass-1' } })).status,
    ).toBe(422)
    const { otpauth_uri: uri } = (await ask('POST', '/v1/second-factor', CONFIRMED)).body
    await ask('POST', '/v1/second-factor/confirm', { code: await codeOf(userId, uri) })
    const login = { username, password: TEST_PASSWORD }
    const { challenge } = (await platform().call('POST', '/v1/login', { body: login })).body.second_factor
    const wrong = { challenge, code: '000000' }
    expect((await platform().call('POST', '/v1/login/second-factor', { body: wrong })).status).toBe(422)
    const confirmed = async () => ({
      confirmation: { present_password: TEST_PASSWORD, second_factor_code: await codeOf(userId, uri) },
    })
    expect((await ask('POST', '/v1/second-factor/recovery-codes', await confirmed())).status).toBe(200)
    expect((await ask('POST', '/v1/second-factor/disable', await confirmed())).status).toBe(204)
    const of = (act: string) => [act, 'session', userId]
    expect(await actsSeenBy(who)).toEqual(
      [
        'second_factor_removed',
        'recovery_codes_renewed',
        'second_factor_failed',
        'second_factor_set_up',
        'confirmation_failed',
        'signed_in',
      ].map(of),
    )
  })

  test('a password reset by mail: that it was asked for, and that it was done', async () => {
    const who = await person()
    const { userId, username } = who
    await platform().call('POST', '/v1/reset', { body: { username } })
    const mail = (await platform().mailsTo(username, 1)).at(-1)!
    const body = { password: 'Kettle-brass-9', confirm_password: 'Kettle-brass-9' }
    expect((await platform().call('POST', `/v1/reset-password/${tokenIn(mail)}`, { body })).status).toBe(200)
    const token = await platform().signIn(username, 'Kettle-brass-9')
    const again = { ask: (method: string, path: string) => platform().call(method, path, { token }) }
    await vi.waitFor(async () =>
      expect(await actsSeenBy(again)).toEqual(
        ['signed_in', 'password_reset', 'password_reset_asked', 'signed_in'].map(act => [act, 'session', userId]),
      ),
    )
  })

  test('sessions that a user ends elsewhere', async () => {
    const who = await person()
    await platform().signIn(who.username, TEST_PASSWORD)
    expect((await who.ask('DELETE', '/v1/sessions')).status).toBe(204)
    const [ended] = (await who.ask('GET', '/v1/audit-log')).body.entries
    expect(ended).toMatchObject({
      act: 'sessions_ended',
      object_id: who.userId,
      changes: [{ field: 'open_sessions', from: null, to: '1 ended' }],
    })
  })
})
