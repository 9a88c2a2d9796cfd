import { IdFromText } from '@desk/schema/ids/ids'
import {
  NewReportView,
  ReportView,
  ReportViewChanges,
  ReportViewDefault,
  ViewType,
} from '@desk/schema/reports/report-view'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

const ofView = { id: IdFromText }

/** Saved views of reports and lists (§2.12, day.md §3): one's own, and those that others of the account share. */
export class ReportViewsApi extends HttpApiGroup.make('reportViews')
  .add(
    HttpApiEndpoint.get('list', '/v1/report-views', {
      query: { type: Schema.optionalKey(ViewType), ...pageQuery },
      success: Schema.Array(ReportView),
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('create', '/v1/report-views', {
      payload: NewReportView,
      success: ReportView,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.put('update', '/v1/report-views/:id', {
      params: ofView,
      payload: ReportViewChanges,
      success: ReportView,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'open projects'),
    // the caller's default of that list, in place of another one
    HttpApiEndpoint.put('setDefault', '/v1/report-views/:id/default', {
      params: ofView,
      payload: ReportViewDefault,
      success: ReportView,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.delete('remove', '/v1/report-views/:id', {
      params: ofView,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'open projects'),
    // takes a deletion back
    HttpApiEndpoint.post('restore', '/v1/report-views/:id/restore', {
      params: ofView,
      success: ReportView,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'open projects'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
