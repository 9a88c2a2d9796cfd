import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { TEST_PASSWORD } from '#testing/study'
import { SignOnBrowser } from './testing/browser.ts'
import type { RunningProvider } from './testing/provider.ts'
import { CONFIRMED, signOnAccounts, type SignOnAccount } from './testing/sign-on-accounts.ts'

const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'] })
const ONLY = 'Your account is only entered by single sign-on: choose “Continue with single sign-on”.'

let provider: RunningProvider
let acme: SignOnAccount
let other: SignOnAccount

beforeAll(async () => {
  const made = await signOnAccounts(platform(), ['acme-only.test', 'other-only.test'])
  provider = made.provider
  const [one, two] = made.accounts
  if (!one || !two) throw new Error('Two accounts were made.')
  ;[acme, other] = [one, two]
  await acme.set()
  await other.set()
})
afterAll(() => provider.stop())

const browser = () => new SignOnBrowser(platform())
const answered = ({ status, body }: Answer) => [status, body.message]
const check = async (token: string) => (await platform().call('GET', '/v1/user-login-details', { token })).status

describe('the binding of a user to the provider’s subject (administration.md §3)', () => {
  const unbind = (account: SignOnAccount, userId: number, body: object = CONFIRMED) =>
    account.ask('POST', `/v1/users/${userId}/single-sign-on/unbind`, body)
  const boundOf = async (userId: number) => (await acme.ask('GET', `/v1/users?uid=${userId}`)).body[0].signs_on

  test('is undone by an admin with a confirmation: sessions end, the audit log records it, and the next sign-on by the address binds again', async () => {
    const userId = await acme.person({ username: 'ann@acme-only.test' })
    const { body } = await browser().signOn('ann@acme-only.test', '{"email":"ann@acme-only.test","sub":"a-1"}')
    const before = await boundOf(userId)
    const taken = await browser().signOn('ann@acme-only.test', '{"email":"ann@acme-only.test","sub":"a-2"}')
    const bare = await unbind(acme, userId, {})
    const alive = await check(body.AccessToken)
    const undone = await unbind(acme, userId)
    const { body: log } = await acme.ask('GET', `/v1/audit-log?scope=user&object=${userId}&act=edited`)
    const again = await unbind(acme, userId)
    const anew = await browser().signOn('ann@acme-only.test', '{"email":"ann@acme-only.test","sub":"a-2"}')
    expect([
      [before, taken.status, bare.status, alive],
      [undone.status, await check(body.AccessToken), answered(again), anew.status, await boundOf(userId)],
      log.entries[0].changes,
    ]).toEqual([
      [true, 403, 422, 200],
      [204, 401, [409, 'This user is not bound to anybody at the provider.'], 200, true],
      [{ field: 'single_sign_on', from: provider.issuer, to: null }],
    ])
  })

  test('stays to admins of other accounts, to the user’s own admin for themselves, and to users', async () => {
    const userId = await acme.person({ username: 'bea@acme-only.test' })
    const { body } = await browser().signOn('bea@acme-only.test')
    await browser().signOn('admin@acme-only.test')
    const me = (await acme.ask('GET', '/v1/user-login-details')).body.uid
    const guest = await other.person({ username: 'guest@other-only.test' })
    await browser().signOn('guest@other-only.test')
    await platform().database.asSystem(tx =>
      sql`insert into user_account (account_id, user_id) values (${acme.accountId}, ${guest})`.execute(tx),
    )
    const byUser = await platform().call('POST', `/v1/users/${userId}/single-sign-on/unbind`, {
      token: body.AccessToken,
      body: CONFIRMED,
    })
    expect([
      (await unbind(other, userId)).status,
      (await unbind(acme, me)).status,
      answered(await unbind(acme, guest)),
      byUser.status,
      await check(body.AccessToken),
    ]).toEqual([404, 403, [403, 'This user cannot be changed from this account.'], 403, 200])
  })
})

describe('“only by single sign-on”, when it is switched on', () => {
  test('ends the sessions that began by a password, but the admin’s own, and none elsewhere (administration.md §3)', async () => {
    await acme.person({ username: 'cal@acme-only.test' })
    await other.person({ username: 'dan@other-only.test' })
    const byPassword = await platform().signIn('cal@acme-only.test', TEST_PASSWORD)
    const elsewhere = await platform().signIn('dan@other-only.test', TEST_PASSWORD)
    const adminToo = await platform().signIn(acme.admin.username, TEST_PASSWORD)
    const bySignOn = (await browser().signOn('cal@acme-only.test')).body.AccessToken
    expect((await acme.set({ only: true })).status).toBe(200)
    const { body } = await acme.ask('GET', '/v1/audit-log?act=sessions_ended&scope=session')
    expect([
      await Promise.all([byPassword, adminToo, bySignOn, elsewhere, acme.admin.token].map(check)),
      body.entries[0].changes,
    ]).toEqual([
      [401, 401, 200, 200, 200],
      [{ field: 'open_sessions', from: null, to: expect.stringMatching(/^\d+ that began by a password ended$/) }],
    ])
    // saved again, it ends nothing more
    expect([(await acme.set({ makes_users: true })).status, await check(bySignOn)]).toEqual([200, 200])
    await acme.set({ only: false, makes_users: false })
  })

  test('leaves no session to sign-ins by password that are under way at that moment', async () => {
    await acme.person({ username: 'eve@acme-only.test' })
    const signIn = () =>
      platform().call('POST', '/v1/login', { body: { username: 'eve@acme-only.test', password: TEST_PASSWORD } })
    const [, ...answers] = await Promise.all([acme.set({ only: true }), ...Array.from({ length: 6 }, signIn)])
    const begun = answers.flatMap(answer =>
      'body' in answer && answer.status === 200 ? [answer.body.AccessToken] : [],
    )
    expect([await Promise.all(begun.map(check)), answered(await signIn())]).toEqual([begun.map(() => 401), [403, ONLY]])
    await acme.set({ only: false })
  })

  test('invites by single sign-on, and not by a password', async () => {
    await acme.set({ only: true })
    await acme.ask('POST', '/v1/users', {
      firstname: 'Flo',
      lastname: 'Ray',
      username: 'flo@acme-only.test',
      role_id: 2,
    })
    await other.ask('POST', '/v1/users', {
      firstname: 'Gus',
      lastname: 'Ray',
      username: 'gus@other-only.test',
      role_id: 2,
    })
    const [flo] = await platform().mailsTo('flo@acme-only.test', 1)
    const [gus] = await platform().mailsTo('gus@other-only.test', 1)
    await acme.set({ only: false })
    expect([flo?.text, gus?.text]).toEqual([
      expect.stringMatching(/need no password here\. .*\n\nhttp:\/\/desk\.test\/#\/login\?sso=start\n/),
      expect.stringMatching(
        /choose a password, open this link within \d+ hours:\n\nhttp:\/\/desk\.test\/#\/reset-password\//,
      ),
    ])
  })
})
