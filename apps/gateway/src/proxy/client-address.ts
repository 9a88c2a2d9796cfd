import { forwardedAddress } from '@desk/schema/addresses/forwarded-address'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * Gives the address that a request came from. X-Forwarded-For is believed only when a load balancer of ours is in front
 * and writes it; its last entry is the one that the balancer saw. Where that is no address, it is the balancer's own.
 */
export function clientAddressOf(request: IncomingMessage, trustForwardedFor: boolean): string {
  const direct = request.socket.remoteAddress ?? ''
  if (!trustForwardedFor) return direct
  const forwarded = request.headers['x-forwarded-for']
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1) ?? ''
  const address = forwardedAddress(last)
  return isIP(address) === 0 ? direct : address
}
