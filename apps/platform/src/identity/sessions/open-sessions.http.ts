import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { NotFound } from '@desk/api/errors'
import { Clock, Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { Database } from '#kernel/db/database'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { pageOf } from '#kernel/lists/page'
import { listOpenSessions, ownsSession } from './open-sessions.store.ts'
import { endOtherSessions, endSession } from './sessions.store.ts'

const ENDED_FROM_LIST = 'ended from the list'

/** Where the caller is signed in. Sessions are a person's, whatever account they are in: they are read by their user's id. */
export const OpenSessionsHttp = HttpApiBuilder.group(
  DeskApi,
  'sessions',
  Effect.fn(function* (handlers) {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))
    return handlers.handleAll({
      list: ({ query }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { user, sessionId } = yield* CurrentCaller
            const at = yield* now
            return yield* database.readAsSystem(tx => listOpenSessions(tx, user.uid, sessionId, at, pageOf(query)))
          }),
        ),
      endOthers: () =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { user, sessionId } = yield* CurrentCaller
            const at = yield* now
            yield* database.asSystem(tx => endOtherSessions(tx, user.uid, sessionId, ENDED_FROM_LIST, at))
          }),
        ),
      end: ({ params }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { user } = yield* CurrentCaller
            const at = yield* now
            const isEnded = yield* database.asSystem(async tx => {
              if (!(await ownsSession(tx, user.uid, params.id))) return false
              await endSession(tx, params.id, ENDED_FROM_LIST, at)
              return true
            })
            if (!isEnded) return yield* new NotFound({ message: 'There is no such session.' })
          }),
        ),
    })
  }),
)
