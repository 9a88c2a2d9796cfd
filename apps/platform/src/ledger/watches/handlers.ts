import type { Caller } from '@desk/api/authorization'
import { Effect } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { Database, query } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { tellTruth } from '#kernel/http/kept/truth'
import { orNotFound } from '#kernel/http/or-not-found'
import { findWatched, type Watched } from './watches.store.ts'

const TOPIC_OF_ONE = /^(?:hours:)?(project|survey):(\d{1,10})$/
const GREATEST_ID = 2_147_483_647

/** Who may watch what (the gateway asks with the viewer's own token). */
export const watchHandlers = handlersOf(
  'watches',
  Effect.gen(function* () {
    const database = yield* Database

    /** Says whether the caller may watch a topic, and in which view; and how to tell that this is still so. */
    const may = Effect.fn('Watches.may')(function* (caller: Caller, topic: string) {
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

    return {
      // a crowd that comes back asks all at once what it asked before
      may: Effect.fn(function* ({ query }, caller) {
        const { verdict, truth } = yield* may(caller, query.topic)
        tellTruth((yield* HttpServerRequest.HttpServerRequest).source, truth)
        return verdict
      }),
    }
  }),
)

function watchedOf(topic: string): Watched | undefined {
  if (topic === 'projects') return { scope: 'account' }
  const [, scope, digits] = TOPIC_OF_ONE.exec(topic) ?? []
  const id = Number(digits)
  return (scope === 'project' || scope === 'survey') && id >= 1 && id <= GREATEST_ID ? { scope, id } : undefined
}
