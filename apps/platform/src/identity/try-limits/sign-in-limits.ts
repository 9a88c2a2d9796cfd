import { networkOf } from '@desk/schema/addresses/network-of'
import { Context, Effect, Layer } from 'effect'
import { Database } from '#kernel/db/database'
import { keyOf, tryLimit } from './try-limit.ts'

/** Failures of one user from one address before both must wait; the same user is free from elsewhere (S2). */
export const TRIES_PER_USER_AND_ADDRESS = 5
/** Failures from one address over all users: a sweep over names. One that is still being looked at counts as one. */
export const TRIES_PER_ADDRESS = 50
const WINDOW_SECONDS = 15 * 60

const make = Effect.gen(function* () {
  const { core } = yield* Database
  const byBoth = tryLimit(core, 'both', TRIES_PER_USER_AND_ADDRESS, WINDOW_SECONDS)
  const byAddress = tryLimit(core, 'address', TRIES_PER_ADDRESS, WINDOW_SECONDS)
  return {
    /** Counts a try as failed before it is looked at, so that a flood at one moment gets no further than tries one by one. @returns seconds to wait; 0 when the try may be made */
    take: (username: string, address: string) =>
      Effect.promise(async () => {
        // at once: while the database is away each of them takes its time
        const [both, all] = await Promise.all([
          byBoth.take(keyOf(username, address)),
          byAddress.take(networkOf(address)),
        ])
        if (both > 0 && all === 0) await byAddress.giveBack(networkOf(address))
        return Math.max(both, all)
      }),
    /** The try that was taken could not be looked at. Waits for nothing: the database is away, and whoever asked is to hear so. */
    giveBack: (username: string, address: string) =>
      Effect.sync(
        () =>
          void Promise.all([byBoth.giveBack(keyOf(username, address)), byAddress.giveBack(networkOf(address))]).catch(
            () => undefined,
          ),
      ),
    /** The try that was taken did not fail. */
    succeed: (username: string, address: string) =>
      Effect.promise(() =>
        Promise.all([byBoth.forget(keyOf(username, address)), byAddress.giveBack(networkOf(address))]),
      ),
    /** What failed before is of no account any more. */
    forget: (username: string, address: string) => Effect.promise(() => byBoth.forget(keyOf(username, address))),
  }
})

/** How often a sign-in may fail. */
export class SignInLimits extends Context.Service<SignInLimits, Effect.Success<typeof make>>()(
  '@desk/platform/SignInLimits',
) {
  static readonly layer = Layer.effect(SignInLimits, make)
}
