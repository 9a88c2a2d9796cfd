import { AuthorizationResponseError, ResponseBodyError } from 'openid-client'
import { EgressRefused } from '#kernel/egress/egress'

const MOST_SHOWN = 200
const ODD = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu

/** The system's codes, undici's and those of certificates; a library of the protocol has codes of its own. */
const OF_THE_CONNECTION =
  /^(?:E[A-Z\d_]+|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|DEPTH_ZERO_[A-Z_]+|SELF_SIGNED_[A-Z_]+|UNABLE_TO_[A-Z_]+)$/

/** Text of a provider, for a sentence of ours. */
const shown = (text: string): string => text.replaceAll(ODD, ' ').slice(0, MOST_SHOWN)

/** Says in a sentence why a provider could not be asked, or what its answer was refused for. */
export function providerFault(error: unknown): string {
  const chain = causesOf(error)
  const refused = chain.find(cause => cause instanceof EgressRefused)
  if (refused !== undefined) return refused.message
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
    return `The provider answered “${shown(error.error)}”${error.error_description === undefined ? '' : `: ${shown(error.error_description)}`}`
  if (chain.some(cause => cause.name === 'TimeoutError')) return 'The provider did not answer in time.'
  const code = chain.flatMap(cause => ('code' in cause && typeof cause.code === 'string' ? [cause.code] : [])).at(-1)
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return `The provider does not answer (${code}).`
  // the system's own words name the address that a name has resolved to
  if (code !== undefined && OF_THE_CONNECTION.test(code)) return `The provider could not be reached (${code}).`
  const last = chain.at(-1)
  return `The provider’s answer was refused${last === undefined ? '' : `: ${shown(last.message)}`}`
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let at = error; at instanceof Error && chain.length < 5; at = at.cause) chain.push(at)
  return chain
}
