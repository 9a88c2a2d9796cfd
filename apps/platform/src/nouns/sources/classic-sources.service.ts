import type { Caller } from '@desk/api/authorization'
import type { ClassicChanges, NewClassicSource } from '@desk/schema/sources/classic-source'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandSupplySide } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { orNotFound } from '#kernel/http/or-not-found'
import { createClassic, editClassic, readClassic } from './classic-source.ts'

const make = Effect.gen(function* () {
  const database = yield* Database
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** A classic source with its supplier (api:U6, U7). */
  const read = Effect.fn('ClassicSources.read')(function* (
    caller: Caller,
    sourceId: number,
    testUid: string | undefined,
  ) {
    yield* demandSupplySide(caller)
    const at = yield* now
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => readClassic(tx, caller, sourceId, testUid, at)),
    )
  })

  /** Makes one (api:U4). */
  const create = Effect.fn('ClassicSources.create')(function* (
    caller: Caller,
    form: NewClassicSource,
    key: string | undefined,
  ) {
    yield* demandSupplySide(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['classic source', JSON.stringify(form)], at }, tx =>
      createClassic(tx, caller, form, at),
    )
  })

  /** Changes one (api:U5). */
  const update = Effect.fn('ClassicSources.update')(function* (
    caller: Caller,
    sourceId: number,
    testUid: string | undefined,
    changes: ClassicChanges,
    key: string | undefined,
  ) {
    yield* demandSupplySide(caller)
    const at = yield* now
    const request = ['classic source', sourceId, testUid ?? null, JSON.stringify(changes)]
    return yield* actFor(database, caller, { key, request, at }, tx =>
      editClassic(tx, caller, sourceId, testUid, changes, at),
    )
  })

  return { read, create, update }
})

/** Classic (manual) sources. */
export class ClassicSources extends Context.Service<ClassicSources, Effect.Success<typeof make>>()(
  '@desk/platform/ClassicSources',
) {
  static readonly layer = Layer.effect(ClassicSources, make)
}
