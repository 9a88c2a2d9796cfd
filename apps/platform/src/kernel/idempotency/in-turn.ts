import { Effect, Semaphore } from 'effect'

interface Turn {
  readonly semaphore: Semaphore.Semaphore
  waiting: number
}

const turns = new Map<string, Turn>()

/**
 * Runs effects of the same name one after the other in this process. Repeats of a request wait here, where waiting costs nothing:
 * in the database each would hold a connection until the first is done, and a handful would use up all connections.
 */
export const inTurn = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.acquireUseRelease(
    Effect.sync(() => {
      const turn = turns.get(name) ?? { semaphore: Semaphore.makeUnsafe(1), waiting: 0 }
      turn.waiting += 1
      turns.set(name, turn)
      return turn
    }),
    ({ semaphore }) => semaphore.withPermits(1)(effect),
    turn =>
      Effect.sync(() => {
        turn.waiting -= 1
        if (turn.waiting === 0) turns.delete(name)
      }),
  )
