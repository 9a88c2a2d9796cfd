import { Schema } from 'effect'
import { requiredText } from '../forms/form-fields.ts'
import { Id, IsoInstant, Version } from '../ids/ids.ts'
import { ReportFileFormat } from './report-file.ts'
import { ReportAddress } from './report-view.ts'
import { ReportType } from './report.ts'

/** The most schedules that one user has in an account. */
export const REPORT_SCHEDULES_MAX = 50

/** How often a report is mailed. */
export const ScheduleEvery = Schema.Literals(['daily', 'weekly', 'monthly'])
export type ScheduleEvery = typeof ScheduleEvery.Type

const from = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

const fields = {
  type: ReportType,
  filters: ReportAddress,
  name: requiredText({ label: 'Name', maxLength: 100 }),
  format: ReportFileFormat,
  every: ScheduleEvery,
  /** Of the owner's time zone. */
  local_hour: from(0, 23),
  is_paused: Schema.Boolean,
}
/** Of a weekly one: 1 is Monday. */
const weekday = from(1, 7)
/** Of a monthly one; every month has 28 days. */
const day = from(1, 28)

/** A report that is mailed to its owner as a file, with what the owner may see at that time. */
export const ReportSchedule = Schema.Struct({
  report_schedule_ud: Id,
  ...fields,
  weekday,
  day,
  /** When it is sent next; null: it is paused. */
  due_at: Schema.NullOr(IsoInstant),
  last_sent_at: Schema.NullOr(IsoInstant),
  /** Why the last time failed; null: it did not. */
  fault: Schema.NullOr(Schema.String),
  version: Version,
})
export type ReportSchedule = typeof ReportSchedule.Type

/** A schedule as it is made and changed; days that are left out are the first. `version` is that which the editor saw. */
export const ReportScheduleForm = Schema.Struct({
  ...fields,
  weekday: Schema.optionalKey(weekday),
  day: Schema.optionalKey(day),
  version: Schema.optionalKey(Version),
})
export type ReportScheduleForm = typeof ReportScheduleForm.Type
