import { DeliveryAttempt } from '@desk/schema/egress/delivery-attempt'
import { IdFromText, wholeFromText } from '@desk/schema/ids/ids'
import { confirmed } from '@desk/schema/users/confirmation'
import {
  Webhook,
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookReplay,
  WebhookReplayed,
  WebhookWithSecret,
} from '@desk/schema/webhooks/webhook'
import { WebhookChanges, WebhookForm } from '@desk/schema/webhooks/webhook-form'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

const params = { id: IdFromText }

/** Webhooks of a DESK account, for its admins: an addition to the spec's calls (docs/decisions/0045). */
export class WebhooksApi extends HttpApiGroup.make('webhooks')
  .add(
    HttpApiEndpoint.get('list', '/v1/webhooks', { query: pageQuery, success: Schema.Array(Webhook) }).annotate(
      OpenTo,
      'manage webhooks',
    ),
    // no Idempotency-Key, here and at its secret: a stored answer would store the secret
    HttpApiEndpoint.post('create', '/v1/webhooks', {
      payload: Schema.Struct({ ...WebhookForm.fields, ...confirmed }),
      success: WebhookWithSecret,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage webhooks')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.put('update', '/v1/webhooks/:id', {
      params,
      payload: WebhookChanges,
      success: Webhook,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage webhooks'),
    HttpApiEndpoint.delete('remove', '/v1/webhooks/:id', {
      params,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage webhooks'),
    // the old secret signs as well for a day
    HttpApiEndpoint.post('rotate', '/v1/webhooks/:id/secret', {
      params,
      payload: Schema.Struct(confirmed),
      success: WebhookWithSecret,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'manage webhooks')
      .annotate(KeyAccess, 'sessions only'),
    // sends a message now, past the queue, and answers how that went
    HttpApiEndpoint.post('test', '/v1/webhooks/:id/test', {
      params,
      success: DeliveryAttempt,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage webhooks'),
    // newest first; the next page is what lies before the last one's number
    HttpApiEndpoint.get('deliveries', '/v1/webhooks/:id/deliveries', {
      params,
      query: {
        limit: pageQuery.limit,
        before: Schema.optionalKey(wholeFromText(1, Number.MAX_SAFE_INTEGER)),
        state: Schema.optionalKey(WebhookDeliveryState),
      },
      success: Schema.Array(WebhookDelivery),
      error: NotFound,
    }).annotate(OpenTo, 'manage webhooks'),
    HttpApiEndpoint.post('replay', '/v1/webhooks/:id/replays', {
      params,
      payload: WebhookReplay,
      success: WebhookReplayed,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'manage webhooks'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
