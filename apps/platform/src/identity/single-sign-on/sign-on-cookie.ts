/** A sign-on that is not finished by then has to begin again. */
export const SIGN_ON_LASTS_MS = 10 * 60 * 1000

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/**
 * The purpose of a sign-on: each has a cookie of its own, so that a tab that confirms and one that signs in do not
 * meet.
 */
export type SignOnPurpose = 'sign-on' | 'confirm'

/** The cookie that binds a sign-on to its browser; behind https no other host of the domain can set it. */
export const cookieName = (publicUrl: string, purpose: SignOnPurpose = 'sign-on'): string =>
  `${isHttps(publicUrl) ? '__Host-' : ''}desk-${purpose}`

/**
 * The header that sets it, for the browser alone; an empty token takes it away. Lax: it has to come along when the provider sends the browser
 * back.
 */
export function setCookie(publicUrl: string, token: string, purpose: SignOnPurpose = 'sign-on'): string {
  const lasts = token === '' ? 0 : SIGN_ON_LASTS_MS / 1000
  return `${cookieName(publicUrl, purpose)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lasts}${isHttps(publicUrl) ? '; Secure' : ''}`
}

/** The token in a Cookie header; null: none. */
export function readCookie(
  publicUrl: string,
  header: string | undefined,
  purpose: SignOnPurpose = 'sign-on',
): string | null {
  const name = cookieName(publicUrl, purpose)
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
