import { X509Certificate } from 'node:crypto'

const PEM = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g
/** A certificate in base64: a DER sequence with a length of two bytes. */
const BARE = /^MII/
const MOST_CERTIFICATES = 5

/** A certificate as its admins see it. */
export interface SignOnCertificate {
  readonly pem: string
  readonly subject: string
  readonly validUntil: Date
}

/**
 * Reads the certificates that a text holds, in its order: PEM blocks, and base64 alone, as metadata has it, with its tags or without.
 * @returns a sentence where one cannot be read
 */
export function readCertificates(text: string): readonly SignOnCertificate[] | string {
  const hasBlocks = text.search(PEM) >= 0
  const bodies = text
    .split(/(-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----)/)
    // text between PEM blocks, such as the subject of each, is no certificate unless it begins as one
    .flatMap(part =>
      part.search(PEM) >= 0
        ? [part.replaceAll(PEM, '$1')]
        : barePartsOf(part).filter(bare => !hasBlocks || BARE.test(bare)),
    )
    .flatMap(eachEncoded)
  if (bodies.length === 0) return 'Paste the provider’s signing certificate'
  if (bodies.length > MOST_CERTIFICATES) return `At most ${MOST_CERTIFICATES} certificates can be stored`
  const read: SignOnCertificate[] = []
  for (const body of bodies) {
    const certificate = certificateOf(body)
    if (certificate === null) return 'This is no X.509 certificate: paste it as PEM, or in base64'
    read.push(certificate)
  }
  return read
}

/** The texts in base64 of a part without PEM blocks: tags, and the padding at an end, separate them. */
const barePartsOf = (part: string): readonly string[] =>
  part
    .replaceAll(/<[^<>]*>/g, ' = ')
    .replaceAll(/\s+/g, '')
    .split(/=+/)
    .filter(bare => bare !== '')

/** The DER of each certificate of a text in base64: where no padding ends one, the next follows at once. */
function eachEncoded(text: string): readonly Buffer[] {
  const found: Buffer[] = []
  for (let rest = Buffer.from(text, 'base64'); found.length <= MOST_CERTIFICATES;) {
    const isSequence = rest.length >= 4 && rest[0] === 0x30 && rest[1] === 0x82
    const endsAt = isSequence ? rest.readUInt16BE(2) + 4 : rest.length
    found.push(rest.subarray(0, endsAt))
    if (endsAt >= rest.length) break
    rest = rest.subarray(endsAt)
  }
  return found
}

function certificateOf(der: Buffer): SignOnCertificate | null {
  try {
    const certificate = new X509Certificate(der)
    return {
      pem: certificate.toString(),
      subject: certificate.subject.replaceAll('\n', ', '),
      validUntil: new Date(certificate.validTo),
    }
  } catch {
    return null
  }
}
