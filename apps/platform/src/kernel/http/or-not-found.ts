import { NotFound } from '@desk/api/errors'
import { Effect } from 'effect'

/** Gives the found object, else fails with 404; another account's object is answered exactly like a missing one. */
export function orNotFound<A>(found: A | undefined): Effect.Effect<A, NotFound> {
  return found === undefined
    ? Effect.fail(new NotFound({ message: 'It does not exist, or it is not in your account.' }))
    : Effect.succeed(found)
}
