import {
  ReviewDone,
  ReviewFilters,
  ReviewForm,
  ReviewHistory,
  ReviewHistoryFilter,
  ReviewQueue,
} from '@desk/schema/defender/review'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn, WorksOn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { onceHeaders } from './once.ts'

/** Flagged completes and what reviewers say of them (§2.27, docs/decisions/0075). */
export class ReviewsApi extends HttpApiGroup.make('reviews')
  .add(
    HttpApiEndpoint.get('queue', '/v1/defender/review', { query: ReviewFilters.fields, success: ReviewQueue })
      .annotate(OpenTo, 'see flagged completes')
      .annotate(WorksOn, 'defended account'),
    // all of them or none: 404 for an id that is no flagged complete of the account, 409 for one that was reconciled
    HttpApiEndpoint.post('decide', '/v1/defender/review', {
      headers: onceHeaders,
      payload: ReviewForm,
      success: ReviewDone,
      error: [NotFound, Conflict],
    })
      .annotate(OpenTo, 'review completes')
      .annotate(WorksOn, 'defended account'),
    HttpApiEndpoint.get('history', '/v1/defender/review/history', {
      query: ReviewHistoryFilter.fields,
      success: ReviewHistory,
      error: NotFound,
    })
      .annotate(OpenTo, 'see flagged completes')
      .annotate(WorksOn, 'defended account'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
