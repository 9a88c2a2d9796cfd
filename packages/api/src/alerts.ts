import { alertFilters, AlertPage, AlertsRead, UnreadAlerts } from '@desk/schema/alerts/alert'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

/** The alerts of the caller, who sees nobody else's: an addition to the spec's calls (docs/decisions/0047). */
export class AlertsApi extends HttpApiGroup.make('alerts')
  .add(
    HttpApiEndpoint.get('list', '/v1/alerts', {
      query: { ...alertFilters, before: Schema.optionalKey(IdFromText), limit: pageQuery.limit },
      success: AlertPage,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.get('unread', '/v1/alerts/unread', { success: UnreadAlerts })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    // a CSV file
    HttpApiEndpoint.get('export', '/v1/alerts/export', {
      query: alertFilters,
      success: Schema.String.pipe(HttpApiSchema.asText()),
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('read', '/v1/alerts/read', { payload: AlertsRead, success: UnreadAlerts })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
