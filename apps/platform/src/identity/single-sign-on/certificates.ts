import { X509Certificate } from 'node:crypto'

const PEM = /-----BEGIN CERTIFICATE-----([\s\S]+?)-----END CERTIFICATE-----/g
const MOST_CERTIFICATES = 5

/** A certificate as its admins see it. */
export interface SignOnCertificate {
  readonly pem: string
  readonly subject: string
  readonly validUntil: Date
}

/**
 * Reads the certificates that a text holds: PEM blocks, or one in base64 alone, as metadata has it.
 * @returns a sentence where one cannot be read
 */
export function readCertificates(text: string): readonly SignOnCertificate[] | string {
  const blocks = [...text.matchAll(PEM)].map(([, body = '']) => body)
  const bodies = (blocks.length > 0 ? blocks : [text])
    .map(body => body.replaceAll(/\s+/g, ''))
    .filter(body => body !== '')
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

function certificateOf(body: string): SignOnCertificate | null {
  try {
    const certificate = new X509Certificate(Buffer.from(body, 'base64'))
    return {
      pem: certificate.toString(),
      subject: certificate.subject.replaceAll('\n', ', '),
      validUntil: new Date(certificate.validTo),
    }
  } catch {
    return null
  }
}
