import { SurveyFigures } from '@desk/schema/figures/figures'
import { IdFromText } from '@desk/schema/ids/ids'
import { StatusCode } from '@desk/schema/statuses/status'
import { Survey, SurveyDetail } from '@desk/schema/surveys/survey'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, SignedIn } from './authorization.ts'
import { NotFound } from './errors.ts'
import { pageQuery } from './lists.ts'

/** Surveys: api:P5, S1, S4, S10. */
export class SurveysApi extends HttpApiGroup.make('surveys')
  .add(
    HttpApiEndpoint.get('list', '/v1/surveys', {
      query: { pm_proj_ud: IdFromText, state: Schema.optionalKey(IdFromText), ...pageQuery },
      success: Schema.Array(Survey),
      error: NotFound,
    }),
    HttpApiEndpoint.get('read', '/v1/surveys/:id', { params: { id: IdFromText }, success: SurveyDetail, error: NotFound }),
    HttpApiEndpoint.post('figures', '/v1/metrics/surveys/:id', { params: { id: IdFromText }, success: SurveyFigures, error: NotFound }),
    HttpApiEndpoint.get('liveSources', '/v1/survey/:id/status', {
      params: { id: IdFromText },
      query: { statusid: Schema.optionalKey(IdFromText) },
      success: Schema.Struct({ pm_sy_ud: Schema.Int, statusid: StatusCode, live_stream_count: Schema.Int }),
      error: NotFound,
    }),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
