import { AlertChannel, AlertChannelChanges, NewAlertChannel } from '@desk/schema/alerts/alert-channel'
import { AlertMute, NewAlertMute } from '@desk/schema/alerts/alert-mute'
import { AlertDigest } from '@desk/schema/alerts/alert-digest'
import { AlertRule, AlertRuleChanges, AlertSnooze, NewAlertRule } from '@desk/schema/alerts/alert-rule'
import { Alert, alertFilters, AlertPage, AlertsRead, UnreadAlerts } from '@desk/schema/alerts/alert'
import { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import { IdFromText } from '@desk/schema/ids/ids'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

const params = { id: IdFromText }

/** The alerts of the caller, who sees no one else's: an addition to the spec's calls (docs/decisions/0047). */
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
  .add(
    HttpApiEndpoint.post('snooze', '/v1/alerts/:id/snooze', {
      params,
      payload: AlertSnooze,
      success: Alert,
      error: NotFound,
    })
      .annotate(OpenTo, 'snooze alerts')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** Rules for alerts: each user's own, and for admins those of the account. */
export class AlertRulesApi extends HttpApiGroup.make('alertRules')
  .add(
    HttpApiEndpoint.get('list', '/v1/alert-rules', { query: pageQuery, success: Schema.Array(AlertRule) })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('create', '/v1/alert-rules', {
      payload: NewAlertRule,
      success: AlertRule,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.put('update', '/v1/alert-rules/:id', {
      params,
      payload: AlertRuleChanges,
      success: AlertRule,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('remove', '/v1/alert-rules/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
  )
  .add(
    HttpApiEndpoint.get('digest', '/v1/alert-digest', { success: AlertDigest })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.put('setDigest', '/v1/alert-digest', { payload: AlertDigest, success: AlertDigest })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** The kinds of alerts that the caller has muted at a place. */
export class AlertMutesApi extends HttpApiGroup.make('alertMutes')
  .add(
    HttpApiEndpoint.get('list', '/v1/alert-mutes', { query: pageQuery, success: Schema.Array(AlertMute) })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('create', '/v1/alert-mutes', { payload: NewAlertMute, success: AlertMute, error: NotFound })
      .annotate(OpenTo, 'snooze alerts')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('remove', '/v1/alert-mutes/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error: NotFound,
    })
      .annotate(OpenTo, 'snooze alerts')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}

/** Slack and Teams channels that rules of the account post to, for its admins. */
export class AlertChannelsApi extends HttpApiGroup.make('alertChannels')
  .add(
    HttpApiEndpoint.get('list', '/v1/alert-channels', { query: pageQuery, success: Schema.Array(AlertChannel) })
      .annotate(OpenTo, 'manage alert rules')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('create', '/v1/alert-channels', {
      payload: NewAlertChannel,
      success: AlertChannel,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage alert rules')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.put('update', '/v1/alert-channels/:id', {
      params,
      payload: AlertChannelChanges,
      success: AlertChannel,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage alert rules')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.delete('remove', '/v1/alert-channels/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage alert rules')
      .annotate(KeyAccess, 'sessions only'),
    // posts a message now, past the queue, and answers how that went
    HttpApiEndpoint.post('test', '/v1/alert-channels/:id/test', {
      params,
      success: DeliveryAttempt,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage alert rules')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
