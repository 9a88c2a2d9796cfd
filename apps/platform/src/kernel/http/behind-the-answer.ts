import { Effect, type Scope } from 'effect'

/**
 * Runs an effect without letting the caller wait; it ends with the platform. It can only fail through the database, which logs
 * that itself.
 */
export function behindTheAnswer<E>(effect: Effect.Effect<void, E>, scope: Scope.Scope): Effect.Effect<void> {
  return Effect.asVoid(Effect.forkIn(Effect.ignore(effect), scope))
}
