const withoutSlash = (publicUrl: string): string => (publicUrl.endsWith('/') ? publicUrl.slice(0, -1) : publicUrl)

/** Where the browser comes back to; each account has an address of its own, so that one provider cannot answer for another. */
export const callbackPath = (accountId: number | ':accountId'): string => `/v1/single-sign-on/callback/${accountId}`

/** The same as the provider has to know it. */
export const callbackUrl = (publicUrl: string, accountId: number): string =>
  `${withoutSlash(publicUrl)}${callbackPath(accountId)}`

/** Where a SAML provider posts its responses. */
export const acsPath = (accountId: number | ':accountId'): string => `/v1/single-sign-on/acs/${accountId}`
export const acsUrl = (publicUrl: string, accountId: number): string =>
  `${withoutSlash(publicUrl)}${acsPath(accountId)}`

/** The desk's description for a SAML provider; the address is the desk's entity id for this account. */
export const metadataPath = (accountId: number | ':accountId'): string => `/v1/single-sign-on/metadata/${accountId}`
export const metadataUrl = (publicUrl: string, accountId: number): string =>
  `${withoutSlash(publicUrl)}${metadataPath(accountId)}`

/** Where the provider sends the browser after a sign-out. */
export const signedOutUrl = (publicUrl: string): string => `${withoutSlash(publicUrl)}/`

/** Where the browser goes from the provider's form, as a page of ours: it brings its cookie then. */
export const RETURNED_PATH = '/v1/single-sign-on/returned'
export const returnedPath = (ticket: string): string => `${RETURNED_PATH}?ticket=${ticket}`

/** The page that ends a confirming sign-on, in a window of its own. */
export const CONFIRMED_PATH = '/signed-on.html'

/** The page of the console that finishes a sign-on. @param returnPath the page to return to, which was judged when the sign-on began */
export function finishPath(returnPath: string | null): string {
  const redirect = returnPath === null ? '' : `&redirect=${encodeURIComponent(returnPath)}`
  return `/#/login?sso=finish${redirect}`
}
