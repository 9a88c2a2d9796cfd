import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { Verified } from './oidc.ts'
import { allNamed, childrenNamed, xmlElements, type XmlElement } from './saml-elements.ts'

/** The provider and the desk as they know each other. */
export interface SamlParties {
  /** The provider's entity id. */
  readonly issuer: string
  /** Where its sign-on is. */
  readonly ssoUrl: string
  /** The PEM of each key that it may sign with. */
  readonly certificates: readonly string[]
  /** The desk's entity id, which is the address of its metadata. */
  readonly entityId: string
  /** Where the provider posts its response. */
  readonly acsUrl: string
}

const CLOCK_SKEW_MS = 60_000
const MOST_RESPONSE_CHARS = 400_000
const REQUEST_LASTS_MS = 10 * 60 * 1000
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** Digests and signatures that may be used: nothing of SHA-1. */
const STRONG =
  /^http:\/\/www\.w3\.org\/(?:2001\/04\/xmldsig-more#(?:rsa|ecdsa)-sha(?:256|384|512)|2001\/04\/xmlenc#sha(?:256|512)|2001\/04\/xmldsig-more#sha384)$/

const MAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
]
const FIRSTNAME_ATTRIBUTES = [
  'givenname',
  'firstname',
  'urn:oid:2.5.4.42',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
]
const LASTNAME_ATTRIBUTES = [
  'sn',
  'surname',
  'lastname',
  'urn:oid:2.5.4.4',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
]

/** node-saml over one request, which alone is answered. */
function samlOf(
  { issuer, ssoUrl, certificates, entityId, acsUrl }: SamlParties,
  requestId: string,
  isFresh = false,
): SAML {
  return new SAML({
    callbackUrl: acsUrl,
    entryPoint: ssoUrl,
    issuer: entityId,
    audience: entityId,
    idpCert: [...certificates],
    idpIssuer: issuer,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: isFresh,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    requestIdExpirationPeriodMs: REQUEST_LASTS_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    generateUniqueId: () => requestId,
    cacheProvider: {
      saveAsync: () => Promise.resolve(null),
      getAsync: key => Promise.resolve(key === requestId ? new Date().toISOString() : null),
      removeAsync: () => Promise.resolve(null),
    },
  })
}

/**
 * The address where the provider signs on.
 * @param relayState comes back with the response
 * @param isFresh the user has to sign on again (ForceAuthn)
 */
export function samlRequest(
  parties: SamlParties,
  requestId: string,
  relayState: string,
  isFresh: boolean,
): Promise<string> {
  return samlOf(parties, requestId, isFresh).getAuthorizeUrlAsync(relayState, undefined, {})
}

/** The description by which a provider knows the desk. */
export function samlMetadata({ entityId, acsUrl }: Pick<SamlParties, 'entityId' | 'acsUrl'>): string {
  return samlOf(
    { issuer: 'none', ssoUrl: acsUrl, certificates: ['none'], entityId, acsUrl },
    '_',
  ).generateServiceProviderMetadata(null)
}

/**
 * Judges a response: signatures, audience and times by node-saml, and the rest by ourselves, on the signed part.
 * @throws Error with the reason of the refusal
 */
export async function samlResponse(parties: SamlParties, requestId: string, response: string): Promise<Verified> {
  if (response.length > MOST_RESPONSE_CHARS) throw new Error('The response is too long.')
  const text = Buffer.from(response, 'base64').toString('utf8')
  judgeMessage(xmlElements(text), parties, requestId)
  const { profile } = await samlOf(parties, requestId).validatePostResponseAsync({ SAMLResponse: response })
  const signed = profile?.getAssertionXml?.()
  if (signed === undefined) throw new Error('The response holds no signed assertion.')
  return readAssertion(xmlElements(signed), parties, requestId)
}

/** The statements of the whole message, signed or not: none may contradict the assertion. */
function judgeMessage(message: XmlElement, { issuer, acsUrl }: SamlParties, requestId: string): void {
  const { Destination: destination, InResponseTo: inResponseTo } = message.attributes
  if (message.name !== 'Response') throw new Error('This is no SAML response.')
  const status = childrenNamed(message, 'Status').flatMap(of => childrenNamed(of, 'StatusCode'))[0]?.attributes['Value']
  if (status !== SUCCESS) throw new Error(`The provider answered ${status?.split(':').at(-1) ?? 'no status'}.`)
  if (destination !== undefined && destination !== '' && destination !== acsUrl)
    throw new Error('The response was sent to another address (Destination).')
  if (inResponseTo !== requestId) throw new Error('The response answers another request (InResponseTo).')
  for (const said of childrenNamed(message, 'Issuer'))
    if (said.text.trim() !== issuer) throw new Error('The response is another provider’s (Issuer).')
  if (allNamed(message, 'Assertion').length !== 1) throw new Error('The response must hold one assertion.')
  for (const method of [...allNamed(message, 'SignatureMethod'), ...allNamed(message, 'DigestMethod')])
    if (!STRONG.test(method.attributes['Algorithm'] ?? ''))
      throw new Error('The response is signed by a weak algorithm.')
}

function readAssertion(assertion: XmlElement, { issuer, acsUrl }: SamlParties, requestId: string): Verified {
  const assertionId = assertion.attributes['ID'] ?? ''
  if (assertion.name !== 'Assertion' || assertionId === '') throw new Error('The response holds no assertion.')
  if (childrenNamed(assertion, 'Issuer')[0]?.text.trim() !== issuer)
    throw new Error('The assertion is another provider’s (Issuer).')
  const [subject] = childrenNamed(assertion, 'Subject')
  const confirmations = (subject === undefined ? [] : childrenNamed(subject, 'SubjectConfirmation'))
    .filter(({ attributes }) => attributes['Method'] === BEARER)
    .flatMap(of => childrenNamed(of, 'SubjectConfirmationData'))
  const mine = confirmations.filter(
    ({ attributes }) => attributes['Recipient'] === acsUrl && attributes['InResponseTo'] === requestId,
  )
  if (confirmations.length === 0 || mine.length !== confirmations.length)
    throw new Error('The assertion is meant for another recipient or request (Recipient, InResponseTo).')
  const ends = mine.map(({ attributes }) => Date.parse(attributes['NotOnOrAfter'] ?? ''))
  if (ends.some(end => Number.isNaN(end) || end + CLOCK_SKEW_MS <= Date.now()))
    throw new Error('The assertion has expired (NotOnOrAfter).')
  const nameId = subject === undefined ? undefined : childrenNamed(subject, 'NameID')[0]
  const name = nameId?.text.trim() ?? ''
  if (name === '' || name.length > 255) throw new Error('The assertion has no usable NameID.')
  if (nameId?.attributes['Format'] === TRANSIENT)
    throw new Error('The assertion names its user by another id each time: let the provider send a persistent NameID.')
  const attributes = attributesOf(assertion)
  return {
    subject: name,
    email: first(attributes, MAIL_ATTRIBUTES) ?? name,
    // the account’s own provider answers for addresses at the account’s domains: SAML has no word for it
    isEmailVerified: true,
    firstname: first(attributes, FIRSTNAME_ATTRIBUTES),
    lastname: first(attributes, LASTNAME_ATTRIBUTES),
    signOutUrl: null,
    signedOnAt: signedOnAtOf(assertion),
    assertion: { id: assertionId, expiresAt: new Date(Math.max(...ends) + CLOCK_SKEW_MS) },
  }
}

/** When the user signed on there: of several statements, the earliest. */
function signedOnAtOf(assertion: XmlElement): Date | null {
  const instants = childrenNamed(assertion, 'AuthnStatement').map(({ attributes }) =>
    Date.parse(attributes['AuthnInstant'] ?? ''),
  )
  return instants.length === 0 || instants.some(instant => Number.isNaN(instant))
    ? null
    : new Date(Math.min(...instants))
}

/** The first value of each attribute, by its name in lower case. */
function attributesOf(assertion: XmlElement): ReadonlyMap<string, string> {
  return new Map(
    allNamed(assertion, 'Attribute').flatMap((attribute): [string, string][] => {
      const value = childrenNamed(attribute, 'AttributeValue')[0]?.text.trim()
      const name = attribute.attributes['Name']?.toLowerCase()
      return name === undefined || value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
}

const first = (attributes: ReadonlyMap<string, string>, names: readonly string[]): string | null =>
  names.map(name => attributes.get(name)).find(value => value !== undefined) ?? null
