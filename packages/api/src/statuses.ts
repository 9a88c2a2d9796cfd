import { IdFromText } from '@desk/schema/ids/ids'
import { StatusChangeAnswer, StatusChangeRequest, StatusEvent, StatusOptions } from '@desk/schema/statuses/status-view'
import { LaunchAnswer, LaunchPlan, LaunchRequest } from '@desk/schema/statuses/launch'
import { StatusScope } from '@desk/schema/statuses/status'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

/** Status changes (api:P9), the allowed ones with their effects, launches of several objects, and the history of an object. */
export class StatusesApi extends HttpApiGroup.make('statuses')
  .add(
    HttpApiEndpoint.patch('change', '/v1/survey-streams', {
      headers: onceHeaders,
      payload: StatusChangeRequest,
      success: StatusChangeAnswer,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('options', '/v1/statuses/:scope/:id', {
      params: { scope: StatusScope, id: IdFromText },
      success: StatusOptions,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('launchPlan', '/v1/statuses/:scope/:id/launch', {
      params: { scope: StatusScope, id: IdFromText },
      success: LaunchPlan,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('launch', '/v1/statuses/:scope/:id/launch', {
      params: { scope: StatusScope, id: IdFromText },
      headers: onceHeaders,
      payload: LaunchRequest,
      success: LaunchAnswer,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.get('history', '/v1/statuses/:scope/:id/history', {
      params: { scope: StatusScope, id: IdFromText },
      query: pageQuery,
      success: Schema.Array(StatusEvent),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
