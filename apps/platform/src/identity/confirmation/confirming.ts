import { CurrentCaller, type Caller } from '@desk/api/authorization'
import { Effect } from 'effect'
import { requester } from '#kernel/http/requester'

/** Runs what may ask for a confirmation: with the caller, and where the call comes from, which its limits count by. */
export const confirming = <A, E, R>(run: (caller: Caller, address: string) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { address } = yield* requester
    return yield* run(yield* CurrentCaller, address)
  })
