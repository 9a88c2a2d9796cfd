import type { Caller } from '@desk/api/authorization'
import { Context, Effect, Layer } from 'effect'
import { demandDesk } from '#identity/accounts/access'
import { Database, query } from '#kernel/db/database'
import { orNotFound } from '#kernel/http/or-not-found'
import { findWatched, type Watched } from './watches.store.ts'

const TOPIC_OF_ONE = /^(?:hours:)?(project|survey):(\d{1,10})$/
const GREATEST_ID = 2_147_483_647

const make = Effect.gen(function* () {
  const database = yield* Database

  /** Says whether the caller may watch a topic, and in which view; and how to tell that this is still so. */
  const may = Effect.fn('Watches.may')(function* (caller: Caller, topic: string) {
    yield* demandDesk(caller)
    const watched = yield* orNotFound(watchedOf(topic))
    const truth = yield* orNotFound(yield* query(() => findWatched(database.core, caller.accountId, watched)))
    return {
      verdict: {
        topic,
        pm_dsh_ud: caller.accountId,
        session_id: caller.sessionId,
        uid: caller.user.uid,
        view: caller.view,
      },
      truth,
    }
  })

  return { may }
})

function watchedOf(topic: string): Watched | undefined {
  if (topic === 'projects') return { scope: 'account' }
  const [, scope, digits] = TOPIC_OF_ONE.exec(topic) ?? []
  const id = Number(digits)
  return (scope === 'project' || scope === 'survey') && id >= 1 && id <= GREATEST_ID ? { scope, id } : undefined
}

/** Who may watch what (the gateway asks with the viewer's own token). */
export class Watches extends Context.Service<Watches, Effect.Success<typeof make>>()('@desk/platform/Watches') {
  static readonly layer = Layer.effect(Watches, make)
}
