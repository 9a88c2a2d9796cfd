import {
  clientAddress,
  TRUST_EVERY_SENDER,
  trustedProxies,
  type TrustedProxies,
} from '@desk/schema/addresses/trusted-proxies'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'

interface ProxySettings {
  readonly trustedProxies?: readonly string[] | undefined
  readonly trustForwardedFor?: boolean | undefined
}

/** The balancers in front; the setting of before there were networks still works, and the log says so. */
export function proxiesOf(
  { trustedProxies: networks = [], trustForwardedFor }: ProxySettings,
  log: Logger,
): TrustedProxies {
  if (networks.length > 0 || trustForwardedFor !== true) return trustedProxies(networks)
  log.warn('TRUST_FORWARDED_FOR lets every sender choose its address: name the balancers by TRUSTED_PROXIES instead')
  return TRUST_EVERY_SENDER
}

/** Gives the address that a request came from; X-Forwarded-For is believed only from a trusted proxy. */
export function clientAddressOf(request: IncomingMessage, isProxy: TrustedProxies): string {
  return clientAddress(request.socket.remoteAddress ?? '', request.headers['x-forwarded-for'], isProxy)
}

/** Says whether a trusted proxy sent the request itself. */
export function isFromProxy(request: IncomingMessage, isProxy: TrustedProxies): boolean {
  return isProxy(request.socket.remoteAddress ?? '', 0)
}
