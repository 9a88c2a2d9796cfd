const GROUPS_OF_A_NETWORK = 4
const GROUPS = 8
const MAPPED_IPV4 = /^::ffff:(?=\d+\.)/i

/** Gives an address as it is written by itself: an IPv4 one that a socket of both families tells as ::ffff:203.0.113.7 is 203.0.113.7. */
export function plainAddress(address: string): string {
  return address.replace(MAPPED_IPV4, '')
}

/**
 * Gives who is counted as one: an IPv4 address, or the /64 network of an IPv6 one, which a single household or server has whole
 * (RFC 6177): its addresses are no more than one's own to change. Every limit by address counts so.
 * @param address as a socket or a header gives it; what is none is given back as it is
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
