import { Context, Effect, Layer } from 'effect'
import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import { Database } from '../db/database.ts'

/** Failures of one user from one address before both must wait; the same user is free from elsewhere (S2). */
export const TRIES_PER_USER_AND_ADDRESS = 5
/** Failures from one address over all users: a sweep over names. */
export const TRIES_PER_ADDRESS = 50
const WINDOW_SECONDS = 15 * 60

const make = Effect.gen(function* () {
  const { core } = yield* Database
  const storeClient = { query: (query: QueryConfig) => core.asSystem(tx => tx.client.query(query)) }
  const limiter = (keyPrefix: string, points: number): RateLimiterPostgres =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'login_tries',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: WINDOW_SECONDS,
      // counting goes on in this process while the database is away
      insuranceLimiter: new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_SECONDS }),
    })
  const byBoth = limiter('both', TRIES_PER_USER_AND_ADDRESS)
  const byAddress = limiter('address', TRIES_PER_ADDRESS)
  // a password typed into the wrong field must not be stored either (S4)
  const bothKey = (username: string, address: string): string => `${createHash('sha256').update(username).digest('base64url')}|${address}`

  const waitOf = (result: RateLimiterRes | null, points: number): number =>
    result && result.consumedPoints >= points ? Math.max(1, Math.ceil(result.msBeforeNext / 1000)) : 0

  return {
    /** Seconds to wait before a try is looked at at all; 0 when it may be. */
    blockedFor: (username: string, address: string) =>
      Effect.promise(async () => {
        const [both, whole] = await Promise.all([byBoth.get(bothKey(username, address)), byAddress.get(address)])
        return Math.max(waitOf(both, TRIES_PER_USER_AND_ADDRESS), waitOf(whole, TRIES_PER_ADDRESS))
      }),
    countFailure: (username: string, address: string) =>
      Effect.promise(async () => {
        // consume rejects once the limit is passed, which is what is wanted of it
        await Promise.allSettled([byBoth.consume(bothKey(username, address)), byAddress.consume(address)])
      }),
    forget: (username: string, address: string) => Effect.promise(() => byBoth.delete(bothKey(username, address))),
  }
})

/** How often a sign-in may fail. */
export class SignInLimits extends Context.Service<SignInLimits, Effect.Success<typeof make>>()('@desk/platform/SignInLimits') {
  static readonly layer = Layer.effect(SignInLimits, make)
}
