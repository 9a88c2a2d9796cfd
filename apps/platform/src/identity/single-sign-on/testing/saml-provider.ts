import { createSign, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'

/** A key that signs, and its certificate. */
export interface SamlKey {
  readonly privateKey: KeyObject
  readonly certificate: string
}

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const { length } = body
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), body])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const SHA256_WITH_RSA = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'))

/** Makes a key with a self-signed certificate that lasts until the end of a year. */
export function samlKey(name: string, untilYear = 2049): SamlKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const subject = sequence(der(0x31, sequence(Buffer.from('0603550403', 'hex'), der(0x0c, Buffer.from(name)))))
  const time = (year: number): Buffer => der(0x17, Buffer.from(`${String(year).slice(2)}0101000000Z`))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    subject,
    sequence(time(2020), time(untilYear)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const base64 = sequence(body, SHA256_WITH_RSA, der(0x03, Buffer.from([0]), signature)).toString('base64')
  return {
    privateKey,
    certificate: `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

/** The request that a provider reads in the browser's address. */
export interface SamlRequest {
  readonly requestId: string
  readonly acsUrl: string
  readonly entityId: string
  readonly relayState: string
  /** The user has to sign on again. */
  readonly isForced: boolean
}

export function readRequest(location: string): SamlRequest {
  const { searchParams } = new URL(location)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  const part = (pattern: RegExp): string => pattern.exec(xml)?.[1] ?? ''
  return {
    requestId: part(/ ID="([^"]+)"/),
    acsUrl: part(/AssertionConsumerServiceURL="([^"]+)"/),
    entityId: part(/Issuer[^>]*>([^<]+)</),
    isForced: / ForceAuthn="true"/.test(xml),
    relayState: searchParams.get('RelayState') ?? '',
  }
}

export interface Said {
  readonly issuer: string
  readonly nameId: string
  readonly nameIdFormat?: string
  readonly email?: string
  readonly audience?: string
  readonly recipient?: string
  readonly destination?: string
  readonly inResponseTo?: string
  readonly responseIssuer?: string
  readonly assertionId?: string
  readonly status?: string
  /** Minutes from now. */
  readonly begins?: number
  readonly ends?: number
  /** SHA-1 in place of SHA-256. */
  readonly isWeak?: boolean
  readonly signs?: 'assertion' | 'response' | 'nothing'
  /** When the user signed on there, in minutes from now; null: it does not say. */
  readonly signedOn?: number | null
  readonly key: SamlKey
}

const moment = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()

/** The XML of a response, signed as the test wants it. */
export function samlXml(asked: SamlRequest, said: Said): string {
  const id = said.assertionId ?? `_${randomUUID()}`
  const answers = said.inResponseTo ?? asked.requestId
  const { begins = -1, ends = 5, signs = 'assertion' } = said
  const { signedOn = 0 } = said
  const statement =
    signedOn === null
      ? ''
      : `<saml:AuthnStatement AuthnInstant="${moment(signedOn)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  const email =
    said.email === undefined
      ? ''
      : `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${said.email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`
  const assertion = `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${moment(0)}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${said.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData InResponseTo="${answers}" Recipient="${said.recipient ?? asked.acsUrl}" NotOnOrAfter="${moment(ends)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${moment(begins)}" NotOnOrAfter="${moment(ends)}"><saml:AudienceRestriction><saml:Audience>${said.audience ?? asked.entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>${statement}${email}</saml:Assertion>`
  const response = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomUUID()}" Version="2.0" IssueInstant="${moment(0)}" Destination="${said.destination ?? asked.acsUrl}" InResponseTo="${answers}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.responseIssuer ?? said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${said.status ?? 'Success'}"/></samlp:Status>${assertion}</samlp:Response>`
  return signs === 'nothing' ? response : signed(response, signs === 'assertion' ? 'Assertion' : 'Response', said)
}

function signed(xml: string, element: 'Assertion' | 'Response', { key, isWeak = false }: Said): string {
  const place = `/*[local-name(.)='Response']${element === 'Assertion' ? "/*[local-name(.)='Assertion']" : ''}`
  const signer = new SignedXml({
    privateKey: key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    signatureAlgorithm: isWeak
      ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signer.addReference({
    xpath: place,
    digestAlgorithm: isWeak ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  })
  signer.computeSignature(xml, { location: { reference: `${place}/*[local-name(.)='Issuer']`, action: 'after' } })
  return signer.getSignedXml()
}

/** Wraps a signed assertion: the signed one moves aside, and one of the attacker's takes its place. */
export function wrapped(xml: string, nameId: string): string {
  const assertion = /<saml:Assertion [\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
  const forged = assertion
    .replace(/<ds:Signature|<Signature/, '$&')
    .replace(/<Signature[\s\S]*<\/Signature>/, '')
    .replace(/ID="[^"]+"/, 'ID="_forged"')
    .replace(/(<saml:NameID[^>]*>)[^<]+/, `$1${nameId}`)
  return xml.replace(assertion, `${forged}<samlp:Extensions>${assertion}</samlp:Extensions>`)
}
