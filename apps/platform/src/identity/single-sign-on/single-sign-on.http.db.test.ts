import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { TEST_PASSWORD } from '#testing/study'
import { SignOnBrowser } from './testing/browser.ts'
import { startLyingProvider, type Lie, type LyingProvider } from './testing/lying-provider.ts'
import type { RunningProvider } from './testing/provider.ts'
import { CONFIRMED, signOnAccounts, type SignOnAccount } from './testing/sign-on-accounts.ts'

const platform = usePlatform({ egressNetworks: ['127.0.0.0/8'] })
const ONLY = 'Your account is only entered by single sign-on: choose “Continue with single sign-on”.'

let provider: RunningProvider
let liar: LyingProvider
let acme: SignOnAccount
let other: SignOnAccount
let lies: SignOnAccount

beforeAll(async () => {
  const made = await signOnAccounts(platform(), ['acme-set.test', 'other-set.test', 'lies.example'])
  provider = made.provider
  liar = await startLyingProvider()
  const [one, two, three] = made.accounts
  if (!one || !two || !three) throw new Error('Three accounts were made.')
  ;[acme, other, lies] = [one, two, three]
})
afterAll(async () => {
  await provider.stop()
  await liar.stop()
})

const browser = () => new SignOnBrowser(platform())
const answered = ({ status, body }: Answer) => [status, body.message]
const faults = ({ status, body }: Answer) => [
  status,
  body.details?.map(({ path, message }: { path: string[]; message: string }) => [path.join('.'), message]),
]
const login = (username: string, password = TEST_PASSWORD) =>
  platform().call('POST', '/v1/login', { body: { username, password } })

describe('an account’s admin sets up its single sign-on (administration.md §3)', () => {
  test('which begins with nothing but the addresses that the provider has to know', async () => {
    expect((await acme.ask('GET', '/v1/single-sign-on')).body).toEqual({
      account_id: acme.accountId,
      sign_on: null,
      callback_url: `http://desk.test/v1/single-sign-on/callback/${acme.accountId}`,
      acs_url: `http://desk.test/v1/single-sign-on/acs/${acme.accountId}`,
      metadata_url: `http://desk.test/v1/single-sign-on/metadata/${acme.accountId}`,
      sign_out_url: 'http://desk.test/',
    })
    expect(answered(await acme.ask('POST', '/v1/single-sign-on/secret', { client_secret: 'a', ...CONFIRMED }))[0]).toBe(
      404,
    )
  })

  test('is stored with a history and audit entries; its secret is sealed, and never shown', async () => {
    const { status, body } = await acme.set()
    expect([status, body]).toEqual([
      200,
      {
        kind: 'oidc',
        issuer: provider.issuer,
        client_id: 'sample-desk',
        sso_url: '',
        certificates: '',
        certified: [],
        domains: ['acme-set.test'],
        is_on: true,
        only: false,
        makes_users: false,
        new_users_role: 2,
        has_secret: false,
        proved_at: null,
        version: 1,
      },
    ])
    const { body: read } = await acme.ask('GET', '/v1/single-sign-on')
    expect([read.sign_on.has_secret, read.sign_on.version]).toEqual([true, 2])
    const { body: history } = await acme.ask('GET', `/v1/history/single_sign_on/${acme.accountId}`)
    expect(history.map(({ changes }: { changes: { field: string }[] }) => changes.map(({ field }) => field))).toEqual([
      ['client_secret'],
      ['kind', 'issuer', 'client_id', 'is_on', 'only', 'makes_users', 'domains', 'new_users_role'],
    ])
    const { body: log } = await acme.ask('GET', '/v1/audit-log?scope=single_sign_on')
    const { rows } = await platform().database.asSystem(tx =>
      sql<{
        secret: Buffer
      }>`select client_secret as secret from sso_config where account_id = ${acme.accountId}`.execute(tx),
    )
    const stored = [JSON.stringify(history), JSON.stringify(log), rows[0]?.secret.toString('latin1') ?? ''].join()
    expect([log.entries.length, stored.includes(provider.clientSecret)]).toEqual([2, false])
  })

  test('needs the present password, and answers an outdated change with the stored settings (S8)', async () => {
    const { sign_on: stored } = (await acme.ask('GET', '/v1/single-sign-on')).body
    const { has_secret: _has, proved_at: _at, certified: _certified, ...form } = stored
    const put = (more: object) => acme.ask('PUT', '/v1/single-sign-on', { ...form, ...more })
    expect([
      faults(await put({})),
      faults(await put({ confirmation: { present_password: 'wrong' } })),
      answered(await put({ ...CONFIRMED, version: 1, makes_users: true })),
      (await put({ ...CONFIRMED, version: 1 })).status,
    ]).toEqual([
      [422, [['confirmation.present_password', 'Confirm your identity: enter your current password.']]],
      [422, [['confirmation.present_password', 'The present password is not right.']]],
      [409, 'The single sign-on has changed in the meantime.'],
      200,
    ])
  })

  test('claims only domains that no one else has: no public one, none of another account, none where its users are', async () => {
    await other.set({ is_on: false })
    await other.person({ username: 'ida@shared-set.test' })
    const claim = async (...domains: string[]) => faults(await acme.set({ domains: ['acme-set.test', ...domains] }))
    expect([
      await claim('gmail.com'),
      await claim('other-set.test'),
      await claim('shared-set.test'),
      await claim('Acme'),
      await claim('acme-set.test'),
      faults(await acme.set({ domains: [] })),
    ]).toEqual([
      [422, [['domains', 'gmail.com is a public mail domain, which no account may claim']]],
      [422, [['domains', 'other-set.test is claimed by another account']]],
      [422, [['domains', 'Users of another account have addresses at shared-set.test: a super admin may claim it']]],
      [422, [['domains', 'Acme is no mail domain: write it as acme.example']]],
      [422, [['domains', 'Each domain appears once']]],
      [422, [['domains', 'Claim at least one mail domain before it is switched on']]],
    ])
    const claims = await Promise.all([
      acme.set({ domains: ['acme-set.test', 'race.test'] }),
      other.set({ domains: ['race.test'] }),
    ])
    expect(claims.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([200, 422])
    await acme.set({ domains: ['acme-set.test'] })
    await other.set({ domains: ['other-set.test'], is_on: true })
  })

  test('reaches no address of the desk’s own network that EGRESS_NETWORKS does not open', async () => {
    expect([
      faults(await acme.set({ issuer: 'https://10.0.0.1' })),
      faults(await acme.set({ issuer: 'https://[::1]/' })),
      faults(await acme.set({ issuer: 'ftp://login.example' })),
      faults(await acme.set({ issuer: 'https://a:b@login.example' })),
      (await acme.ask('POST', '/v1/single-sign-on/test', { issuer: 'https://169.254.169.254/' })).body.fault,
      (await acme.ask('POST', '/v1/single-sign-on/test', { issuer: 'https://localhost:1/' })).body.fault,
    ]).toEqual([
      [422, [['issuer', 'Issuer must not lie inside the desk’s own network']]],
      [422, [['issuer', 'Issuer must not lie inside the desk’s own network']]],
      [422, [['issuer', 'Issuer must begin with https://']]],
      [422, [['issuer', 'Issuer must not carry a user name']]],
      'Issuer must not lie inside the desk’s own network',
      expect.stringMatching(/own network|does not answer/),
    ])
  })

  test('tests the connection: what the provider says, or the fault', async () => {
    const found = (await acme.ask('POST', '/v1/single-sign-on/test', { issuer: provider.issuer })).body
    expect([found.fault, found.found[0]]).toEqual([null, { name: 'Issuer', value: provider.issuer }])
    const { body } = await acme.ask('POST', '/v1/single-sign-on/test', { issuer: `${provider.issuer}/nothing` })
    expect(body).toEqual({ fault: expect.stringMatching(/^The provider/), found: [] })
  })
})

describe('tokens that a provider forges or mixes up open nothing', () => {
  const signOnWith = async (lie: Lie, nonce: 'right' | 'wrong' = 'right') => {
    const mine = browser()
    const { body } = await mine.start('liar@lies.example')
    const asked = new URL(body.location).searchParams
    liar.setNonce(nonce === 'right' ? (asked.get('nonce') ?? '') : 'another')
    liar.lie(lie)
    await mine.comeBack(`${asked.get('redirect_uri')}?code=any&state=${asked.get('state')}`)
    return mine.finish()
  }
  beforeAll(async () => {
    await lies.set({ issuer: liar.issuer, makes_users: true })
  })

  const minutes = (count: number): number => Math.floor(Date.now() / 1000) + count * 60
  test.each<[string, Lie, ('right' | 'wrong')?]>([
    ['a wrong nonce', {}, 'wrong'],
    ['another audience', { claims: { aud: 'another-desk' } }],
    ['another issuer', { claims: { iss: 'https://login.acme.example' } }],
    ['an expired token', { claims: { iat: minutes(-20), exp: minutes(-10) } }],
    ['a key that the provider does not publish', { otherKey: true }],
    ['no signature', { unsigned: true }],
    ['no subject', { claims: { sub: '' } }],
    ['another authorized party', { claims: { azp: 'another-desk' } }],
    ['a subject with a NUL', { claims: { sub: 'liar\0' } }],
    ['an address with a NUL', { claims: { email: 'liar\0@lies.example' } }],
    ['a subject with half a character', { claims: { sub: 'liar\ud800' } }],
    ['no address', { claims: { email: undefined } }],
  ])('%s', async (_, lie, nonce) => {
    const { status, body } = await signOnWith(lie, nonce)
    expect([status, body.message]).toEqual([403, expect.stringMatching(/^Single sign-on did not work\. /)])
  })

  test('while an honest one opens a session', async () => {
    expect((await signOnWith({ claims: { azp: 'sample-desk' } })).status).toBe(200)
  })

  test.each(['eve@evil.example,liar@lies.example', 'liar\r\nbcc:eve@lies.example', 'liar <eve@lies.example'])(
    'an address that is not one mailbox, %j, makes no user',
    async email => {
      const { status, body } = await signOnWith({ claims: { sub: email, email } })
      expect([status, body.message]).toEqual([
        403,
        'Your provider names an e-mail address that is not one of a single mailbox.',
      ])
    },
  )

  test.each<[string, object, readonly [string, string]]>([
    ['the whole name, where its parts are missing', { name: 'Ana Maria Silva' }, ['Ana', 'Maria Silva']],
    ['the parts before the whole name', { name: 'X Y', given_name: 'Ana', family_name: 'Silva' }, ['Ana', 'Silva']],
    [
      'no odd characters',
      { given_name: 'Ana\r\nBcc:', family_name: '<eve@evil.example>' },
      ['Ana Bcc:', 'eve@evil.example'],
    ],
  ])('gives a new user %s', async (name, claims, expected) => {
    const email = `new-${name.length}@lies.example`
    const { body } = await signOnWith({ claims: { sub: email, email, ...claims } })
    const { body: user } = await platform().call('GET', '/v1/user-login-details', { token: body.AccessToken })
    expect([user.firstname, user.lastname]).toEqual(expected)
  })
})

describe('“only by single sign-on” (administration.md §3)', () => {
  test('cannot lock all users out: one has to have signed on first, and the provider stays', async () => {
    expect([
      faults(await acme.set({ only: true })),
      faults(await acme.set({ only: true, is_on: false })),
      (await browser().signOn('admin@acme-set.test')).status,
      (await acme.set({ only: true })).status,
      faults(await acme.set({ issuer: 'https://login.acme.example' })),
      faults(await acme.set({ is_on: false })),
    ]).toEqual([
      [422, [['only', 'Sign on once by single sign-on first: otherwise this would lock out every user']]],
      [422, [['only', 'Switch single sign-on on first']]],
      200,
      200,
      [422, [['only', 'Switch this off before you change the provider: no user has signed on through the new one']]],
      [422, [['only', 'Switch single sign-on on first']]],
    ])
  })

  test('refuses passwords of its users, whether the address exists or not, and says what to do; super admins keep theirs', async () => {
    await acme.person({ username: 'elsewhere@mail-set.test' })
    await acme.person({ username: 'root@acme-set.test', roleId: 3 })
    await other.person({ username: 'guest@acme-set.test' })
    const asSuper = async () => {
      await platform().database.asSystem(tx =>
        sql`update account set parent_account_id = null where account_id = ${acme.accountId}`.execute(tx),
      )
      const answer = await login('root@acme-set.test')
      await platform().database.asSystem(tx =>
        sql`update account set parent_account_id = (select parent_account_id from account where account_id = ${other.accountId}) where account_id = ${acme.accountId}`.execute(
          tx,
        ),
      )
      return answer.status
    }
    expect([
      answered(await login('admin@acme-set.test')),
      answered(await login('admin@acme-set.test', 'wrong')),
      answered(await login('nobody@acme-set.test')),
      answered(await login('elsewhere@mail-set.test')),
      answered(await login('elsewhere@mail-set.test', 'wrong')),
      await asSuper(),
      // who is of another account stays that account’s
      (await login('guest@acme-set.test')).status,
    ]).toEqual([
      [403, ONLY],
      [403, ONLY],
      [403, ONLY],
      [403, ONLY],
      [401, 'The e-mail address or the password is not right.'],
      200,
      200,
    ])
  })

  test('refuses password resets, by one sentence, and invites to the page of single sign-on', async () => {
    const reset = (username: string) => platform().call('POST', '/v1/reset', { body: { username } })
    expect([answered(await reset('admin@acme-set.test')), answered(await reset('nobody@acme-set.test'))]).toEqual([
      [403, ONLY],
      [403, ONLY],
    ])
    const { status } = await acme.ask('POST', '/v1/users', {
      firstname: 'Ida',
      lastname: 'Lee',
      username: 'ida@acme-set.test',
      role_id: 2,
    })
    const [mail] = await platform().mailsTo('ida@acme-set.test', 1)
    if (!mail) throw new Error('No mail was sent.')
    expect([
      status,
      mail.text.includes('/#/reset-password/'),
      (await browser().signOn('ida@acme-set.test')).status,
    ]).toEqual([200, false, 200])
  })

  test('drops a password that an admin had set and the user never changed, which could not be changed any more', async () => {
    const userId = await acme.person({ username: 'temp@acme-set.test' })
    await platform().database.asSystem(tx =>
      sql`update app_user set password_updated = false where user_id = ${userId}`.execute(tx),
    )
    const { body } = await browser().signOn('temp@acme-set.test')
    expect(body.is_password_updated).toBe(true)
  })

  test('lets API keys go on working', async () => {
    const { body } = await acme.ask('POST', '/v1/api-keys', {
      name: 'Export',
      scopes: ['read_studies'],
      expires_in_days: 30,
      ...CONFIRMED,
    })
    expect((await platform().call('GET', '/v1/projects', { token: body.secret })).status).toBe(200)
  })
})
