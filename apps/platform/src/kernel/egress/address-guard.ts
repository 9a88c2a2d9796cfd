import ipaddr from 'ipaddr.js'
import { isIP } from 'node:net'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

// ipaddr.js calls these unicast: the old form of IPv4 within IPv6, and the address under which a cloud answers its own machines
const INNER_TOO: readonly Network[] = [ipaddr.parseCIDR('::/96'), ipaddr.parseCIDR('168.63.129.16/32')]

const isIn = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

/** Judges the addresses that the platform may connect to on a user's behalf. */
export interface AddressGuard {
  /** The address lies in a network of our own that the installation has opened. */
  readonly isOpened: (address: string) => boolean
  /** It lies there or out in the world. */
  readonly isAllowed: (address: string) => boolean
}

/**
 * Makes the guard of an installation.
 * @param networks the networks of our own that may be reached, such as `10.1.0.0/16`
 */
export function addressGuard(networks: readonly string[]): AddressGuard {
  const opened = networks.map(network => ipaddr.parseCIDR(network))
  const isOpened = (text: string): boolean => {
    const address = parsed(text)
    return address !== null && opened.some(network => isIn(address, network))
  }
  return {
    isOpened,
    isAllowed(text) {
      const address = parsed(text)
      if (address === null) return false
      return (address.range() === 'unicast' && !INNER_TOO.some(network => isIn(address, network))) || isOpened(text)
    },
  }
}

/** An address, as IPv4 where IPv6 only wraps one; null when the text is none. */
function parsed(text: string): Address | null {
  // ipaddr.js also reads the short forms of old, which no socket has
  return isIP(text) === 0 ? null : ipaddr.process(text)
}

/** Says whether a text is a network such as `10.1.0.0/16`. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text)
}
