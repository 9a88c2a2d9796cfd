import type { IncomingMessage } from 'node:http'

/**
 * Gives the address that a request came from. X-Forwarded-For is believed only when a load balancer of ours stands in
 * front and writes it; its last entry is the one that the balancer saw.
 */
export function clientAddressOf(request: IncomingMessage, trustForwardedFor: boolean): string {
  const direct = request.socket.remoteAddress ?? ''
  if (!trustForwardedFor) return direct
  const forwarded = request.headers['x-forwarded-for']
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : forwarded)?.split(',').at(-1)?.trim()
  return last || direct
}
