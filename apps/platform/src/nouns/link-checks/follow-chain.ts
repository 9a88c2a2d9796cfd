import { sentenceOf } from '#kernel/egress/attempt-post'
import type { Egress } from '#kernel/egress/egress'

/** The longest time of a chain, from the first request to the answer of the survey's page. */
export const CHAIN_TIMEOUT_MS = 10_000
const REDIRECTS_MAX = 10

export interface ChainPorts {
  readonly egress: Pick<Egress, 'stream'>
  /** Our own host, where a survey sends respondents back. */
  readonly ownHost: string
  readonly timeoutMs?: number
}

/**
 * Follows a survey's address as a browser does, to the page that answers. A redirect back to the desk is an answer as well.
 * @returns why it is none, in a sentence; null: the page answered
 */
export async function followChain(
  { egress, ownHost, timeoutMs = CHAIN_TIMEOUT_MS }: ChainPorts,
  first: string,
): Promise<string | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  const seen = new Set<string>()
  let address = first
  try {
    while (seen.size <= REDIRECTS_MAX) {
      seen.add(address)
      const { status, location, body } = await egress.stream(address, ASKED, signal)
      // nothing of the page is read; the end that this gives it is no failure
      body.on('error', () => undefined).destroy()
      const { host } = new URL(address)
      if (status >= 200 && status < 300) return null
      if (status < 300 || status >= 400 || location === null) return `${host} answered ${status}.`
      const next = new URL(location, address)
      if (next.host === ownHost) return null
      if (seen.has(next.href)) return `${host} redirects in a loop.`
      address = next.href
    }
    return `The survey redirects more than ${REDIRECTS_MAX} times.`
  } catch (error) {
    return `${hostOf(address)}: ${sentenceOf(error, timeoutMs)}`
  }
}

const ASKED = { method: 'GET', headers: { accept: 'text/html' }, body: null } as const

const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : 'The survey')
