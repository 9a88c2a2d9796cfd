import { networkOf } from '@desk/schema/addresses/network-of'
import { isLoopback } from '@desk/schema/addresses/trusted-proxies'

const WINDOW_MS = 60_000
/** Beyond this many addresses within a minute, the counts are reset, to bound their memory. */
const MOST_COUNTED = 200_000

/** An address exceeds its limit a minute: answer 429 with Retry-After. */
export class TooManyFromAddress extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super(
      `Too many respondents come from this address at once. Nothing is lost: please try again in ${retryAfterSeconds === 1 ? 'a second' : `${retryAfterSeconds} seconds`}.`,
    )
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/**
 * Counts a link's requests by minute, for each network and source or account. It is on the hot path: one map lookup, no timer and
 * no promise. This machine's own requests are not counted, since they carry no client address.
 */
export class LinkLimit {
  readonly #most: number
  readonly #nowMs: () => number
  readonly #counts = new Map<string, number>()
  #endsAtMs = 0

  constructor(most: number, nowMs: () => number = Date.now) {
    this.#most = most
    this.#nowMs = nowMs
  }

  /**
   * Counts one request.
   * @param id of the source or account that it is for
   * @throws TooManyFromAddress beyond the limit
   */
  take(address: string, id: number): void {
    if (isLoopback(address)) return
    const network = networkOf(address)
    const nowMs = this.#nowMs()
    if (nowMs >= this.#endsAtMs || nowMs < this.#endsAtMs - WINDOW_MS || this.#counts.size >= MOST_COUNTED) {
      this.#counts.clear()
      this.#endsAtMs = nowMs + WINDOW_MS
    }
    const key = `${network} ${id}`
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#most || (this.#counts.get(network) ?? 0) >= this.#most)
      throw new TooManyFromAddress(Math.max(1, Math.ceil((this.#endsAtMs - nowMs) / 1000)))
    this.#counts.set(key, count + 1)
  }

  /** Counts a request for an unknown source or account: all of these share one limit, since an attacker can make up many. */
  miss(address: string): void {
    if (isLoopback(address)) return
    const network = networkOf(address)
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1)
  }
}
