import { isIP } from 'node:net'
import { addressGuard } from './address-guard.ts'

/**
 * The sooner message about an address that no attempt would reach; names are judged when they are connected to.
 * @param label begins the text
 * @param url a web address
 * @param networks networks of the installation's own that may be reached, by http as well
 * @returns a sentence; null when there is no fault
 */
export function reachFault(label: string, url: string, networks: readonly string[]): string | null {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && (protocol !== 'http:' || networks.length === 0))
    return `${label} must begin with https://`
  const host = hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && !addressGuard(networks).isAllowed(host)
    ? `${label} must not lie inside the desk’s own network`
    : null
}
