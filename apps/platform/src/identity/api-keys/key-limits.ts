import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

const WINDOW_SECONDS = 60

/** A call's use of its key's limit. */
export interface Taken {
  readonly isOver: boolean
  readonly waitSeconds: number
  /** The headers that say so (draft-ietf-httpapi-ratelimit-headers-10). */
  readonly headers: Readonly<Record<string, string>>
}

/** Counts the calls of each key in this process, within windows of a minute. */
export function keyLimits(callsAMinute: number): (keyId: number) => Promise<Taken> {
  const counter = new RateLimiterMemory({ points: callsAMinute, duration: WINDOW_SECONDS })
  const taken = ({ msBeforeNext, remainingPoints }: RateLimiterRes, isOver: boolean): Taken => {
    const waitSeconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
    return {
      isOver,
      waitSeconds,
      headers: {
        'ratelimit-policy': `"key";q=${callsAMinute};w=${WINDOW_SECONDS}`,
        ratelimit: `"key";r=${Math.max(0, remainingPoints)};t=${waitSeconds}`,
      },
    }
  }
  return async keyId => {
    try {
      return taken(await counter.consume(String(keyId)), false)
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return taken(refused, true)
      throw refused
    }
  }
}
