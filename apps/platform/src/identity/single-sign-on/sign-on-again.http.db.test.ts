import { sql } from 'kysely'
import { URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { TEST_PASSWORD } from '#testing/study'
import { DESK, SignOnBrowser } from './testing/browser.ts'
import { startLyingProvider, type Lie, type LyingProvider } from './testing/lying-provider.ts'
import type { RunningProvider } from './testing/provider.ts'
import { readRequest, samlKey, samlXml, type Said } from './testing/saml-provider.ts'
import { signOnAccounts, type SignOnAccount } from './testing/sign-on-accounts.ts'

const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'] })
const OVER = 'This sign-on took too long, was used already, or began in another browser or session. Please begin again.'
const USED_UP = 'This sign-on has expired or was used already. Sign on once more.'
const SOMEBODY_ELSE = 'You signed on as another user. Sign on as the user that you are here.'
const NOT_FRESH =
  'Your provider did not ask you to sign on again, so that this confirms nothing. Sign out there, and begin again.'
const NO_TIME =
  'Your provider does not say when you signed on (auth_time, AuthnInstant), so that this confirms nothing. Tell your administrator.'
const KEY_FORM = { name: 'Export', scopes: ['read_figures'], expires_in_days: 30 }
const SAML_KEY = samlKey('Again login')
const SAML_ISSUER = 'urn:again:login'

let provider: RunningProvider
let liar: LyingProvider
let acme: SignOnAccount
let other: SignOnAccount
let lies: SignOnAccount
let saml: SignOnAccount

beforeAll(async () => {
  const made = await signOnAccounts(platform(), [
    'acme-again.test',
    'other-again.test',
    'lies-again.test',
    'saml-again.test',
  ])
  provider = made.provider
  liar = await startLyingProvider()
  const [one, two, three, four] = made.accounts
  if (!one || !two || !three || !four) throw new Error('Four accounts were made.')
  ;[acme, other, lies, saml] = [one, two, three, four]
  await acme.set({ makes_users: true, new_users_role: 1 })
  await other.set({ makes_users: true, new_users_role: 1 })
  await lies.set({ issuer: liar.issuer, makes_users: true, new_users_role: 1 })
  await saml.set({
    kind: 'saml',
    issuer: SAML_ISSUER,
    client_id: '',
    sso_url: 'https://login.again.example/saml',
    certificates: SAML_KEY.certificate,
    makes_users: true,
    new_users_role: 1,
  })
})
afterAll(() => Promise.all([provider.stop(), liar.stop()]))

const call = (token: string, method: string, path: string, body?: unknown) =>
  platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
const answered = ({ status, body }: Answer) => [status, body.message]
const browser = () => new SignOnBrowser(platform())
let keys = 0
const makeKey = (token: string, confirmation?: object) =>
  call(token, 'POST', '/v1/api-keys', {
    ...KEY_FORM,
    name: `Export ${(keys += 1)}`,
    ...(confirmation === undefined ? {} : { confirmation }),
  })
const refusal = (message: string) => [422, [{ path: ['confirmation', 'single_sign_on_token'], message }]]
const faults = ({ status, body }: Answer) => [status, body.details]

interface Person {
  readonly browser: SignOnBrowser
  readonly token: string
  readonly username: string
}
let people = 0
/** A user who has signed on for the first time, and never had a password. */
async function person(account = acme): Promise<Person> {
  const username = `p${(people += 1)}@${account.domain}`
  const own = browser()
  const { body } = await own.signOn(username)
  return { browser: own, token: body.AccessToken, username }
}

/** Goes to the provider, and comes back. */
async function signOnAgain({ browser: own, token, username }: Person): Promise<string> {
  const { status, body } = await own.confirm(token)
  if (status !== 200) throw new Error(`Beginning answered ${status}: ${JSON.stringify(body)}`)
  return own.comeBack(await own.atProvider(body.location, username))
}

async function tokenOf(one: Person): Promise<string> {
  await signOnAgain(one)
  const { body } = await one.browser.confirmed(one.token)
  return body.single_sign_on_token
}

describe('a user without a password confirms who they are by signing on again (administration.md §3, S8)', () => {
  test('asks the provider for a fresh sign-on, and comes back to a page of its own', async () => {
    const one = await person()
    const { body, headers } = await one.browser.confirm(one.token)
    const { searchParams } = new URL(body.location)
    const before = await one.browser.confirmed(one.token)
    const location = await one.browser.comeBack(await one.browser.atProvider(body.location, one.username))
    const { body: confirmed } = await one.browser.confirmed(one.token)
    const { body: user } = await call(one.token, 'GET', '/v1/user-login-details')
    expect([
      [searchParams.get('prompt'), searchParams.get('max_age'), searchParams.get('login_hint')],
      headers.get('set-cookie'),
      before.body,
      location,
      confirmed,
      user.confirms_by,
    ]).toEqual([
      ['login', '0', one.username],
      expect.stringMatching(/^desk-confirm=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
      { is_back: false },
      '/signed-on.html',
      { is_back: true, single_sign_on_token: expect.stringMatching(/^[\w-]{43}$/), lasts_seconds: 300 },
      'single_sign_on',
    ])
  })

  test('makes one API key by one sign-on', async () => {
    const one = await person()
    const confirmation = { single_sign_on_token: await tokenOf(one) }
    const [bare, made, again] = [
      await makeKey(one.token),
      await makeKey(one.token, confirmation),
      await makeKey(one.token, confirmation),
    ]
    expect([bare.status, made.status, faults(again)]).toEqual([422, 200, refusal(USED_UP)])
  })

  test('sets up the second factor that the account asks of everybody, and confirms with its code from then on, of which a wrong one uses up no sign-on', async () => {
    await other.ask('PUT', `/v1/account/${other.accountId}/second-factor`, { required: true })
    const one = await person(other)
    const pending = await makeKey(one.token)
    const enrolled = await call(one.token, 'POST', '/v1/second-factor', {
      confirmation: { single_sign_on_token: await tokenOf(one) },
    })
    const app = URI.parse(enrolled.body.otpauth_uri)
    const on = await call(one.token, 'POST', '/v1/second-factor/confirm', { code: app.generate() })
    await platform().database.asSystem(tx => sql`update second_factor set last_step = 0`.execute(tx))
    const single_sign_on_token = await tokenOf(one)
    const wrong = await makeKey(one.token, { single_sign_on_token, second_factor_code: '000000' })
    const none = await makeKey(one.token, { single_sign_on_token })
    const right = await makeKey(one.token, { single_sign_on_token, second_factor_code: app.generate() })
    expect([answered(pending), enrolled.status, on.status, faults(wrong), none.status, right.status]).toEqual([
      [403, 'Please set up a second factor first.'],
      200,
      200,
      [422, [{ path: ['confirmation', 'second_factor_code'], message: 'The code is not right.' }]],
      422,
      200,
    ])
  })

  test('a user with a password may do either, one who never signed on there only the password, and a super admin too', async () => {
    await acme.person({ username: 'both@acme-again.test', roleId: 1 })
    const { body } = await browser().signOn('both@acme-again.test')
    const by = async (token: string) => (await call(token, 'GET', '/v1/user-login-details')).body.confirms_by
    const never = await acme.person({ username: 'never@acme-again.test' })
    const token = await platform().signIn('never@acme-again.test', TEST_PASSWORD)
    expect([never > 0, await by(body.AccessToken), await by(token), answered(await browser().confirm(token))]).toEqual([
      true,
      'either',
      undefined,
      [409, 'You have not signed on by your account’s single sign-on: confirm with your password.'],
    ])
  })
})

describe('a confirmation by single sign-on is refused (S8)', () => {
  test('to another user’s subject, and is in the audit log', async () => {
    const [one, two] = [await person(), await person()]
    const { location } = (await one.browser.confirm(one.token)).body
    await one.browser.comeBack(await two.browser.atProvider(location, two.username))
    const refused = await one.browser.confirmed(one.token)
    const { body } = await acme.ask('GET', '/v1/audit-log?act=confirmation_failed&by=single_sign_on')
    expect([answered(refused), body.entries[0].changes]).toEqual([
      [403, SOMEBODY_ELSE],
      [{ field: 'reason', from: null, to: SOMEBODY_ELSE }],
    ])
  })

  test('from another account’s provider', async () => {
    const one = await person()
    const theirs = await person()
    const { body } = await one.browser.confirm(one.token)
    const back = new URL(await one.browser.atProvider(body.location, one.username))
    back.pathname = `/v1/single-sign-on/callback/${other.accountId}`
    const location = await one.browser.comeBack(back.href)
    expect([location, (await one.browser.confirmed(one.token)).body, theirs.token === one.token]).toEqual([
      '/#/login?sso=finish',
      { is_back: false },
      false,
    ])
  })

  test('in another session of the same user, in another browser, and to a session that only signs in', async () => {
    const one = await person()
    const { body } = await one.browser.signOn(one.username)
    await signOnAgain(one)
    const inOther = await one.browser.confirmed(body.AccessToken)
    const elsewhere = await browser().confirmed(one.token)
    const signIn = await one.browser.finish()
    expect([
      answered(inOther),
      answered(elsewhere),
      signIn.status,
      (await one.browser.confirmed(one.token)).status,
    ]).toEqual([[403, OVER], [403, OVER], 401, 200])
  })

  test('when a victim’s browser is led to it: the answer counts in the browser that began alone', async () => {
    const [thief, victim] = [await person(), browser()]
    const { body } = await thief.browser.confirm(thief.token)
    const location = await victim.comeBack(await victim.atProvider(body.location, thief.username))
    expect([location, (await thief.browser.confirmed(thief.token)).body]).toEqual([
      '/#/login?sso=finish',
      { is_back: false },
    ])
  })

  test('to a callback that is used again, and nine of ten finishes at once', async () => {
    const one = await person()
    const { body } = await one.browser.confirm(one.token)
    const back = await one.browser.atProvider(body.location, one.username)
    await one.browser.comeBack(back)
    const answers = await Promise.all(Array.from({ length: 10 }, () => one.browser.confirmed(one.token)))
    await one.browser.comeBack(back)
    expect([
      answers.map(({ status }) => status).toSorted((first, second) => first - second),
      answered(await one.browser.confirmed(one.token)),
    ]).toEqual([
      [200, ...Array.from({ length: 9 }, () => 403)],
      [403, OVER],
    ])
  })

  test('when one token confirms ten calls at once: one is made', async () => {
    const one = await person()
    const confirmation = { single_sign_on_token: await tokenOf(one) }
    const answers = await Promise.all(Array.from({ length: 10 }, () => makeKey(one.token, confirmation)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })

  test('to another user, to another session, after five minutes, after the binding is gone, and to a text that is no token', async () => {
    const [one, two] = [await person(), await person()]
    const { body: second } = await one.browser.signOn(one.username)
    const single_sign_on_token = await tokenOf(one)
    const stolen = await makeKey(two.token, { single_sign_on_token })
    const inOther = await makeKey(second.AccessToken, { single_sign_on_token })
    const odd = await makeKey(one.token, { single_sign_on_token: 'none' })
    await platform().database.asSystem(tx => sql`update sso_confirmation set expires_at = now()`.execute(tx))
    const late = await makeKey(one.token, { single_sign_on_token })
    const unbound = await tokenOf(one)
    await platform().database.asSystem(tx =>
      sql`delete from sso_identity where user_id = (select user_id from app_user where username = ${one.username})`.execute(
        tx,
      ),
    )
    const gone = await makeKey(one.token, { single_sign_on_token: unbound })
    expect([stolen, inOther, odd, late, gone].map(faults)).toEqual(Array.from({ length: 5 }, () => refusal(USED_UP)))
  })

  test('once the provider is switched off', async () => {
    const one = await person()
    const single_sign_on_token = await tokenOf(one)
    await acme.set({ is_on: false })
    const answers = [
      faults(await makeKey(one.token, { single_sign_on_token })),
      (await browser().confirm(one.token)).status,
    ]
    await acme.set({ is_on: true })
    expect(answers).toEqual([refusal(USED_UP), 409])
  })
})

describe('the provider’s word is not enough when it', () => {
  async function lied(lie: (now: number) => Lie): Promise<Answer> {
    const one = browser()
    const through = async (location: string, own: Lie) => {
      const { searchParams } = new URL(location)
      liar.setNonce(searchParams.get('nonce') ?? '')
      liar.lie({ ...own, claims: { sub: 'liar-1', email: 'liar@lies-again.test', ...own.claims } })
      await one.comeBack(
        `${DESK}/v1/single-sign-on/callback/${lies.accountId}?code=any&state=${searchParams.get('state')}`,
      )
    }
    await through((await one.start('liar@lies-again.test')).body.location, {})
    const { AccessToken: token } = (await one.finish()).body
    await through((await one.confirm(token)).body.location, lie(Math.floor(Date.now() / 1000)))
    return one.confirmed(token)
  }
  test.each<[string, (now: number) => Lie, unknown[]]>([
    ['says an old auth_time', now => ({ claims: { auth_time: now - 120 } }), [403, NOT_FRESH]],
    ['says no auth_time', () => ({}), [403, NO_TIME]],
    ['says one of the future', now => ({ claims: { auth_time: now + 3600 } }), [403, NOT_FRESH]],
    ['names another subject', now => ({ claims: { auth_time: now, sub: 'liar-2' } }), [403, SOMEBODY_ELSE]],
    [
      'says one that is no number',
      now => ({ claims: { auth_time: String(now) } }),
      [403, expect.stringMatching(/^Single sign-on did not work\. /)],
    ],
    [
      'signs by a key that it does not publish',
      now => ({ otherKey: true, claims: { auth_time: now } }),
      [403, expect.stringMatching(/^Single sign-on did not work\. /)],
    ],
    ['says that it was now, which is right', now => ({ claims: { auth_time: now } }), [200, undefined]],
  ])('%s', async (_, lie, expected) => {
    expect(answered(await lied(lie))).toEqual(expected)
  })
})

describe('by SAML 2.0', () => {
  const post = async (own: SignOnBrowser, location: string, said: Partial<Said>, poster = own): Promise<string> => {
    const asked = readRequest(location)
    const xml = samlXml(asked, { issuer: SAML_ISSUER, nameId: 'ann@saml-again.test', key: SAML_KEY, ...said })
    const { headers } = await fetch(`${platform().url}/v1/single-sign-on/acs/${saml.accountId}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: asked.relayState }),
    })
    return poster.comeBack(headers.get('location') ?? '')
  }
  const signedOn = async () => {
    const own = browser()
    await post(own, (await own.start('ann@saml-again.test')).body.location, {})
    return { own, token: (await own.finish()).body.AccessToken as string }
  }

  test.each<[string, Partial<Said>, unknown[]]>([
    ['a fresh AuthnInstant confirms', {}, [200, undefined]],
    ['an old one is refused', { signedOn: -5 }, [403, NOT_FRESH]],
    ['one of the future is refused', { signedOn: 60 }, [403, NOT_FRESH]],
    ['none is refused', { signedOn: null }, [403, NO_TIME]],
    ['another NameID is refused', { nameId: 'bob@saml-again.test' }, [403, SOMEBODY_ELSE]],
  ])('the request forces a sign-on; %s', async (_, said, expected) => {
    const { own, token } = await signedOn()
    const { location } = (await own.confirm(token)).body
    const way = await post(own, location, said)
    expect([readRequest(location).isForced, way, answered(await own.confirmed(token))]).toEqual([
      true,
      '/signed-on.html',
      expected,
    ])
  })

  test('an ordinary sign-on forces none, and an assertion confirms once', async () => {
    const { own, token } = await signedOn()
    const first = (await own.confirm(token)).body.location
    await post(own, first, { assertionId: '_again' })
    const once = await own.confirmed(token)
    await post(own, (await own.confirm(token)).body.location, { assertionId: '_again' })
    const { location } = (await own.start('ann@saml-again.test')).body
    expect([readRequest(location).isForced, once.status, answered(await own.confirmed(token))]).toEqual([
      false,
      200,
      [403, 'This sign-on was used already. Please begin again.'],
    ])
  })

  test('what a victim’s browser posts for a thief’s sign-on confirms nothing', async () => {
    const { own, token } = await signedOn()
    const { location } = (await own.confirm(token)).body
    const way = await post(own, location, {}, browser())
    expect([way, answered(await own.confirmed(token))]).toEqual(['/#/login?sso=finish', [403, OVER]])
  })
})
