/** The name as it was last typed on a page of the sign-in, for the next one: it is in no address and no storage. */
export const typed = { username: '' }

/** The address of the page that signs on by the provider of one's account. @param redirect the page to return to */
export const signOnHref = (redirect: string | null): string =>
  `#/login?sso=start${redirect === null ? '' : `&redirect=${encodeURIComponent(redirect)}`}`
