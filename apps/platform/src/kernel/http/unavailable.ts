import { Unavailable } from '@desk/api/errors'
import { Effect } from 'effect'
import { DatabaseUnavailable, isDatabaseError, type DatabaseError } from '../db/errors.ts'

const RETRY_AFTER_SECONDS = 2
/** An operator has to make room first. */
const FULL_RETRY_AFTER_SECONDS = 30

/**
 * Turns a database that is away into 503 with Retry-After. Any other fault of the database that a service has not
 * turned into an answer of its own is a defect.
 */
export function orUnavailable<A, E, R>(
  effect: Effect.Effect<A, E | DatabaseError, R>,
): Effect.Effect<A, Exclude<E, DatabaseError> | Unavailable, R> {
  return Effect.catch(effect, (error): Effect.Effect<never, Exclude<E, DatabaseError> | Unavailable> => {
    if (error instanceof DatabaseUnavailable) return Effect.fail(error.isDiskFull ? full() : unavailable())
    return isDatabaseError(error) ? Effect.die(error) : Effect.fail(error as Exclude<E, DatabaseError>) // narrowed by the two tests above
  })
}

function full(): Unavailable {
  return new Unavailable({
    message:
      'The disk of the desk is full: nothing can be stored for the moment, and reading goes on. Please tell the operator of the desk.',
    retry_after_seconds: FULL_RETRY_AFTER_SECONDS,
  })
}

function unavailable(): Unavailable {
  return new Unavailable({
    message: 'The database is away for the moment. Please try again.',
    retry_after_seconds: RETRY_AFTER_SECONDS,
  })
}
