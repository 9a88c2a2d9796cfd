import {
  REPORT_SCHEDULES_MAX,
  type ReportSchedule,
  type ReportScheduleForm,
} from '@desk/schema/reports/report-schedule'
import type { Tx } from '#kernel/db/tx'
import { edit, inAccount, make, remove, type Actor } from '#kernel/edits/edit'
import type { Outcome } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import * as store from './schedules.store.ts'

/** Whose schedules an actor handles. */
export const ownerOf = ({ accountId, user }: Pick<Actor, 'accountId' | 'user'>): store.Owner => ({
  accountId,
  userId: user.uid,
  timeZoneCode: user.user_time_zone,
})

const reread = async (tx: Tx, actor: Actor, id: number): Promise<ReportSchedule> =>
  requireFound(await store.findSchedule(tx, ownerOf(actor), id), 'report schedule')

const fieldsOf = (of: ReportScheduleForm | ReportSchedule): store.ScheduleFields => ({
  type: of.type,
  filters: of.filters,
  name: of.name.trim(),
  format: of.format,
  every: of.every,
  local_hour: of.local_hour,
  weekday: of.weekday ?? 1,
  day: of.day ?? 1,
  is_paused: of.is_paused,
})

const factsOf = (schedule: ReportSchedule): HistoryFacts => ({ ...fieldsOf(schedule) })

/** Makes a schedule of the actor's. */
export function createSchedule(tx: Tx, actor: Actor, form: ReportScheduleForm): Promise<Outcome<ReportSchedule, null>> {
  return make<true, ReportSchedule, null>(tx, actor, {
    scope: 'report_schedule',
    lock: inAccount,
    judge: async () =>
      (await store.countSchedules(tx, ownerOf(actor))) < REPORT_SCHEDULES_MAX
        ? undefined
        : {
            kind: 'refused',
            reason: 'too_many',
            message: `You have ${REPORT_SCHEDULES_MAX} schedules already: delete one that is no longer used.`,
            current: null,
          },
    write: () => store.insertSchedule(tx, ownerOf(actor), fieldsOf(form), actor.at),
    facts: async id => factsOf(await reread(tx, actor, id)),
    read: id => reread(tx, actor, id),
  })
}

/** Changes a schedule, pauses it or goes on with it; it is sent next at the first time that follows. */
export function changeSchedule(
  tx: Tx,
  actor: Actor,
  id: number,
  form: ReportScheduleForm,
): Promise<Outcome<ReportSchedule>> {
  return edit<ReportSchedule, store.ScheduleFields, ReportSchedule, ReportSchedule>(tx, actor, {
    scope: 'report_schedule',
    noun: 'schedule',
    id,
    lock: () => store.lockSchedule(tx, ownerOf(actor), id),
    judge: stored => ({ before: fieldsOf(stored), after: fieldsOf(form) }),
    version: stored => ({ seen: form.version, stored: stored.version }),
    write: after => store.updateSchedule(tx, ownerOf(actor), id, after, actor.at),
    facts: async () => factsOf(await reread(tx, actor, id)),
    read: () => reread(tx, actor, id),
  })
}

export function removeSchedule(tx: Tx, actor: Actor, id: number): Promise<Outcome<null, null>> {
  return remove<ReportSchedule, null>(tx, actor, {
    scope: 'report_schedule',
    id,
    lock: () => store.lockSchedule(tx, ownerOf(actor), id),
    facts: factsOf,
    write: () => store.deleteSchedule(tx, ownerOf(actor), id),
  })
}
