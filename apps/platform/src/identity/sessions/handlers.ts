import { NotFound } from '@desk/api/errors'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { listOpenSessions, ownsSession } from './open-sessions.store.ts'
import { endOtherSessions, endSession } from './sessions.store.ts'

const ENDED_FROM_LIST = 'ended from the list'

/** The caller's sessions. They belong to the person, in whatever account, so they are read by user id. */
export const openSessionHandlers = handlersOf(
  'sessions',
  Effect.gen(function* () {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))
    return {
      list: Effect.fn('Sessions.list')(function* ({ query }, { user, sessionId }) {
        const at = yield* now
        return yield* database.readAsSystem(tx => listOpenSessions(tx, user.uid, sessionId, at, pageOf(query)))
      }),
      endOthers: Effect.fn('Sessions.endOthers')(function* (_sent, { user, sessionId }) {
        const at = yield* now
        yield* database.asSystem(tx => endOtherSessions(tx, user.uid, sessionId, ENDED_FROM_LIST, at))
      }),
      end: Effect.fn('Sessions.end')(function* ({ params }, { user }) {
        const at = yield* now
        const isEnded = yield* database.asSystem(async tx => {
          if (!(await ownsSession(tx, user.uid, params.id))) return false
          await endSession(tx, params.id, ENDED_FROM_LIST, at)
          return true
        })
        if (!isEnded) return yield* new NotFound({ message: 'There is no such session.' })
      }),
    }
  }),
)
