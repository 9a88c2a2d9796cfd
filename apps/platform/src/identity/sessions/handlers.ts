import { NotFound } from '@desk/api/errors'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { auditEnded } from './audit-of-user.ts'
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
        return yield* database.readAsSystem(tx =>
          listOpenSessions(tx, { userId: user.uid, currentId: sessionId }, at, pageOf(query)),
        )
      }),
      endOthers: Effect.fn('Sessions.endOthers')(function* (_sent, caller) {
        const { user, sessionId } = caller
        const at = yield* now
        yield* database.asSystem(async tx => {
          const ended = await endOtherSessions(tx, user.uid, sessionId, ENDED_FROM_LIST, at)
          if (ended > 0) await auditEnded(tx, caller, at, user.uid, ended)
        })
      }),
      end: Effect.fn('Sessions.end')(function* ({ params }, caller) {
        const at = yield* now
        const isEnded = yield* database.asSystem(async tx => {
          const { uid } = caller.user
          if (!(await ownsSession(tx, { userId: uid }, params.id))) return false
          await endSession(tx, params.id, ENDED_FROM_LIST, at)
          await auditEnded(tx, caller, at, uid, 1)
          return true
        })
        if (!isEnded) return yield* new NotFound({ message: 'There is no such session.' })
      }),
    }
  }),
)
