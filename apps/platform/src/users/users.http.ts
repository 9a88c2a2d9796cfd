import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Forbidden, NotFound } from '@desk/api/errors'
import { Effect } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { Database } from '../db/database.ts'
import { dyingUnavailable } from '../http/unavailable.ts'
import { knowsTimeZone, updateTimeZone } from './users.store.ts'

/** The drawer's change of zone (§7.20); editing other users comes with their screens. */
export const UsersHttp = HttpApiBuilder.group(
  DeskApi,
  'users',
  Effect.fn(function* (handlers) {
    const database = yield* Database
    return handlers.handleAll({
      updateOwn: ({ params, payload }) =>
        dyingUnavailable(
          Effect.gen(function* () {
            const { user, accountId } = yield* CurrentCaller
            if (params.id !== user.uid) return yield* new NotFound({ message: 'There is no such user.' })
            if (payload.uid !== user.uid) return yield* new Forbidden({ message: 'Only your own settings can be changed here.' })
            const changed = yield* database.asSystem(async tx => {
              if (!(await knowsTimeZone(tx, payload.user_time_zone))) return false
              await updateTimeZone(tx, user.uid, accountId, payload.user_time_zone)
              return true
            })
            return changed
              ? { status: 0, message: 'User updated successfully', data: { uid: user.uid } }
              : { status: 1, message: 'This time zone is not in the list.', data: { uid: user.uid } }
          }),
        ),
    })
  }),
)
