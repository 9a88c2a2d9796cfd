import { beforeAll, describe, expect, test } from 'vitest'
import { usePlatform, type Answer } from '#testing/platform'
import { SignOnBrowser } from './testing/browser.ts'
import { readRequest, samlKey, samlXml, wrapped, type Said, type SamlRequest } from './testing/saml-provider.ts'
import { signOnAccounts, type SignOnAccount } from './testing/sign-on-accounts.ts'

const platform = usePlatform()
const ISSUER = 'urn:acme:login'
const KEY = samlKey('Acme login')
const OTHER_KEY = samlKey('Another user')
const OVER = 'This sign-on took too long, was used already, or began in another browser. Please begin again.'
const USED = 'This sign-on was used already. Please begin again.'

const SETTINGS = {
  kind: 'saml',
  issuer: ISSUER,
  client_id: '',
  sso_url: 'https://login.acme.example/saml',
  certificates: KEY.certificate,
} as const

let acme: SignOnAccount
let other: SignOnAccount

beforeAll(async () => {
  const { accounts, provider } = await signOnAccounts(platform(), ['acme-saml.test', 'other-saml.test'])
  await provider.stop()
  const [one, two] = accounts
  if (!one || !two) throw new Error('Two accounts were made.')
  ;[acme, other] = [one, two]
  await acme.set(SETTINGS)
  await other.set(SETTINGS)
})

const faults = ({ status, body }: Answer) => [
  status,
  body.details?.map(({ path, message }: { path: string[]; message: string }) => [path.join('.'), message]),
]
const answered = ({ status, body }: Answer) => [status, body.message]
const said = (own: Partial<Said> = {}): Said => ({ issuer: ISSUER, nameId: 'admin@acme-saml.test', key: KEY, ...own })
const encoded = (xml: string): string => Buffer.from(xml).toString('base64')

/** The provider's page posts a form, without a cookie of the desk; the browser brings it to the page that it is led to. */
async function post(
  browser: SignOnBrowser,
  relayState: string,
  response: string,
  accountId = acme.accountId,
): Promise<string> {
  const { status, headers } = await fetch(`${platform().url}/v1/single-sign-on/acs/${accountId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ SAMLResponse: response, RelayState: relayState }),
  })
  expect(status).toBe(303)
  const location = headers.get('location') ?? ''
  return location.startsWith('/v1/') ? browser.comeBack(location) : location
}

async function begin(
  username = 'admin@acme-saml.test',
): Promise<{ readonly browser: SignOnBrowser; readonly asked: SamlRequest }> {
  const browser = new SignOnBrowser(platform())
  const { status, body } = await browser.start(username)
  if (status !== 200) throw new Error(`Starting answered ${status}: ${JSON.stringify(body)}`)
  return { browser, asked: readRequest(body.location) }
}

async function signOn(own: Partial<Said> = {}, change = (xml: string): string => xml): Promise<Answer> {
  const { browser, asked } = await begin()
  await post(browser, asked.relayState, encoded(change(samlXml(asked, said(own)))))
  return browser.finish()
}

describe('signing on by SAML 2.0 (administration.md §3, single sign-on)', () => {
  test('opens a session by a signed assertion, and leads to the page that finishes it', async () => {
    const { browser, asked } = await begin()
    const location = await post(browser, asked.relayState, encoded(samlXml(asked, said())))
    const { status, body } = await browser.finish()
    const { body: user } = await platform().call('GET', '/v1/user-login-details', { token: body.AccessToken })
    expect([location, status, user.username, user.pm_dsh_ud]).toEqual([
      '/#/login?sso=finish',
      200,
      'admin@acme-saml.test',
      acme.accountId,
    ])
  })

  test('takes the address from an attribute, and the user from the NameID that was bound', async () => {
    await acme.person({ username: 'sub@acme-saml.test' })
    const first = await signOn({ nameId: 'id-7', email: 'sub@acme-saml.test' })
    const renamed = await signOn({ nameId: 'id-7', email: 'new-name@acme-saml.test' })
    const { body } = await platform().call('GET', '/v1/user-login-details', { token: renamed.body.AccessToken })
    expect([first.status, body.username]).toEqual([200, 'sub@acme-saml.test'])
  })

  test('publishes what the provider has to know', async () => {
    const response = await fetch(`${platform().url}/v1/single-sign-on/metadata/${acme.accountId}`)
    const text = await response.text()
    expect([
      response.status,
      response.headers.get('content-type'),
      text.includes(`entityID="http://desk.test/v1/single-sign-on/metadata/${acme.accountId}"`),
      text.includes(`Location="http://desk.test/v1/single-sign-on/acs/${acme.accountId}"`),
      text.includes('WantAssertionsSigned="true"'),
    ]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8', true, true, true])
  })

  test('is set up with certificates, which are shown with their end, and refused when they are none', async () => {
    const { body } = await acme.ask('GET', '/v1/single-sign-on')
    expect([
      body.sign_on.certified,
      faults(await acme.set({ certificates: 'none' })),
      faults(await acme.set({ certificates: '' })),
      faults(await acme.set({ sso_url: 'http://login.acme.example' })),
      faults(await acme.set({ sso_url: 'javascript:alert(1)' })),
    ]).toEqual([
      [{ subject: 'CN=Acme login', valid_until: '2049-01-01T00:00:00.000Z' }],
      [422, [['certificates', 'This is no X.509 certificate: paste it as PEM, or in base64']]],
      [422, [['certificates', 'Paste the provider’s signing certificate']]],
      [422, [['sso_url', 'Sign-on URL must begin with https://']]],
      [422, [['sso_url', 'Sign-on URL must begin with https://']]],
    ])
  })
})

describe('a response is refused', () => {
  test.each<[string, Partial<Said>, string | RegExp, ((xml: string) => string)?]>([
    ['that is not signed', { signs: 'nothing' }, /Invalid signature/],
    ['of which only the Response is signed', { signs: 'response' }, /Invalid signature/],
    ['that another key has signed', { key: OTHER_KEY }, /Invalid signature/],
    [
      'whose assertion was tampered with',
      {},
      /Invalid signature/,
      xml => xml.replace('>admin@acme-saml.test<', '>evil@acme-saml.test<'),
    ],
    ['whose assertion was wrapped', {}, /must hold one assertion/, xml => wrapped(xml, 'evil@acme-saml.test')],
    ['for another audience', { audience: 'https://another.example' }, /audience/i],
    ['that has expired', { begins: -20, ends: -10 }, /expired|confirmation/i],
    ['that is not valid yet', { begins: 10, ends: 20 }, /not yet valid/i],
    ['to an unknown request', { inResponseTo: '_unknown' }, /another request/],
    ['of another issuer', { issuer: 'urn:evil:login' }, /another provider’s/],
    ['whose Response names another issuer', { responseIssuer: 'urn:evil:login' }, /another provider’s/],
    ['for another recipient', { recipient: 'https://another.example/acs' }, /another recipient/],
    ['sent to another destination', { destination: 'https://another.example/acs' }, /Destination/],
    ['signed by SHA-1', { isWeak: true }, /weak algorithm/],
    ['with a document type', {}, /document type/, xml => `<!DOCTYPE x [<!ENTITY e "x">]>${xml}`],
    ['with a comment in the name', { nameId: 'admin@acme-saml.test<!-- -->.evil.example' }, /comment/],
    [
      'that names its user by another id each time',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      /persistent/,
    ],
    ['of a provider that has failed', { status: 'Responder' }, /answered Responder/],
    ['that is no XML', {}, /refused/, () => 'no XML'],
    ['that is nested without end', {}, /refused/, () => '<a>'.repeat(20_000)],
  ])('%s', async (_, own, message, change) => {
    const { status, body } = await signOn(own, change)
    expect([status, body.message]).toEqual([403, expect.stringMatching(/^Single sign-on did not work\. /)])
    expect(body.message).toMatch(message)
  })

  test('that was used, in a sign-on that it does not answer', async () => {
    const { browser, asked } = await begin()
    const response = encoded(samlXml(asked, said()))
    await post(browser, asked.relayState, response)
    const first = await browser.finish()
    const second = await begin()
    await post(second.browser, second.asked.relayState, response)
    await post(browser, asked.relayState, response)
    expect([first.status, answered(await second.browser.finish())[0], answered(await browser.finish())]).toEqual([
      200,
      403,
      [401, OVER],
    ])
  })

  test('whose assertion signs on twice at one moment: one session begins', async () => {
    const [one, two] = await Promise.all([begin(), begin()])
    // an assertion of one id, once for each request
    const own = { assertionId: '_the-same' }
    await Promise.all(
      [one, two].map(({ browser, asked }) => post(browser, asked.relayState, encoded(samlXml(asked, said(own))))),
    )
    const answers = await Promise.all([one.browser.finish(), two.browser.finish()])
    expect(answers.map(answered).toSorted(([first], [second]) => Number(first) - Number(second))).toEqual([
      [200, undefined],
      [403, USED],
    ])
  })

  test('that ten tabs finish at one moment: one session begins', async () => {
    const { browser, asked } = await begin()
    await post(browser, asked.relayState, encoded(samlXml(asked, said())))
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => browser.finish()))).map(({ status }) => status)
    expect(statuses.toSorted((first, second) => first - second)).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
  })

  test('that comes back in another browser, or to another account', async () => {
    const [mine, theirs] = [await begin(), await begin()]
    const response = encoded(samlXml(mine.asked, said()))
    await post(mine.browser, mine.asked.relayState, response, other.accountId)
    const elsewhere = answered(await mine.browser.finish())
    await post(mine.browser, mine.asked.relayState, response)
    expect([elsewhere, answered(await theirs.browser.finish()), (await mine.browser.finish()).status]).toEqual([
      [401, OVER],
      [401, OVER],
      200,
    ])
  })

  test('that an attacker’s sign-on led another browser to: it opens no session of that user for the attacker', async () => {
    const [attacker, victim] = [await begin(), new SignOnBrowser(platform())]
    const response = encoded(samlXml(attacker.asked, said()))
    const location = await post(victim, attacker.asked.relayState, response)
    const taken = answered(await attacker.browser.finish())
    await post(attacker.browser, attacker.asked.relayState, response)
    expect([location, taken, answered(await attacker.browser.finish()), answered(await victim.finish())]).toEqual([
      '/#/login?sso=finish',
      [401, OVER],
      [401, OVER],
      [401, OVER],
    ])
  })

  test.each([
    ['no fields', ''],
    ['fields given twice', 'RelayState=a&RelayState=b&SAMLResponse=a&SAMLResponse=b'],
    ['a relay state that is none', `RelayState=${'A'.repeat(43)}&SAMLResponse=x`],
  ])('in a form of %s, which leads to the sign-in page', async (_, body) => {
    const { status, headers } = await fetch(`${platform().url}/v1/single-sign-on/acs/${acme.accountId}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    expect([status, headers.get('location')]).toEqual([303, '/#/login?sso=finish'])
  })
})
