import type { Caller } from '@desk/api/authorization'
import { Forbidden, NotFound } from '@desk/api/errors'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { auditEnded } from '../sessions/audit-of-user.ts'
import { listOpenSessions, ownsSession, type SessionsOf } from '../sessions/open-sessions.store.ts'
import { endOtherSessions, endSession, endSessionsIn, holdUser } from '../sessions/sessions.store.ts'
import { findUser } from './save-user.ts'

const ENDED_BY_ADMIN = 'ended by an admin'

/** The sessions of another user, for the admins of the account. */
export const userSessionHandlers = handlersOf(
  'userSessions',
  Effect.gen(function* () {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    /** A user of the account, whose sessions the caller may see and end. */
    const find = Effect.fn('UserSessions.find')(function* (tx: Tx, { user, accountId }: Caller, userId: number) {
      const found = yield* orNotFound(yield* Effect.promise(() => findUser(tx, accountId, userId)))
      if (found.role_id === ROLE_IDS.superAdmin && !user.is_super_admin)
        return yield* new Forbidden({ message: 'Only a super admin may do this with a super admin.' })
      return found
    })

    /** An admin sees the sessions in the account; the other accounts of a user are no one else's business. */
    const reach = ({ user, accountId, sessionId }: Caller, userId: number): SessionsOf => ({
      userId,
      currentId: sessionId,
      accountId: user.is_super_admin ? undefined : accountId,
    })

    return {
      list: Effect.fn('UserSessions.list')(function* ({ params: { id }, query }, caller) {
        const at = yield* now
        return yield* database.readAsSystem(tx =>
          Effect.gen(function* () {
            yield* find(tx, caller, id)
            return yield* Effect.promise(() => listOpenSessions(tx, reach(caller, id), at, pageOf(query)))
          }),
        )
      }),
      end: Effect.fn('UserSessions.end')(function* ({ params: { id, session } }, caller) {
        const at = yield* now
        yield* database.asSystem(tx =>
          Effect.gen(function* () {
            yield* find(tx, caller, id)
            const isEnded = yield* Effect.promise(async () => {
              if (!(await ownsSession(tx, reach(caller, id), session))) return false
              await endSession(tx, session, ENDED_BY_ADMIN, at)
              await auditEnded(tx, caller, at, id, 1)
              return true
            })
            if (!isEnded) return yield* new NotFound({ message: 'There is no such session.' })
          }),
        )
      }),
      /** Ends them all, but for the caller's own; of a guest those in this account. */
      endAll: Effect.fn('UserSessions.endAll')(function* ({ params: { id } }, caller) {
        const at = yield* now
        const { accountId, sessionId, user } = caller
        yield* database.asSystem(tx =>
          Effect.gen(function* () {
            const { home_pm_dsh_ud: home } = yield* find(tx, caller, id)
            yield* Effect.promise(async () => {
              await holdUser(tx, id)
              const ended =
                home === accountId || user.is_super_admin || id === user.uid
                  ? await endOtherSessions(tx, id, id === user.uid ? sessionId : null, ENDED_BY_ADMIN, at)
                  : await endSessionsIn(tx, id, accountId, ENDED_BY_ADMIN, at)
              if (ended > 0) await auditEnded(tx, caller, at, id, ended)
            })
          }),
        )
      }),
    }
  }),
)
