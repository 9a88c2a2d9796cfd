import { Cause, Context, Effect, Exit, Layer, Option, Schedule, Tracer } from 'effect'
import type { ReadOptions, TransactionOptions } from './database-options.ts'
import type { DeskDatabase, Read } from './desk-database.ts'
import { SerializationConflict, toDatabaseError, type DatabaseError } from './errors.ts'
import type { Tx } from './tx.ts'

/**
 * Runs f, a promise or an Effect, in a transaction. Any failure of f rolls the transaction back and arrives unchanged; errors of
 * the database arrive as a DatabaseError; anything else that a promise throws is a defect.
 */
interface Scoped<Prefix extends readonly unknown[], Options = TransactionOptions> {
  <A, E = never, R = never>(
    ...args: [...Prefix, f: Callback<A, E, R>, options?: Options]
  ): Effect.Effect<A, E | DatabaseError, R>
}

type Callback<A, E, R> = (tx: Tx, behindMs: number) => Promise<A> | Effect.Effect<A, E, R>
type Operation = 'asAccount' | 'readAsAccount' | 'asSystem' | 'readAsSystem'
type Run = <A>(f: Read<A>, options: ReadOptions) => Promise<A>

const CONFLICT_RETRIES = 3
const CONFLICT_SCHEDULE = Schedule.exponential('5 millis').pipe(Schedule.jittered)

/** Carries an Effect's failure through the transaction's promise, which only needs to know that it failed. */
class Carried<E> extends Error {
  readonly failure: Cause.Cause<E>
  constructor(failure: Cause.Cause<E>) {
    super('The transaction was rolled back', { cause: Cause.squash(failure) })
    this.failure = failure
  }
}

function arrive<A, E, R>(
  promise: (context: Context.Context<R>, signal: AbortSignal) => Promise<A>,
): Effect.Effect<A, E | DatabaseError, R> {
  return Effect.contextWith((context: Context.Context<R>) =>
    Effect.tryPromise({ try: signal => promise(context, signal), catch: error => error }).pipe(
      Effect.catch((error): Effect.Effect<never, E | DatabaseError> => {
        const typed = toDatabaseError(error instanceof Carried ? Cause.squash(error.failure) : error)
        if (typed) return Effect.fail(typed)
        // Carried is made below, from an Effect that fails with E.
        return error instanceof Carried ? Effect.failCause((error as Carried<E>).failure) : Effect.die(error)
      }),
    ),
  )
}

async function settle<A, E, R>(
  work: Promise<A> | Effect.Effect<A, E, R>,
  context: Context.Context<R>,
  signal: AbortSignal,
): Promise<A> {
  if (!Effect.isEffect(work)) {
    const value = await work
    signal.throwIfAborted()
    return value
  }
  const exit = await Effect.runPromiseExitWith(context)(work, { signal })
  if (Exit.isSuccess(exit)) return exit.value
  throw new Carried(exit.cause)
}

/** The work as a step of its request's trace, where that is recorded. */
function traced<A, E, R>(operation: Operation, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
  return Effect.flatMap(Tracer.Tracer, tracer =>
    tracer === Tracer.nativeTracer
      ? work
      : Effect.withSpan(work, `Database.${operation}`, {
          kind: 'client',
          attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
          captureStackTrace: false,
        }),
  )
}

function transaction<A, E, R>(
  operation: Operation,
  run: Run,
  f: Callback<A, E, R>,
  { idempotent = false, ...options }: ReadOptions = {},
): Effect.Effect<A, E | DatabaseError, R> {
  const once = traced(
    operation,
    arrive<A, E, R>((context, signal) => run((tx, behindMs) => settle(f(tx, behindMs), context, signal), options)),
  )
  if (!idempotent) return once
  return Effect.retry(once, {
    schedule: CONFLICT_SCHEDULE,
    times: CONFLICT_RETRIES,
    while: error => error instanceof SerializationConflict,
  })
}

/** The database as the services see it: each transaction under a tenant scope. README.md beside this file shows its use. */
export class Database extends Context.Service<
  Database,
  {
    /** Sees and writes only this account's rows. */
    readonly asAccount: Scoped<[accountId: number]>
    /** The same to read: one snapshot, no writes. */
    readonly readAsAccount: Scoped<[accountId: number], ReadOptions>
    /** Sees every account. */
    readonly asSystem: Scoped<[]>
    /** The same to read: one snapshot, no writes. */
    readonly readAsSystem: Scoped<[], ReadOptions>
    /** Runs the effect under the lock of this name; None when another process holds it. */
    readonly withAdvisoryLock: <A, E, R>(
      name: string,
      effect: Effect.Effect<A, E, R>,
    ) => Effect.Effect<Option.Option<A>, E | DatabaseError, R>
    /** The promise-based core, for hot paths and listening. */
    readonly core: DeskDatabase
  }
>()('@desk/platform/db/Database') {
  static over(core: DeskDatabase): Database['Service'] {
    return Database.of({
      asAccount: <A, E, R>(accountId: number, f: Callback<A, E, R>, options?: TransactionOptions) =>
        transaction('asAccount', (inner, o) => core.asAccount(accountId, tx => inner(tx, 0), o), f, options),
      readAsAccount: <A, E, R>(accountId: number, f: Callback<A, E, R>, options?: ReadOptions) =>
        transaction('readAsAccount', (inner, o) => core.readAsAccount(accountId, inner, o), f, options),
      asSystem: <A, E, R>(f: Callback<A, E, R>, options?: TransactionOptions) =>
        transaction('asSystem', (inner, o) => core.asSystem(tx => inner(tx, 0), o), f, options),
      readAsSystem: <A, E, R>(f: Callback<A, E, R>, options?: ReadOptions) =>
        transaction('readAsSystem', (inner, o) => core.readAsSystem(inner, o), f, options),
      withAdvisoryLock: <A, E, R>(name: string, effect: Effect.Effect<A, E, R>) =>
        arrive<Option.Option<A>, E, R>(async (context, interrupted) => {
          const outcome = await core.withAdvisoryLock(name, lost =>
            settle(effect, context, AbortSignal.any([interrupted, lost])),
          )
          return outcome.held ? Option.some(outcome.value) : Option.none()
        }),
      core,
    })
  }

  /** The service over a core that its caller closes. */
  static layer(core: DeskDatabase): Layer.Layer<Database> {
    return Layer.succeed(Database, Database.over(core))
  }
}

/**
 * A store's promise as an Effect inside a transaction: errors of the database are typed, anything else is a defect.
 * @param work is given a signal that aborts when no one waits for it any more
 */
export function query<A>(work: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, DatabaseError> {
  return arrive<A, never, never>((_, signal) => work(signal))
}
