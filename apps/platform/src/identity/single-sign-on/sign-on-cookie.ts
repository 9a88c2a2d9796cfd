/** A sign-on that is not finished by then has to begin again. */
export const SIGN_ON_LASTS_MS = 10 * 60 * 1000

const isHttps = (publicUrl: string): boolean => publicUrl.startsWith('https:')

/** The cookie that binds a sign-on to its browser; behind https no other host of the domain can set it. */
export const cookieName = (publicUrl: string): string => (isHttps(publicUrl) ? '__Host-desk-sign-on' : 'desk-sign-on')

/**
 * The header that sets it, for the browser alone; an empty token takes it away. Lax: it has to come along when the provider sends the browser
 * back.
 */
export function setCookie(publicUrl: string, token: string): string {
  const lasts = token === '' ? 0 : SIGN_ON_LASTS_MS / 1000
  return `${cookieName(publicUrl)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lasts}${isHttps(publicUrl) ? '; Secure' : ''}`
}

/** The token in a Cookie header; null: none. */
export function readCookie(publicUrl: string, header: string | undefined): string | null {
  const name = cookieName(publicUrl)
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
