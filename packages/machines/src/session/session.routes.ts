/** Where a user lands after signing in and after an account switch (§2.10). */
export const LANDING_PATH = '/projects'
/** The index, which redirects by account type (§2.9). */
export const INDEX_PATH = '/'
export const LOGIN_PATH = '/login'
/** The page after signing out (§2.7). */
export const SIGNED_OUT_PATH = '/login?action=logout'
export const LOGOUT_PATH = '/logout'
export const SESSION_EXPIRED_PATH = '/session-expired'
/** Where a user with an outdated password goes (§2.8). */
export const CHANGE_PASSWORD_PATH = '/change-password?action=change_password'

/** The page for a user without the second factor that the account demands. */
export const ENROL_PATH = '/second-factor'

/** The page that links from outside open, with or without a session: it redirects as /login does (§2.5, §2.31). */
export const PAGE_REDIRECTION_PATH = '/page-redirection'

const PUBLIC_PATHS = [LOGIN_PATH, '/password-manager', '/forgot-password', SESSION_EXPIRED_PATH, LOGOUT_PATH]
const RESET_PASSWORD_PREFIX = '/reset-password/'

/** A path without the token of a password reset or of a journal's link, which is a secret: '/reset-password/*', '/support/links/*'. */
export const withoutSecrets = (path: string): string =>
  path.replace(/(\/reset-password\/|%2Freset-password%2F|\/support\/links\/|%2Fsupport%2Flinks%2F)[^/?#&%]+/gi, '$1*')

/** A hash path without its query. */
export const pathname = (path: string): string => path.split('?', 1)[0] || INDEX_PATH

const query = (path: string): URLSearchParams =>
  new URLSearchParams(path.includes('?') ? path.slice(path.indexOf('?') + 1) : '')

/** Whether a hash path is open without a session (§2.2–2.6). */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PATHS.includes(pathname(path)) || pathname(path).startsWith(RESET_PASSWORD_PREFIX)
}

/** Whether a hash path only leads into the product, so that a signed-in user is redirected from it. */
export function isEntryPath(path: string): boolean {
  return [
    LOGIN_PATH,
    PAGE_REDIRECTION_PATH,
    SESSION_EXPIRED_PATH,
    LOGOUT_PATH,
    pathname(CHANGE_PASSWORD_PATH),
    ENROL_PATH,
  ].includes(pathname(path))
}

export const isChangePasswordPath = (path: string): boolean => pathname(path) === pathname(CHANGE_PASSWORD_PATH)
export const isEnrolPath = (path: string): boolean => pathname(path) === ENROL_PATH
export const isLogoutPath = (path: string): boolean => pathname(path) === LOGOUT_PATH
/** Whether a hash path sends a signed-in user to its redirect parameter (§2.31). */
export const leadsOn = (path: string): boolean =>
  isLoginPath(path) || [PAGE_REDIRECTION_PATH, SESSION_EXPIRED_PATH].includes(pathname(path))
export const isLoginPath = (path: string): boolean => pathname(path) === LOGIN_PATH
/** The two pages that a 401 leaves alone (§8.1). */
export const staysOn401 = (path: string): boolean => isLoginPath(path) || pathname(path) === SESSION_EXPIRED_PATH

/** /session-expired with the page that the user was on (§2.4, §8.1). */
export const expiredPath = (current: string): string =>
  `${SESSION_EXPIRED_PATH}?redirect=${encodeURIComponent(current)}`

/** /login, with the page that the user asked for, if a sign-in may lead back there (§2.31), or the target of a link from outside (§2.5). */
export function loginPath(current: string): string {
  const redirect = pathname(current) === PAGE_REDIRECTION_PATH ? query(current).get('redirect') : null
  if (redirect !== null) return `${LOGIN_PATH}?redirect=${encodeURIComponent(redirect)}`
  const twin = twinUnderProjects(current)
  return isUnderProjects(twin) ? `${LOGIN_PATH}?redirect=${encodeURIComponent(twin)}` : LOGIN_PATH
}

/** A project page's twin under /projects (§2.17): only there may a sign-in lead back (§2.31). */
const twinUnderProjects = (path: string): string => path.replace(/^\/manage\/project\/(?=\d)/, '/projects/')

/** Only a plain route under /projects/ is valid (§2.31): without `..`, without another host. */
function isUnderProjects(route: string): boolean {
  if (!route.startsWith('/projects/') || route.includes('\\')) return false
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname(route))
  } catch {
    return false
  }
  return !decoded.split('/').some(segment => segment === '.' || segment === '..' || segment.includes('\\'))
}

/** Where a login redirect parameter leads (§2.31). */
export type DeepLink =
  | { readonly kind: 'none' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'link'; readonly path: string; readonly pm_dsh_ud: number | null }

/**
 * Reads the redirect parameter of /login or /session-expired (§2.31).
 * @param path the hash path with its query; the parameter holds a hash route with an optional `state` and `pm_dsh_ud`
 * @returns the route to go to and the account that it belongs to, when it names one
 */
export function deepLinkOf(path: string): DeepLink {
  const redirect = query(path).get('redirect')
  if (redirect === null || redirect === '') return { kind: 'none' }
  const route = redirect.startsWith('#') ? redirect.slice(1) : redirect
  if (!isUnderProjects(route)) return { kind: 'invalid' }
  const parameters = query(route)
  const account = parameters.get('pm_dsh_ud')
  if (account === null) return { kind: 'link', path: route, pm_dsh_ud: null }
  if (!/^\d{1,10}$/.test(account)) return { kind: 'invalid' }
  parameters.delete('pm_dsh_ud')
  const rest = parameters.toString()
  return {
    kind: 'link',
    path: rest === '' ? pathname(route) : `${pathname(route)}?${rest}`,
    pm_dsh_ud: Number(account),
  }
}
