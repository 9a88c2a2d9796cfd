import { IdFromText } from '@desk/schema/ids/ids'
import { ReportSchedule, ReportScheduleForm } from '@desk/schema/reports/report-schedule'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

const ofSchedule = { id: IdFromText }

/** Reports that are mailed to the caller as files, again and again (§2.12). */
export class ReportSchedulesApi extends HttpApiGroup.make('reportSchedules')
  .add(
    HttpApiEndpoint.get('list', '/v1/report-schedules', {
      query: pageQuery,
      success: Schema.Array(ReportSchedule),
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('create', '/v1/report-schedules', {
      payload: ReportScheduleForm,
      success: ReportSchedule,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.put('update', '/v1/report-schedules/:id', {
      params: ofSchedule,
      payload: ReportScheduleForm,
      success: ReportSchedule,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.delete('remove', '/v1/report-schedules/:id', {
      params: ofSchedule,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'open projects'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
