import { IdFromText } from '@desk/schema/ids/ids'
import { CostSummary, CostSummaryV2 } from '@desk/schema/reports/cost-summary'
import { ReportDownload } from '@desk/schema/reports/report-file'
import {
  isReportChangeSpan,
  REPORT_CHANGE_PART_FIELDS,
  ReportChange,
  ReportChangeQuery,
} from '@desk/schema/reports/report-change'
import { ChangedRespondent } from '@desk/schema/figures/figure-change'
import { OtherReportType, Report, ReportFilters, ReportType, TrafficRequest } from '@desk/schema/reports/report'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

const query = { pm_proj_ud: IdFromText }
const ofReport = { ...ReportFilters.fields, ...pageQuery }

/** Reports on a project: its costs (api:P11, P12); and those of the account over its projects, surveys, sources and suppliers (api:P6, P7, M14). */
export class ReportsApi extends HttpApiGroup.make('reports')
  .add(
    HttpApiEndpoint.get('costSummary', '/v1/reports/costsummary', {
      query,
      success: CostSummary,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('costSummaryV2', '/v2/reports/costsummary', {
      query,
      success: CostSummaryV2,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('traffic', '/v1/reports/traffic', { query: ofReport, success: Report, error: NotFound })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.post('trafficOf', '/v1/reports/traffic', {
      query: pageQuery,
      payload: TrafficRequest,
      success: Report,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('read', '/v1/reports/:type', {
      params: { type: OtherReportType },
      query: ofReport,
      success: Report,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    // why a figure of a line, or of the total, changed (settlement.md §4)
    HttpApiEndpoint.get('change', '/v1/reports/:type/change', {
      params: { type: ReportType },
      query: ReportChangeQuery,
      success: ReportChange,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    // who makes up one part of it, newest first
    HttpApiEndpoint.get('changedRespondents', '/v1/reports/:type/change/respondents', {
      params: { type: ReportType },
      query: Schema.Struct({ ...REPORT_CHANGE_PART_FIELDS, ...pageQuery }).check(isReportChangeSpan),
      success: Schema.Array(ChangedRespondent),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    // all lines, however many, as a file that comes while it is made; or the notes about it
    HttpApiEndpoint.get('file', '/v1/reports/:type/file', {
      params: { type: ReportType },
      query: { ...ReportFilters.fields, format: ReportDownload },
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
