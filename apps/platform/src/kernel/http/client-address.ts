import { clientAddress, isLoopback, trustedProxies } from '@desk/schema/addresses/trusted-proxies'
import type { IncomingMessage } from 'node:http'

/** Gives the address that a request came from. */
export type ClientAddressOf = (request: IncomingMessage) => string

/**
 * Makes the reader of addresses: the socket's, or the one in X-Forwarded-For if a gateway on this machine or a named one wrote
 * it; no other sender is trusted.
 */
export function clientAddressBehind(gateways: readonly string[]): ClientAddressOf {
  const isNamed = trustedProxies(gateways)
  const isGateway = (address: string, hop: number): boolean => isLoopback(address) || isNamed(address, hop)
  return request => {
    const forwarded = request.headers['x-forwarded-for']
    return clientAddress(request.socket.remoteAddress ?? '', forwarded, isGateway)
  }
}
