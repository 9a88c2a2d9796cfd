import { isIP } from 'node:net'
import { addressGuard } from '#kernel/egress/address-guard'

const { isAllowed: isOutside } = addressGuard([])
/** Names that only a network of one's own knows. */
const OWN_NAME = /^[^.]+$|\.(?:local|localhost|internal|intranet|lan|home|corp|private|svc|home\.arpa)$/i

/** The host of a service as users read it: an address inside is the operator's own affair. */
export function shownHost(baseUrl: string): string {
  const { host, hostname } = new URL(baseUrl)
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const isInside = isIP(bare) === 0 ? OWN_NAME.test(bare) : !isOutside(bare)
  return isInside ? 'an address in the desk’s own network' : host
}
