import { BlockList, isIP } from 'node:net'
import { forwardedAddress } from './forwarded-address.ts'
import { plainAddress } from './network-of.ts'

/**
 * Says whether a sender's X-Forwarded-For is believed.
 * @param hop 0 for the sender itself, 1 for the one that it names, and so on
 */
export type TrustedProxies = (address: string, hop: number) => boolean

const BITS = { 4: 32, 6: 128 } as const

/** Gives the parts of a list with commas between; none for an empty text. */
export function partsOf(list: string): readonly string[] {
  return list.trim() === '' ? [] : list.split(',').map(part => part.trim())
}

/** Reads an address or a network such as `10.0.0.0/8`; null: it is neither. */
function readNetwork(text: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  if (version !== 4 && version !== 6) return null
  const given = bits === undefined ? BITS[version] : Number(bits)
  return given > BITS[version] ? null : { address, bits: given, family: version === 6 ? 'ipv6' : 'ipv4' }
}

/** Says whether a text is an address, or a network such as `10.0.0.0/8`. */
export function isAddressOrNetwork(text: string): boolean {
  return readNetwork(text) !== null
}

const LOOPBACK = /^(?:127\.|::1$)/

/** Says whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address)
}

/** Trusts the senders within these networks, and no other. */
export function trustedProxies(networks: readonly string[]): TrustedProxies {
  const list = new BlockList()
  for (const text of networks) {
    const network = readNetwork(text)
    if (network === null) throw new Error(`${text} is no network`)
    list.addSubnet(network.address, network.bits, network.family)
  }
  return text => {
    const [address = ''] = plainAddress(text).split('%')
    const version = isIP(address)
    return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
  }
}

/** Trusts every sender for one entry: the way of `TRUST_FORWARDED_FOR`. */
export const TRUST_EVERY_SENDER: TrustedProxies = (_, hop) => hop === 0

/**
 * Gives the address of a client: the sender's own, or the last one in X-Forwarded-For that no trusted proxy has. An entry
 * that is no address ends the list.
 * @param sender the address of the socket's other end
 */
export function clientAddress(
  sender: string,
  forwarded: string | readonly string[] | undefined,
  isTrusted: TrustedProxies,
): string {
  let address = plainAddress(sender)
  if (forwarded === undefined || forwarded === '') return address
  const entries = (typeof forwarded === 'string' ? forwarded : forwarded.join(',')).split(',')
  for (let hop = 0; isTrusted(address, hop); hop++) {
    const named = forwardedAddress(entries.pop() ?? '')
    if (isIP(named) === 0) break
    address = named
  }
  return address
}
