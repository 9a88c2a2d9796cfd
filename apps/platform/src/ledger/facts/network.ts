import { isIP } from 'node:net'
import { NETWORK_LIMITS } from '@desk/schema/defender/mark-lists'
import { canonicalAddress } from './canonical-address.ts'

const GROUP_BITS = 16n
const BYTE_BITS = 8n
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

/** The network whose addresses are counted together (/24, of IPv6 /48), and the address in its one spelling, both as PostgreSQL writes them. */
export function crowdNetworkOf(address: string): { readonly network: string; readonly address: string } {
  if (isIP(address) === 4) return { network: `${address.slice(0, address.lastIndexOf('.'))}.0/24`, address }
  const [first, second, third] = [112n, 96n, 80n].map(rest => hexOf((bitsOf(address) >> rest) & 0xffffn))
  return { network: `${spelled(`${first}:${second}:${third}::`)}/48`, address: spelled(address) }
}

/** An IPv6 address in its shortest spelling. */
const spelled = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1)

const hexOf = (bits: bigint): string => bits.toString(16)

/** The bits of an address. */
function bitsOf(address: string): bigint {
  if (isIP(address) === 4) return address.split('.').reduce((bits, byte) => (bits << BYTE_BITS) | BigInt(byte), 0n)
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
