import { networkOf } from '@desk/schema/addresses/network-of'
import { isLoopback } from '#kernel/http/client-address'

const WINDOW_MS = 60_000
/** When more addresses than this come within a minute, counting begins anew: it must not take the memory that it protects. */
const MOST_COUNTED = 200_000

/** More comes from an address than a minute takes: answer 429 with Retry-After. */
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
 * Counts a link's requests by minute, for each network and source or account. It stands on the hot path: a look into one map, no timer
 * and no promise. This machine's own requests are not counted: no proxy has said whom they are for.
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
   * @throws TooManyFromAddress when the minute's are used up
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

  /** Counts one that was for nobody who is there: all of them together have as many, since whoever makes up a source or an account can make up many. */
  miss(address: string): void {
    if (isLoopback(address)) return
    const network = networkOf(address)
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1)
  }
}
