import { isIP } from 'node:net'

const GROUPS = 8
const ZEROS_BEFORE_MAPPED = 5
const MAPPED = 0xffff

/**
 * An address as the ledger compares it: without a zone, and an IPv4 one that is written as IPv6 (::ffff:203.0.113.7, in any spelling) as IPv4. Other spellings of an
 * IPv6 address are one for PostgreSQL's `inet`.
 * @returns null when the text is no address
 */
export function canonicalAddress(text: string): string | null {
  const [address = ''] = text.trim().split('%')
  const version = isIP(address)
  if (version === 0) return null
  return version === 4 ? address : (mappedIn(address) ?? address.toLowerCase())
}

/** The IPv4 address within an IPv6 one; null: there is none. */
function mappedIn(address: string): string | null {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const pair = (high: string | undefined, low: string | undefined): string =>
    (Number(high) * 256 + Number(low)).toString(16)
  const plain = dotted === null ? address : `${dotted[1]}${pair(dotted[2], dotted[3])}:${pair(dotted[4], dotted[5])}`
  const [head = '', tail] = plain.split('::')
  const groups = (part: string): number[] =>
    part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: tail === undefined ? 0 : GROUPS - before.length - after.length }, () => 0)
  const all = [...before, ...zeros, ...after]
  const [high = 0, low = 0] = all.slice(-2)
  const isMapped = all.slice(0, ZEROS_BEFORE_MAPPED).every(group => group === 0) && all[ZEROS_BEFORE_MAPPED] === MAPPED
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null
}
