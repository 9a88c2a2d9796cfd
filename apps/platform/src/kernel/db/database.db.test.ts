import { Context, Data, Deferred, Effect, Exit, Fiber, Option } from 'effect'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '#testing/database/harness'
import { asOwner } from '#testing/database/test-server'
import { Database, query } from './database.ts'
import { SerializationConflict } from './errors.ts'
import type { Tx } from './tx.ts'

const fresh = useDatabase()

class NotFound extends Data.TaggedError('NotFound')<{ readonly id: number }> {}
class Prefix extends Context.Service<Prefix, string>()('test/Prefix') {}

beforeAll(() =>
  asOwner(fresh().url, 'create table word (text text primary key); grant all on word to desk_app, desk_system'),
)

const add = (tx: Tx, text: string) => sql`insert into word values (${text})`.execute(tx)
const words = async (tx: Tx) =>
  (await sql<{ text: string }>`select text from word order by text`.execute(tx)).rows.map(({ text }) => text)
const clear = (tx: Tx) => sql`delete from word`.execute(tx)

function run<A, E>(effect: Effect.Effect<A, E, Database | Prefix>): Promise<Exit.Exit<A, E>> {
  const cleared = Effect.andThen(
    Effect.flatMap(Database, database => database.asSystem(clear)).pipe(Effect.orDie),
    effect,
  )
  return Effect.runPromiseExit(
    cleared.pipe(Effect.provide(Database.layer(fresh().database)), Effect.provideService(Prefix, 'a')),
  )
}

test('a promise or an Effect runs in the transaction, with the services around it', async () => {
  const program = Effect.gen(function* () {
    const database = yield* Database
    yield* database.asAccount(1, tx => add(tx, 'promise'))
    yield* database.asAccount(1, tx =>
      Effect.gen(function* () {
        const prefix = yield* Prefix
        yield* query(() => add(tx, `${prefix}n effect`))
      }),
    )
    return yield* database.readAsAccount(1, words)
  })
  expect(await run(program)).toEqual(Exit.succeed(['an effect', 'promise']))
})

test('a failure of the caller’s own type arrives typed, and rolls back', async () => {
  const program = Effect.gen(function* () {
    const database = yield* Database
    const failure = yield* database
      .asAccount(1, tx =>
        Effect.andThen(
          query(() => add(tx, 'gone')),
          new NotFound({ id: 7 }),
        ),
      )
      .pipe(Effect.catchTag('NotFound', ({ id }) => Effect.succeed(id)))
    return [failure, yield* database.readAsSystem(words)]
  })
  expect(await run(program)).toEqual(Exit.succeed([7, []]))
})

test('errors of the database are typed, anything else is a defect', async () => {
  const program = Effect.gen(function* () {
    const database = yield* Database
    const twice = database.asAccount(1, async tx => {
      await add(tx, 'same')
      await add(tx, 'same')
    })
    const constraint = yield* twice.pipe(
      Effect.catchTag('UniqueViolation', violation => Effect.succeed(violation.constraint)),
    )
    const defect = yield* Effect.exit(database.asAccount(1, () => Promise.reject(new TypeError('bug'))))
    return [constraint, defect]
  })
  expect(await run(program)).toEqual(Exit.succeed(['word_pkey', Exit.die(new TypeError('bug'))]))
})

test('a transaction that was aborted by a conflict is retried if it may be', async () => {
  let runs = 0
  const program = Effect.gen(function* () {
    const database = yield* Database
    return yield* database.asSystem(
      tx =>
        Effect.gen(function* () {
          runs++
          yield* query(() => add(tx, `run ${runs}`))
          if (runs < 3) return yield* new SerializationConflict({ cause: 'test' })
          return yield* query(() => words(tx))
        }),
      { idempotent: true },
    )
  })
  expect(await run(program)).toEqual(Exit.succeed(['run 3']))
})

test('an interrupted Effect is rolled back', async () => {
  const program = Effect.gen(function* () {
    const database = yield* Database
    const added = yield* Deferred.make<void>()
    const fiber = yield* Effect.forkChild(
      database.asSystem(tx =>
        query(() => add(tx, 'gone')).pipe(
          Effect.andThen(Deferred.succeed(added, undefined)),
          Effect.andThen(Effect.never),
        ),
      ),
    )
    yield* Deferred.await(added)
    yield* Fiber.interrupt(fiber)
    // The same key waits for the other transaction to end, whichever way.
    yield* database.asSystem(tx => add(tx, 'gone'))
    return yield* database.readAsSystem(words)
  })
  expect(await run(program)).toEqual(Exit.succeed(['gone']))
})

test('the lock gives none to the second', async () => {
  const program = Effect.gen(function* () {
    const database = yield* Database
    return yield* database.withAdvisoryLock('effect', database.withAdvisoryLock('effect', Effect.succeed('inner')))
  })
  expect(await run(program)).toEqual(Exit.succeed(Option.some(Option.none())))
})
