import { EmbedAnswer, EmbedQuery } from '@desk/schema/embedded-reports/embedded-report'
import { EmbedCheck, EmbedSettingsChange, StoredEmbedSettings } from '@desk/schema/embedded-reports/embed-settings'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn, WorksOn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'

/** Tokens that embed a report of the reporting service for the caller alone (§3.32, §7.30): api:E1, E2. */
export class EmbeddedReportsApi extends HttpApiGroup.make('embeddedReports')
  .add(
    HttpApiEndpoint.get('authenticate', '/v1/pbi-authentication', { query: EmbedQuery, success: EmbedAnswer })
      .annotate(OpenTo, 'signedIn')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'sessions only'),
    // the same on local and dev hosts; elsewhere 404
    HttpApiEndpoint.get('localToken', '/desk-api/desk/get-bi-token', {
      query: EmbedQuery,
      success: EmbedAnswer,
      error: NotFound,
    })
      .annotate(OpenTo, 'signedIn')
      .annotate(WorksOn, 'defended account')
      .annotate(KeyAccess, 'sessions only'),
    // additions: which reports there are (§9.13), and whether the service gives them
    HttpApiEndpoint.get('readSettings', '/v1/embedded-reports', { success: StoredEmbedSettings }).annotate(
      OpenTo,
      'edit the platform',
    ),
    HttpApiEndpoint.put('changeSettings', '/v1/embedded-reports', {
      payload: EmbedSettingsChange,
      success: StoredEmbedSettings,
      error: Conflict,
    }).annotate(OpenTo, 'edit the platform'),
    HttpApiEndpoint.post('check', '/v1/embedded-reports/check', { success: EmbedCheck }).annotate(
      OpenTo,
      'edit the platform',
    ),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
