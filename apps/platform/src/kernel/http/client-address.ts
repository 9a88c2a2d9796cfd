import { forwardedAddress } from '@desk/schema/addresses/forwarded-address'
import { plainAddress } from '@desk/schema/addresses/network-of'
import type { IncomingMessage } from 'node:http'

const LOOPBACK = /^(?:127\.|::1$)/

/** Says whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address)
}

/**
 * Gives the address that a request came from: the socket's, or the one in X-Forwarded-For if the gateway on this machine wrote
 * it; no other sender is trusted.
 */
export function clientAddressOf(request: IncomingMessage): string {
  let address = plainAddress(request.socket.remoteAddress ?? '')
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return address
  const hops = forwarded.split(',')
  while (isLoopback(address)) {
    const hop = forwardedAddress(hops.pop() ?? '')
    if (hop === '') break
    address = hop
  }
  return address
}
