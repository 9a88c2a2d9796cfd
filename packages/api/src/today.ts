import { FirstSteps } from '@desk/schema/today/first-steps'
import { ProjectViews } from '@desk/schema/today/project-views'
import { SinceYouLeft } from '@desk/schema/today/since'
import { FinishingSource, Today, TodayOf, TodaySnooze, TodaySnoozed } from '@desk/schema/today/today'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'

const of = { of: Schema.optionalKey(TodayOf) }

/** The manager's day (docs/decisions/0097): an addition to the spec's calls. */
export class TodayApi extends HttpApiGroup.make('today')
  .add(
    HttpApiEndpoint.get('views', '/v1/project-views', { query: of, success: ProjectViews })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.get('firstSteps', '/v1/first-steps', { success: FirstSteps })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.get('list', '/v1/today', { query: { ...of, limit: pageQuery.limit }, success: Today })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.post('snooze', '/v1/today/snooze', { payload: TodaySnooze, success: TodaySnoozed })
      .annotate(OpenTo, 'snooze alerts')
      .annotate(KeyAccess, 'sessions only'),
    HttpApiEndpoint.get('finishing', '/v1/today/finishing', {
      query: { ...of, limit: pageQuery.limit },
      success: Schema.Array(FinishingSource),
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
  )
  .add(
    HttpApiEndpoint.get('since', '/v1/today/since', { query: of, success: SinceYouLeft })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'sessions only'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
