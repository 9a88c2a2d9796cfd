import { networkOf } from '@desk/schema/addresses/network-of'
import { Context, Effect, Layer } from 'effect'
import { Database } from '#kernel/db/database'
import { keyOf, tryLimit } from './try-limit.ts'

/** Failures of one user from one address before both must wait; the same user is free from elsewhere (S2). */
export const TRIES_PER_USER_AND_ADDRESS = 5
/** Failures from one address over all users: a sweep over names. An attempt still being checked counts as a failure. */
export const TRIES_PER_ADDRESS = 50
const WINDOW_SECONDS = 15 * 60

const make = Effect.gen(function* () {
  const { core } = yield* Database
  const byBoth = tryLimit(core, 'both', TRIES_PER_USER_AND_ADDRESS, WINDOW_SECONDS)
  const byAddress = tryLimit(core, 'address', TRIES_PER_ADDRESS, WINDOW_SECONDS)
  return {
    /**
     * Counts an attempt as failed before it is checked, so that a concurrent flood gets no further than sequential attempts.
     * @returns seconds to wait; 0 when the attempt may be made
     */
    take: (username: string, address: string) =>
      Effect.promise(async () => {
        // in parallel: while the database is away each of them times out
        const [both, all] = await Promise.all([
          byBoth.take(keyOf(username, address)),
          byAddress.take(networkOf(address)),
        ])
        if (both > 0 && all === 0) await byAddress.giveBack(networkOf(address))
        return Math.max(both, all)
      }),
    /** The counted attempt could not be checked. Does not wait: the database is away, and the caller must learn that. */
    giveBack: (username: string, address: string) =>
      Effect.sync(
        () =>
          void Promise.all([byBoth.giveBack(keyOf(username, address)), byAddress.giveBack(networkOf(address))]).catch(
            () => undefined,
          ),
      ),
    /** The counted attempt succeeded. */
    succeed: (username: string, address: string) =>
      Effect.promise(() =>
        Promise.all([byBoth.forget(keyOf(username, address)), byAddress.giveBack(networkOf(address))]),
      ),
    /** Clears earlier failures. */
    forget: (username: string, address: string) => Effect.promise(() => byBoth.forget(keyOf(username, address))),
  }
})

/** How often a sign-in may fail. */
export class SignInLimits extends Context.Service<SignInLimits, Effect.Success<typeof make>>()(
  '@desk/platform/SignInLimits',
) {
  static readonly layer = Layer.effect(SignInLimits, make)
}
