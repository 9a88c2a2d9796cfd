import { isIP } from 'node:net'
import { NETWORK_LIMITS } from '@desk/schema/defender/mark-lists'
import { canonicalAddress } from './canonical-address.ts'

const GROUP_BITS = 16n
const BITS = { 4: 32, 6: 128 } as const
const MAPPED_BITS = 96

/** A network: its first address, as the ledger compares addresses, and the length of its prefix. */
export interface Network {
  readonly family: 4 | 6
  readonly address: string
  readonly prefix: number
}

/** Reads a network, an IPv4 one that is written as IPv6 as IPv4; undefined: the text is none. Its address may lie within it. */
export function readNetwork(text: string): Network | undefined {
  const [, written = '', length = ''] = /^([^/%]+)\/(\d{1,3})$/.exec(text.trim()) ?? []
  const address = canonicalAddress(written)
  if (address === null) return undefined
  const family = isIP(address) === 4 ? 4 : 6
  const prefix = isIP(written.trim()) === 6 && family === 4 ? Number(length) - MAPPED_BITS : Number(length)
  return prefix < 0 || prefix > BITS[family] ? undefined : { family, address, prefix }
}

/** Whether a network is one address alone. */
export const isOneAddress = ({ family, prefix }: Network): boolean => prefix === BITS[family]

/** Why a network cannot be listed; undefined: it can. @param isWideMeant one that covers many addresses was not written by mistake */
export function networkFault({ family, address, prefix }: Network, isWideMeant: boolean): string | undefined {
  const { shortest, wide } = NETWORK_LIMITS[family]
  if (prefix < shortest) return `Too wide: no network of IPv${family} wider than /${shortest} can be listed`
  const rest = BigInt(BITS[family] - prefix)
  if (bitsOf(address) & ((1n << rest) - 1n))
    return `The address has bits beyond /${prefix}: write the first address of the network`
  return prefix < wide && !isWideMeant
    ? `Wider than /${wide}: say that wide networks are meant, if this one is`
    : undefined
}

/** The place of an address in the network whose addresses are counted together (/24, of IPv6 /48). */
export interface CrowdPlace {
  /** The bits that all addresses of the network begin with; those of IPv6 are higher numbers than any of IPv4. */
  readonly networkBits: number
  /** The bytes of the address after those, as hex digits: one byte, of IPv6 ten. Every spelling of an address has the same. */
  readonly host: string
}

const BEYOND_IPV4 = 2 ** 48
/** Of an IPv6 address. */
const HOST_BITS = 80n

/** Which network's addresses an address is counted with, and which of them it is; an IPv4 one that is written as IPv6 is IPv4. */
export function crowdPlaceOf(address: string): CrowdPlace {
  if (isIP(address) === 4) return placeOfIpv4(numberOf(address))
  const bits = bitsOf(address)
  if (bits >> 32n === 0xffffn) return placeOfIpv4(Number(bits & 0xffffffffn))
  return {
    networkBits: BEYOND_IPV4 + Number(bits >> HOST_BITS),
    host: hexOf(bits & ((1n << HOST_BITS) - 1n)).padStart(20, '0'),
  }
}

const placeOfIpv4 = (bits: number): CrowdPlace => ({
  networkBits: Math.floor(bits / 256),
  host: hexOf(bits % 256).padStart(2, '0'),
})

/** The number of a dotted address. */
function numberOf(address: string): number {
  let bits = 0
  let byte = 0
  for (let at = 0; at < address.length; at++) {
    const code = address.charCodeAt(at)
    if (code === DOT) {
      bits = bits * 256 + byte
      byte = 0
    } else byte = byte * 10 + code - ZERO
  }
  return bits * 256 + byte
}
const DOT = 46
const ZERO = 48

/** The network of these bits as people write it, such as 203.0.113.0/24. */
export function crowdNetworkInWords(networkBits: number): string {
  if (networkBits < BEYOND_IPV4) return `${networkBits >> 16}.${(networkBits >> 8) & 255}.${networkBits & 255}.0/24`
  const groups = (networkBits - BEYOND_IPV4).toString(16).padStart(12, '0').match(/.{4}/g) ?? []
  return `${spelled(`${groups.join(':')}::`)}/48`
}

/** An IPv6 address in its shortest spelling. */
const spelled = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

const hexOf = (bits: bigint | number): string => bits.toString(16)

/** The bits of an address. */
function bitsOf(address: string): bigint {
  if (isIP(address) === 4) return BigInt(numberOf(address))
  // the dotted end of an IPv6 address is two groups
  const dotted = address.slice(address.lastIndexOf(':') + 1)
  const plain =
    isIP(dotted) === 4
      ? address.slice(0, -dotted.length) + [bitsOf(dotted) >> GROUP_BITS, bitsOf(dotted) & 0xffffn].map(hexOf).join(':')
      : address
  const [head = '', tail] = plain.split('::')
  const groups = (part: string | undefined): string[] => (part === undefined || part === '' ? [] : part.split(':'))
  const [before, after] = [groups(head), groups(tail)]
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return [...before, ...(tail === undefined ? [] : zeros), ...after].reduce(
    (bits, group) => (bits << GROUP_BITS) | BigInt(`0x${group}`),
    0n,
  )
}
