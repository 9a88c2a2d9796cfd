import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { TEST_PASSWORD } from '#testing/study'
import { SignOnBrowser } from './testing/browser.ts'
import type { RunningProvider } from './testing/provider.ts'
import { CONFIRMED, signOnAccounts, type SignOnAccount } from './testing/sign-on-accounts.ts'

const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'] })
const NEW_PASSWORD = 'Copper-kettle-9'
const USED_UP = 'This sign-on has expired or was used already. Sign on once more.'
const OPENS_NOTHING = 'The account is only entered by single sign-on: a password would open nothing.'

let provider: RunningProvider
let acme: SignOnAccount
let only: SignOnAccount

beforeAll(async () => {
  const made = await signOnAccounts(platform(), ['acme-own.test', 'only-own.test'])
  provider = made.provider
  const [one, two] = made.accounts
  if (!one || !two) throw new Error('Two accounts were made.')
  ;[acme, only] = [one, two]
  await acme.set({ makes_users: true, new_users_role: 1 })
  await only.set()
})
afterAll(() => provider.stop())

interface Person {
  readonly browser: SignOnBrowser
  readonly token: string
  readonly username: string
}
let people = 0
/** A user who signed on for the first time, and never had a password. */
async function person(): Promise<Person> {
  const username = `p${(people += 1)}@acme-own.test`
  const browser = new SignOnBrowser(platform())
  const { body } = await browser.signOn(username)
  return { browser, token: body.AccessToken, username }
}

/** Signs on once more. @returns what confirms one change of this session */
async function fresh({ browser, token, username }: Person): Promise<string> {
  await browser.comeBack(await browser.atProvider((await browser.confirm(token)).body.location, username))
  return (await browser.confirmed(token)).body.single_sign_on_token
}

const call = (token: string, method: string, path: string, body?: object) =>
  platform().call(method, path, { token, ...(body === undefined ? {} : { body }) })
const change = (token: string, body: object) =>
  call(token, 'POST', '/v1/update-password', { new_password: NEW_PASSWORD, ...body })
const check = async (token: string) => (await call(token, 'GET', '/v1/user-login-details')).status
const signIn = async (username: string, password: string) =>
  (await platform().call('POST', '/v1/login', { body: { username, password } })).status
const faults = ({ status, body }: Answer) => [status, body.details]
const refusal = (field: string, message: string) => [422, [{ path: [field], message }]]

describe('one’s own password, confirmed by a fresh single sign-on (api:A4, S8)', () => {
  test('is set by a user who never had one, ends the user’s other sessions, and opens the desk from then on', async () => {
    const one = await person()
    const { body: elsewhere } = await one.browser.signOn(one.username)
    const changed = await change(one.token, { single_sign_on_token: await fresh(one) })
    const { body } = await call(changed.body.AccessToken, 'GET', '/v1/user-login-details')
    expect([
      [changed.status, changed.body.is_password_updated, body.confirms_by],
      [await check(one.token), await check(elsewhere.AccessToken), await signIn(one.username, NEW_PASSWORD)],
    ]).toEqual([
      [200, true, 'either'],
      [401, 401, 200],
    ])
  })

  test('frees a user whose password an admin has set, and who does not know it', async () => {
    const userId = await acme.person({ username: 'set@acme-own.test', roleId: 1 })
    await acme.ask('PUT', `/v1/users/${userId}`, {
      password: 'Given-by-admin-1',
      confirm_password: 'Given-by-admin-1',
      ...CONFIRMED,
    })
    const browser = new SignOnBrowser(platform())
    const { body: entered } = await browser.signOn('set@acme-own.test')
    const one = { browser, token: entered.AccessToken, username: 'set@acme-own.test' }
    const waiting = await call(one.token, 'GET', '/v1/users')
    const changed = await change(one.token, { single_sign_on_token: await fresh(one) })
    expect([
      entered.is_password_updated,
      [waiting.status, waiting.body.message],
      (await call(changed.body.AccessToken, 'GET', '/v1/users')).status,
      await signIn(one.username, 'Given-by-admin-1'),
    ]).toEqual([false, [403, 'Please change your password first.'], 200, 401])
  })

  test('is refused by nothing, by a token of another user, of another session, that confirmed something already, and of five minutes ago', async () => {
    const [one, two] = [await person(), await person()]
    const { body: second } = await one.browser.signOn(one.username)
    const bare = await change(one.token, {})
    const theirs = await change(one.token, { single_sign_on_token: await fresh(two) })
    const elsewhere = await change(second.AccessToken, { single_sign_on_token: await fresh(one) })
    const used = await fresh(one)
    const key = await call(one.token, 'POST', '/v1/api-keys', {
      name: 'Export',
      scopes: ['read_figures'],
      expires_in_days: 30,
      confirmation: { single_sign_on_token: used },
    })
    const replayed = await change(one.token, { single_sign_on_token: used })
    const late = await fresh(one)
    await platform().database.asSystem(tx => sql`update sso_confirmation set expires_at = now()`.execute(tx))
    const expired = await change(one.token, { single_sign_on_token: late })
    expect([
      faults(bare),
      key.status,
      ...[theirs, elsewhere, replayed, expired].map(faults),
      [await check(one.token), await signIn(one.username, NEW_PASSWORD)],
    ]).toEqual([
      refusal('password', 'Confirm your identity: enter your current password.'),
      200,
      ...Array.from({ length: 4 }, () => refusal('single_sign_on_token', USED_UP)),
      [200, 401],
    ])
  })

  test('of ten changes with one token one is made', async () => {
    const one = await person()
    const single_sign_on_token = await fresh(one)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        change(one.token, { single_sign_on_token, new_password: `${NEW_PASSWORD}${at}` }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
  })

  test('is set in the user dialog as well, and for no other user who never chose one (§2.41)', async () => {
    const [one, two] = [await person(), await person()]
    const uidOf = async ({ token }: Person) => (await call(token, 'GET', '/v1/user-login-details')).body.uid
    const set = async (uid: number) =>
      call(one.token, 'PUT', `/v1/users/${uid}`, {
        password: NEW_PASSWORD,
        confirm_password: NEW_PASSWORD,
        confirmation: { single_sign_on_token: await fresh(one) },
      })
    const other = await set(await uidOf(two))
    const own = await set(await uidOf(one))
    expect([faults(other), own.status, await signIn(one.username, NEW_PASSWORD)]).toEqual([
      refusal('password', 'No password was chosen yet: the link that was sent to the username is for that'),
      200,
      200,
    ])
  })
})

test('an account that is only entered by single sign-on takes no new password: neither one’s own nor from an admin (api:A4, administration.md §3)', async () => {
  const userId = await only.person({ username: 'ann@only-own.test' })
  const browser = new SignOnBrowser(platform())
  const { body } = await browser.signOn('ann@only-own.test')
  const ann = { browser, token: body.AccessToken, username: 'ann@only-own.test' }
  expect((await only.set({ only: true })).status).toBe(200)
  const byPassword = await change(ann.token, { password: TEST_PASSWORD })
  const bySignOn = await change(ann.token, { single_sign_on_token: await fresh(ann) })
  const byAdmin = await only.ask('PUT', `/v1/users/${userId}`, {
    password: NEW_PASSWORD,
    confirm_password: NEW_PASSWORD,
    ...CONFIRMED,
  })
  await only.set({ only: false })
  expect([
    faults(byPassword),
    faults(bySignOn),
    faults(byAdmin),
    [await check(ann.token), await signIn(ann.username, NEW_PASSWORD), await signIn(ann.username, TEST_PASSWORD)],
  ]).toEqual([
    refusal('new_password', OPENS_NOTHING),
    refusal('new_password', OPENS_NOTHING),
    refusal('password', OPENS_NOTHING),
    [200, 401, 200],
  ])
})
