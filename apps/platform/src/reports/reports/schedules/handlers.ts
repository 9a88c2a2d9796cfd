import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { changeSchedule, createSchedule, ownerOf, removeSchedule } from './edit-schedule.ts'
import { listSchedules } from './schedules.store.ts'

/** Reports that are mailed to the caller. */
export const reportScheduleHandlers = handlersOf(
  'reportSchedules',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      list: ({ query }, caller) =>
        database.readAsAccount(caller.accountId, tx => listSchedules(tx, ownerOf(caller), pageOf(query))),
      create: ({ payload }, caller) =>
        actFor(database, caller, ['reportSchedule.create', payload], (tx, actor) => createSchedule(tx, actor, payload)),
      update: ({ params: { id }, payload }, caller) =>
        actFor(database, caller, ['reportSchedule.update', id, payload], (tx, actor) =>
          changeSchedule(tx, actor, id, payload),
        ),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(
          actFor(database, caller, ['reportSchedule.delete', id], (tx, actor) => removeSchedule(tx, actor, id)),
        ),
    }
  }),
)
