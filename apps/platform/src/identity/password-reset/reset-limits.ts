import { networkOf } from '@desk/schema/addresses/network-of'
import { Context, Effect, Layer } from 'effect'
import { Database } from '#kernel/db/database'
import { keyOf, tryLimit } from '../try-limits/try-limit.ts'

/** Resets of one name from one address; other addresses have their own count. */
export const RESETS_PER_USER_AND_ADDRESS = 5
/** Resets from one address over all names. */
export const RESETS_PER_ADDRESS = 50
const WINDOW_SECONDS = 15 * 60

const make = Effect.gen(function* () {
  const { core } = yield* Database
  const byBoth = tryLimit(core, 'reset', RESETS_PER_USER_AND_ADDRESS, WINDOW_SECONDS)
  const byAddress = tryLimit(core, 'reset-address', RESETS_PER_ADDRESS, WINDOW_SECONDS)
  return {
    /** Counts a request, whether its user exists or not. @returns seconds to wait; 0 when it may be made */
    take: (username: string, address: string) =>
      Effect.promise(
        async () => (await byAddress.take(networkOf(address))) || (await byBoth.take(keyOf(username, address))),
      ),
  }
})

/** How often a password reset may be asked for. */
export class ResetLimits extends Context.Service<ResetLimits, Effect.Success<typeof make>>()(
  '@desk/platform/ResetLimits',
) {
  static readonly layer = Layer.effect(ResetLimits, make)
}
