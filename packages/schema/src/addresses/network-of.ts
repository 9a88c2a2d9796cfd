const GROUPS_OF_A_NETWORK = 4
const GROUPS = 8
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i

/** Normalises an address: an IPv4 one that a dual-stack socket reports as ::ffff:203.0.113.7 becomes 203.0.113.7. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED_IPV4, '')
}

/**
 * Gives the key under which rate limits count an address: an IPv4 address itself, or the /64 network of an IPv6 one. A single
 * household or server owns a whole /64 (RFC 6177) and can change addresses within it at will.
 * @param address as a socket or a header gives it; text that is no address is returned unchanged
 */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().replace(/%.*$/, '').split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array.from({ length: GROUPS - before.length - after.length }, () => '0')
  const network = [...before, ...zeros, ...after]
    .slice(0, GROUPS_OF_A_NETWORK)
    .map(group => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
