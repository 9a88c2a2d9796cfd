import { reachFault } from '#kernel/egress/reach-fault'

/**
 * Names the fault in the address of an issuer, as far as its text shows; names are judged when they are connected to.
 * @param networks networks of the installation's own that may be reached, by http as well
 * @returns a sentence; null when there is no fault
 */
export function issuerFault(issuer: string, networks: readonly string[]): string | null {
  if (!URL.canParse(issuer)) return 'Issuer must be a web address that begins with https://'
  const { username, password, search, hash } = new URL(issuer)
  if (username !== '' || password !== '') return 'Issuer must not carry a user name'
  if (search !== '' || hash !== '') return 'Issuer must not have a part behind ? or #'
  return reachFault('Issuer', issuer, networks)
}

/** Names the fault in the address where a SAML provider signs on, which only browsers go to. */
export function ssoUrlFault(address: string, networks: readonly string[]): string | null {
  if (!URL.canParse(address)) return 'Sign-on URL must be a web address that begins with https://'
  const { protocol, username, password } = new URL(address)
  if (protocol !== 'https:' && (protocol !== 'http:' || networks.length === 0))
    return 'Sign-on URL must begin with https://'
  return username === '' && password === '' ? null : 'Sign-on URL must not carry a user name'
}
