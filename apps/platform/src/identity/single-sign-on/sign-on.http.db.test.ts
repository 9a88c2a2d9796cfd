import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { TEST_PASSWORD } from '#testing/study'
import { DESK, SignOnBrowser } from './testing/browser.ts'
import type { RunningProvider } from './testing/provider.ts'
import { CONFIRMED, signOnAccounts, type SignOnAccount } from './testing/sign-on-accounts.ts'

const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'] })

let provider: RunningProvider
let acme: SignOnAccount
let other: SignOnAccount

beforeAll(async () => {
  const made = await signOnAccounts(platform(), ['acme-sso.test', 'other-sso.test'])
  provider = made.provider
  const [one, two] = made.accounts
  if (!one || !two) throw new Error('Two accounts were made.')
  ;[acme, other] = [one, two]
  await acme.set()
  await other.set({ makes_users: true, new_users_role: 1 })
})
afterAll(() => provider.stop())

const browser = () => new SignOnBrowser(platform())
const check = (token: string) => platform().call('GET', '/v1/user-login-details', { token })
const answered = ({ status, body }: Answer) => [status, body.message]
const OVER = 'This sign-on took too long, was used already, or began in another browser. Please begin again.'

describe('signing on by the provider of one’s account (administration.md §3, single sign-on)', () => {
  test('opens a session in the account, for a user who was invited and never chose a password', async () => {
    await acme.person({ username: 'eve@acme-sso.test', isInvited: true })
    const { status, body } = await browser().signOn('Eve@acme-sso.test ', 'eve@acme-sso.test')
    expect([status, Object.keys(body)]).toEqual([200, ['AccessToken', 'is_password_updated']])
    const { body: user } = await check(body.AccessToken)
    expect([user.username, user.pm_dsh_ud, user.is_password_updated]).toEqual([
      'eve@acme-sso.test',
      acme.accountId,
      true,
    ])
    const { body: log } = await acme.ask('GET', '/v1/audit-log?by=single_sign_on')
    expect(log.entries.slice(0, 2).map(({ act, who, scope }: Record<string, unknown>) => [act, who, scope])).toEqual([
      ['signed_in', 'Ada Byron', 'session'],
      ['edited', 'Ada Byron', 'user'],
    ])
  })

  test('binds the subject, which decides from then on: a changed address signs the same user on', async () => {
    await acme.person({ username: 'sub@acme-sso.test' })
    const first = await browser().signOn('sub@acme-sso.test', '{"email":"sub@acme-sso.test","sub":"s-1"}')
    const renamed = await browser().signOn('sub@acme-sso.test', '{"email":"married@acme-sso.test","sub":"s-1"}')
    expect([first.status, renamed.body.message, (await check(renamed.body.AccessToken)).body.username]).toEqual([
      200,
      undefined,
      'sub@acme-sso.test',
    ])
  })

  test('makes users on their first sign-on where the account allows it, with its role, and not elsewhere', async () => {
    const answer = await browser().signOn(
      'new@other-sso.test',
      '{"email":"New@other-sso.test","given_name":"Nia","family_name":"Ngu\\u202Eyen"}',
    )
    const { body: user } = await check(answer.body.AccessToken)
    expect([user.username, user.firstname, user.lastname, user.role_id, user.pm_dsh_ud]).toEqual([
      'new@other-sso.test',
      'Nia',
      'Nguyen',
      1,
      other.accountId,
    ])
    const { body: history } = await other.ask('GET', `/v1/history/user/${user.uid}`)
    expect(history.map(({ act, by }: Record<string, unknown>) => [act, by])).toEqual([
      ['edited', 'Nia Nguyen'],
      ['created', 'Nia Nguyen'],
    ])
    expect(answered(await browser().signOn('new@acme-sso.test'))).toEqual([
      403,
      'There is no user with your e-mail address. Ask an administrator of your account to invite you.',
    ])
  })

  test('and also whom another account has invited under that address, which proves nothing (S2)', async () => {
    const squatter = await acme.person({ username: 'ceo@other-sso.test', isInvited: true })
    const { status, body } = await browser().signOn('ceo@other-sso.test')
    const { body: user } = await check(body.AccessToken)
    expect([status, user.username, user.pm_dsh_ud, user.uid === squatter]).toEqual([
      200,
      'ceo@other-sso.test',
      other.accountId,
      false,
    ])
  })

  test('two first sign-ons of one person at once make one user', async () => {
    const [one, two] = [browser(), browser()]
    for (const each of [one, two]) {
      const { body } = await each.start('twice@other-sso.test')
      await each.comeBack(await each.atProvider(body.location, 'twice@other-sso.test'))
    }
    const answers = await Promise.all([one.finish(), two.finish()])
    const users = await Promise.all(answers.map(async ({ body }) => (await check(body.AccessToken)).body.uid))
    expect([answers.map(({ status }) => status), new Set(users).size]).toEqual([[200, 200], 1])
  })

  test('remembers the device and returns to the page that was asked for; a page elsewhere is forgotten (§2.31)', async () => {
    const there = browser()
    const lead = async (redirect: string) => {
      const { body } = await there.start('admin@acme-sso.test', { redirect, remember: true })
      return there.comeBack(await there.atProvider(body.location, 'admin@acme-sso.test'))
    }
    expect([
      await lead('/projects/12/survey?state=live'),
      await lead('https://evil.example/projects/1'),
      await lead('//evil.example/projects/1'),
      await lead('/projects/../admin'),
    ]).toEqual([
      '/#/login?sso=finish&redirect=%2Fprojects%2F12%2Fsurvey%3Fstate%3Dlive',
      '/#/login?sso=finish',
      '/#/login?sso=finish',
      '/#/login?sso=finish',
    ])
    const { body } = await there.finish()
    const { body: sessions } = await platform().call('GET', '/v1/sessions', { token: body.AccessToken })
    expect(sessions.some((session: { is_current: boolean }) => session.is_current)).toBe(true)
  })

  test('the browser’s cookie is for the browser alone, and the address that it goes to carries state, nonce and PKCE', async () => {
    const { headers, body } = await browser().start('admin@acme-sso.test')
    const { searchParams } = new URL(body.location)
    expect(headers.get('set-cookie')).toMatch(/^desk-sign-on=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'sample-desk',
      redirect_uri: `${DESK}/v1/single-sign-on/callback/${acme.accountId}`,
      scope: 'openid email profile',
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'admin@acme-sso.test',
    })
  })

  test('a domain without single sign-on answers the same, whether a user has that address or not', async () => {
    await acme.person({ username: 'there@no-sso.test' })
    const [there, nobody, none] = await Promise.all(
      ['there@no-sso.test', 'nobody@no-sso.test', 'no address'].map(name => browser().start(name)),
    )
    expect([answered(there!), answered(nobody!), answered(none!)]).toEqual([
      [404, 'There is no single sign-on for addresses at no-sso.test.'],
      [404, 'There is no single sign-on for addresses at no-sso.test.'],
      [422, 'Type your e-mail address.'],
    ])
  })

  test('the sign-out answers where the provider signs out, with the token that it gave', async () => {
    await acme.person({ username: 'out@acme-sso.test' })
    const { body } = await browser().signOn('out@acme-sso.test')
    const { status, body: out } = await platform().call('POST', '/v1/logout', { token: body.AccessToken })
    const url = new URL(out.sign_out_url)
    expect([
      status,
      `${url.origin}${url.pathname}`,
      url.searchParams.get('post_logout_redirect_uri'),
      url.searchParams.get('id_token_hint')?.split('.').length,
      (
        await platform().call('POST', '/v1/logout', {
          token: await platform().signIn('out@acme-sso.test', TEST_PASSWORD),
        })
      ).status,
    ]).toEqual([200, `${provider.issuer}/session/end`, `${DESK}/`, 3, 204])
  })
})

describe('is refused with a sentence on the sign-in screen (administration.md §3, single sign-on)', () => {
  test.each([
    [
      'an address that the provider has not verified',
      '{"email":"admin@acme-sso.test","email_verified":false}',
      'Your provider has not verified your e-mail address, so that it opens no account here.',
    ],
    [
      'an address whose verification is a word',
      '{"email":"admin@acme-sso.test","email_verified":"true"}',
      'Your provider has not verified your e-mail address, so that it opens no account here.',
    ],
    [
      'an address of another account’s domain',
      '{"email":"admin@other-sso.test"}',
      'Your e-mail address is of no domain that signs on here: other-sso.test.',
    ],
    [
      'an address of no claimed domain',
      '{"email":"admin@acme-sso.test.evil.example"}',
      'Your e-mail address is of no domain that signs on here: acme-sso.test.evil.example.',
    ],
    [
      'a user who turns back at the provider',
      'nobody',
      'Single sign-on did not work. The provider answered “access_denied”: No user is here.',
    ],
  ])('%s', async (_, who, message) => {
    expect(answered(await browser().signOn('admin@acme-sso.test', who))).toEqual([403, message])
  })

  test('another subject with the address of a bound user', async () => {
    await acme.person({ username: 'bound@acme-sso.test' })
    await browser().signOn('bound@acme-sso.test', '{"email":"bound@acme-sso.test","sub":"b-1"}')
    expect(
      answered(await browser().signOn('bound@acme-sso.test', '{"email":"bound@acme-sso.test","sub":"b-2"}')),
    ).toEqual([
      403,
      'Another user at your provider has signed on with your e-mail address before. Ask an administrator of your account.',
    ])
  })

  test('a member whose home is another account, a super admin, and a deleted user', async () => {
    const guest = await other.person({ username: 'guest@acme-sso.test' })
    await platform().database.asSystem(tx =>
      sql`insert into user_account (account_id, user_id) values (${acme.accountId}, ${guest})`.execute(tx),
    )
    await acme.person({ username: 'gone@acme-sso.test' })
    await browser().signOn('gone@acme-sso.test')
    await platform().database.asSystem(tx =>
      sql`update app_user set deleted_at = now(), password_hash = null where username = 'gone@acme-sso.test'`.execute(
        tx,
      ),
    )
    await acme.person({ username: 'off@acme-sso.test' })
    await platform().database.asSystem(tx =>
      sql`update app_user set deactivated_at = now() where username = 'off@acme-sso.test'`.execute(tx),
    )
    await acme.person({ username: 'super@acme-sso.test', roleId: 3 })
    await platform().database.asSystem(tx =>
      sql`update account set parent_account_id = null where account_id = ${acme.accountId}`.execute(tx),
    )
    const messages = []
    for (const name of ['guest@acme-sso.test', 'gone@acme-sso.test', 'off@acme-sso.test', 'super@acme-sso.test'])
      messages.push(answered(await browser().signOn(name)))
    await platform().database.asSystem(tx =>
      sql`update account set parent_account_id = (select parent_account_id from account where account_id = ${other.accountId}) where account_id = ${acme.accountId}`.execute(
        tx,
      ),
    )
    expect(messages).toEqual([
      [403, 'Your user belongs to another account, which has to sign you in itself.'],
      [403, 'Your user was deleted. Ask an administrator of your account.'],
      [403, 'Your user is not active. Ask an administrator of your account.'],
      [403, 'Super admins sign in by their password.'],
    ])
  })

  test('the users of a suspended account', async () => {
    await platform().database.asSystem(tx =>
      sql`update account set suspended_at = now() where account_id = ${acme.accountId}`.execute(tx),
    )
    const answer = await browser().signOn('admin@acme-sso.test')
    await platform().database.asSystem(tx =>
      sql`update account set suspended_at = null where account_id = ${acme.accountId}`.execute(tx),
    )
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('is suspended')])
  })

  test('the audit log of the account records each refusal', async () => {
    await browser().signOn('admin@acme-sso.test', 'nobody')
    const { body } = await acme.ask('GET', '/v1/audit-log?act=sign_in_failed&by=single_sign_on')
    expect(body.entries[0].changes).toEqual([
      {
        field: 'reason',
        from: null,
        to: 'Single sign-on did not work. The provider answered “access_denied”: No user is here.',
      },
    ])
  })
})

describe('attacks on the way back', () => {
  test('a callback that is used again opens nothing, neither in its browser nor in another', async () => {
    const [mine, thief] = [browser(), browser()]
    const { body } = await mine.start('admin@acme-sso.test')
    const back = await mine.atProvider(body.location, 'admin@acme-sso.test')
    await mine.comeBack(back)
    const first = await mine.finish()
    await mine.comeBack(back)
    const again = await mine.finish()
    await thief.start('admin@acme-sso.test')
    await thief.comeBack(back)
    expect([first.status, answered(again), answered(await thief.finish())]).toEqual([200, [401, OVER], [401, OVER]])
  })

  test('a sign-on that ten tabs finish at once opens one session', async () => {
    const mine = browser()
    const { body } = await mine.start('admin@acme-sso.test')
    await mine.comeBack(await mine.atProvider(body.location, 'admin@acme-sso.test'))
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => mine.finish()))).map(({ status }) => status)
    expect(statuses.toSorted((one, two) => one - two)).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
  })

  test('the answer of the attacker’s own sign-on, sent through the victim’s browser, signs no one on', async () => {
    const [attacker, victim] = [browser(), browser()]
    const { body } = await attacker.start('admin@acme-sso.test')
    const back = await attacker.atProvider(body.location, 'admin@acme-sso.test')
    await victim.comeBack(back)
    const untouched = answered(await victim.finish())
    await victim.start('admin@acme-sso.test')
    await victim.comeBack(back)
    expect([untouched, answered(await victim.finish())]).toEqual([
      [401, OVER],
      [401, OVER],
    ])
  })

  test('a code that belongs to another sign-on is refused by PKCE and nonce', async () => {
    const [one, two] = [browser(), browser()]
    const first = await one.start('admin@acme-sso.test')
    const second = await two.start('admin@acme-sso.test')
    const code =
      new URL(await one.atProvider(first.body.location, 'admin@acme-sso.test')).searchParams.get('code') ?? ''
    const back = new URL(await two.atProvider(second.body.location, 'admin@acme-sso.test'))
    back.searchParams.set('code', code)
    await two.comeBack(back.href)
    expect(answered(await two.finish())).toEqual([
      403,
      'Single sign-on did not work. The provider answered “invalid_grant”: grant request is invalid',
    ])
  })

  test('an answer in the name of another provider, or to another account’s address, is refused (mix-up)', async () => {
    const mine = browser()
    const come = async (change: (back: URL) => void) => {
      const { body } = await mine.start('admin@acme-sso.test')
      const back = new URL(await mine.atProvider(body.location, 'admin@acme-sso.test'))
      change(back)
      await mine.comeBack(back.href)
      return answered(await mine.finish())
    }
    expect([
      await come(back => back.searchParams.set('iss', 'https://evil.example')),
      await come(back => back.searchParams.delete('iss')),
      await come(back => (back.pathname = `/v1/single-sign-on/callback/${other.accountId}`)),
      await come(back => (back.pathname = '/v1/single-sign-on/callback/x')),
    ]).toEqual([
      [403, expect.stringMatching(/^Single sign-on did not work\. The provider’s answer was refused: .*iss/)],
      [403, expect.stringMatching(/^Single sign-on did not work\. The provider’s answer was refused: .*iss/)],
      [401, OVER],
      [401, OVER],
    ])
  })

  test('a sign-on that took longer than ten minutes has to begin again', async () => {
    const mine = browser()
    const { body } = await mine.start('admin@acme-sso.test')
    const back = await mine.atProvider(body.location, 'admin@acme-sso.test')
    await platform().database.asSystem(tx => sql`update sso_pending set expires_at = now()`.execute(tx))
    await mine.comeBack(back)
    expect(answered(await mine.finish())).toEqual([401, OVER])
  })

  test('a sign-on whose provider was replaced or switched off since then opens nothing', async () => {
    const mine = browser()
    const { body } = await mine.start('admin@acme-sso.test')
    await mine.comeBack(await mine.atProvider(body.location, 'admin@acme-sso.test'))
    await acme.set({ is_on: false })
    const answer = answered(await mine.finish())
    await acme.set({ is_on: true })
    expect(answer).toEqual([403, 'Single sign-on was changed while you signed on. Please begin again.'])
  })

  test.each(['', '?state=', '?state=%00', `?state=${'A'.repeat(43)}`, `?code=${'x'.repeat(9_000)}`, '?state[]=a'])(
    'a callback that belongs to no sign-on leads to the sign-in page: %.40s',
    async query => {
      const response = await fetch(`${platform().url}/v1/single-sign-on/callback/${acme.accountId}${query}`, {
        redirect: 'manual',
        headers: { cookie: `desk-sign-on=${'B'.repeat(43)}; desk-sign-on=%00` },
      })
      expect([response.status, response.headers.get('location')]).toEqual([303, '/#/login?sso=finish'])
    },
  )
})

describe('a user with a second factor', () => {
  test('is asked for its code after the provider, and comes into the account whose provider it was', async () => {
    const userId = await acme.person({ username: 'two@acme-sso.test' })
    const token = await platform().signIn('two@acme-sso.test', TEST_PASSWORD)
    const { otpauth_uri: uri } = (await platform().call('POST', '/v1/second-factor', { token, body: CONFIRMED })).body
    await platform().call('POST', '/v1/second-factor/confirm', { token, body: { code: URI.parse(uri).generate() } })
    // as if no code had been used yet
    await platform().database.asSystem(tx =>
      sql`update second_factor set last_step = 0 where user_id = ${userId}`.execute(tx),
    )
    const { status, body } = await browser().signOn('two@acme-sso.test')
    expect([status, Object.keys(body)]).toEqual([200, ['second_factor']])
    const challenge = body.second_factor.challenge
    const wrong = await platform().call('POST', '/v1/login/second-factor', { body: { challenge, code: '000000' } })
    const right = await platform().call('POST', '/v1/login/second-factor', {
      body: { challenge, code: URI.parse(uri).generate() },
    })
    const { body: out } = await platform().call('POST', '/v1/logout', { token: right.body.AccessToken })
    expect([wrong.status, right.status, Object.keys(out)]).toEqual([422, 200, ['sign_out_url']])
  })
})
