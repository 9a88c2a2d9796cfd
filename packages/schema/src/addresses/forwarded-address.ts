import { plainAddress } from './network-of.ts'

const IPV4_AND_PORT = /^(\d+(?:\.\d+){3}):\d+$/
const IN_BRACKETS = /^\[([^[\]]*)\](?::\d+)?$/

/**
 * Gives the address of one entry of X-Forwarded-For: some balancers write the port beside it, as `203.0.113.9:5678` and
 * `[2001:db8::1]:443`.
 * @returns an entry of another form as it is
 */
export function forwardedAddress(entry: string): string {
  const text = entry.trim()
  const [, address = text] = IPV4_AND_PORT.exec(text) ?? IN_BRACKETS.exec(text) ?? []
  return plainAddress(address)
}
