import { IdFromText } from '@desk/schema/ids/ids'
import {
  EventExport,
  FilterDate,
  FilterSource,
  FilterSupplier,
  MainDownload,
  ReconciliationChoice,
  RetrievedRespondents,
} from '@desk/schema/reconciliation/reconciliation-choice'
import {
  ReconciliationPreviewForm,
  ReconciliationStoreForm,
  ReconciliationUpload,
} from '@desk/schema/reconciliation/reconciliation-forms'
import {
  ReconciliationPreview,
  ReconciliationReport,
  StoredReconciliation,
} from '@desk/schema/reconciliation/reconciliation-preview'
import {
  ReconciliationProgress,
  ReconciliationProgressQuery,
} from '@desk/schema/reconciliation/reconciliation-progress'
import { ReconciliationRequest } from '@desk/schema/reconciliation/reconciliation-request'
import {
  ProjectIndicator,
  ProjectIndicatorForm,
  ReconciliationSummary,
  ReconciliationUser,
} from '@desk/schema/reconciliation/reconciliation-summary'
import { rowFilterFields } from '@desk/schema/reconciliation/row-filter'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

const params = { project: IdFromText }
const csv = Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array())

/** Reconciliation of completes (§2.22, §7.16, settlement.md §1): api:R1–R13, P14. */
export class ReconciliationApi extends HttpApiGroup.make('reconciliation')
  .add(
    // what the screen of the new version needs (api:R13)
    HttpApiEndpoint.get('user', '/v1/reconciliation/userv2', { success: ReconciliationUser }).annotate(
      OpenTo,
      'read reconciliations',
    ),
    // the requests of a project, newest first (api:R1)
    HttpApiEndpoint.get('list', '/v1/reconciliation/:project', {
      params,
      query: pageQuery,
      success: Schema.Array(ReconciliationRequest),
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    // a request's rows in their present state: a page as JSON (api:R2)
    HttpApiEndpoint.get('report', '/v1/reconciliation/:project/report', {
      params,
      query: {
        reconciliation_ud: IdFromText,
        ...rowFilterFields,
        // left out: json; csv has every row, of all pages
        format: Schema.optionalKey(Schema.Literals(['json', 'csv'])),
        ...pageQuery,
      },
      success: ReconciliationReport,
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    // a file, read and previewed, which stores no adjustment yet (api:R3); the same bytes again: 409 known_file
    HttpApiEndpoint.post('upload', '/v1/reconciliation/:project', {
      params,
      headers: onceHeaders,
      payload: ReconciliationUpload,
      success: ReconciliationPreview,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'reconcile'),
    HttpApiEndpoint.get('summary', '/v1/reconciliation/:project/summary', {
      params,
      success: ReconciliationSummary,
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    // how far the caller's own preview or store is: answers once there is news
    HttpApiEndpoint.get('progress', '/v1/reconciliation/:project/progress', {
      params,
      query: ReconciliationProgressQuery,
      success: ReconciliationProgress,
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    HttpApiEndpoint.get('filterDates', '/v1/reconciliation/:project/filterdates', {
      params,
      query: pageQuery,
      success: Schema.Array(FilterDate),
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    HttpApiEndpoint.get('filterStreams', '/v1/reconciliation/:project/filterstreams', {
      params,
      query: pageQuery,
      success: Schema.Array(FilterSource),
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    HttpApiEndpoint.get('filterSuppliers', '/v1/reconciliation/:project/filtersuppliers', {
      params,
      query: pageQuery,
      success: Schema.Array(FilterSupplier),
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    // the events of a project's reconciliations as CSV (api:R8)
    HttpApiEndpoint.post('eventExport', '/v1/reconciliation/eventexport', {
      payload: EventExport,
      success: csv,
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    // respondents to tick (api:R9)
    HttpApiEndpoint.post('retrieve', '/v1/reconciliation/retrieve', {
      query: pageQuery,
      payload: ReconciliationChoice,
      success: RetrievedRespondents,
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    // a preview of pasted or ticked rows, of an undo, or of an existing request again (api:R10)
    HttpApiEndpoint.post('preview', '/v1/reconciliation/preview', {
      headers: onceHeaders,
      payload: ReconciliationPreviewForm,
      success: ReconciliationPreview,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'reconcile'),
    // 409: rows_changed (current: ChangedSince), digest_mismatch, number_needed, not_all_applicable, wrong_state, nothing_to_apply
    HttpApiEndpoint.post('store', '/v1/reconciliation/store', {
      headers: onceHeaders,
      payload: ReconciliationStoreForm,
      success: StoredReconciliation,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'reconcile'),
    // CSV of a request's rows, or of chosen respondents (api:R12)
    HttpApiEndpoint.post('mainDownload', '/v1/reconciliation/maindownload', {
      payload: MainDownload,
      success: csv,
      error: NotFound,
    }).annotate(OpenTo, 'read reconciliations'),
    // the Recon Indicator of projects (api:P14, §6.8)
    HttpApiEndpoint.post('projectIndicator', '/v1/reconciliation/projectindicator', {
      query: pageQuery,
      payload: ProjectIndicatorForm,
      success: Schema.Array(ProjectIndicator),
    }).annotate(OpenTo, 'see the recon indicator'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
