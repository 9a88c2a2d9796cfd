import { TooMany } from '@desk/api/errors'
import { Effect } from 'effect'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** Batches of one user in a minute: many tabs, each every few seconds and once more whenever it hides. */
export const BATCHES_A_MINUTE = 300
/** Their total bytes: some twenty tabs that catch up at once. */
export const KILOBYTES_A_MINUTE = 12_000

/** The limit of journal uploads of a user to this process; the browser retries refused batches. */
export function journalLimits(): (userId: number, bytes: number) => Effect.Effect<void, TooMany> {
  const byBatch = new RateLimiterMemory({ points: BATCHES_A_MINUTE, duration: 60 })
  const byWeight = new RateLimiterMemory({ points: KILOBYTES_A_MINUTE, duration: 60 })
  return (userId, bytes) =>
    Effect.tryPromise({
      try: async () => {
        await byBatch.consume(String(userId))
        await byWeight.consume(String(userId), Math.ceil(bytes / 1024))
      },
      // the library rejects with how long to wait
      catch: refused =>
        new TooMany({
          message: 'There is more of this journal than can be taken at once.',
          retry_after_seconds: Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000)),
        }),
    })
}
