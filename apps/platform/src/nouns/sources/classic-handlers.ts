import type { Caller } from '@desk/api/authorization'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { actOnClassic } from './act-on-source.ts'
import { createClassic, editClassic, readClassic } from './classic-source.ts'

/** Classic (manual) sources. */
export const classicSourceHandlers = handlersOf(
  'classicSources',
  Effect.gen(function* () {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    /** A classic source with its supplier (api:U6, U7). */
    const read = Effect.fn('ClassicSources.read')(function* (
      caller: Caller,
      sourceId: number,
      testUid: string | undefined,
    ) {
      const at = yield* now
      return yield* orNotFound(
        yield* database.readAsAccount(caller.accountId, tx => readClassic(tx, caller, sourceId, testUid, at)),
      )
    })

    return {
      /** Makes one (api:U4). */
      create: ({ payload: form }, caller) =>
        actOnClassic(database, caller, ['classic source', form], (tx, actor) => createClassic(tx, actor, form)),
      /** Changes one (api:U5). */
      update: ({ params: { id: sourceId }, query: { test_uid: testUid }, payload: changes }, caller) =>
        actOnClassic(database, caller, ['classic source', sourceId, testUid, changes], (tx, actor) =>
          editClassic(tx, actor, sourceId, testUid, changes),
        ),
      read: ({ params, query }, caller) => read(caller, params.id, query.test_uid),
      classic: ({ params }, caller) => read(caller, params.id, undefined),
    }
  }),
)
