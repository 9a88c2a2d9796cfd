import type { RequestHandler } from 'express'

/** Where RFC 9116 puts it. */
export const SECURITY_TEXT_PATH = '/.well-known/security.txt'
/** Less than a year, as RFC 9116 §2.5.5 recommends; a desk that still runs gives a later one each day. */
const GOOD_FOR_DAYS = 180
const DAY_MS = 86_400_000
const CONTACT = /^(?:mailto:[^\s,@]+@[^\s,@]+|https:\/\/[^\s,]+|tel:\+[\d-]+)$/

/** Says whether a text is an address to which a vulnerability may be reported. */
export function isContact(text: string): boolean {
  return CONTACT.test(text)
}

interface SecurityTextOptions {
  /** In the order of preference; none: there is no such file. */
  readonly securityContacts: readonly string[]
  readonly publicUrl: string | undefined
}

/** The file by which researchers find out where to report a vulnerability (RFC 9116). */
export function securityText({ securityContacts, publicUrl }: SecurityTextOptions, nowMs: number): string {
  const expires = new Date((Math.floor(nowMs / DAY_MS) + GOOD_FOR_DAYS) * DAY_MS).toISOString()
  const canonical = publicUrl?.startsWith('https:') === true ? new URL(SECURITY_TEXT_PATH, publicUrl).href : null
  return [
    ...securityContacts.map(contact => `Contact: ${contact}`),
    `Expires: ${expires.replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    ...(canonical === null ? [] : [`Canonical: ${canonical}`]),
    '',
  ].join('\r\n')
}

/** Answers with the file, where there is one. */
export function securityTextRoute(options: SecurityTextOptions, nowMs: () => number): RequestHandler {
  return (_request, response, next) => {
    if (options.securityContacts.length === 0) return next()
    response.type('text/plain; charset=utf-8').setHeader('Cache-Control', 'public, max-age=86400')
    response.send(securityText(options, nowMs()))
  }
}
