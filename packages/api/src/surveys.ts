import { SurveyFigures } from '@desk/schema/figures/figures'
import { IdFromText } from '@desk/schema/ids/ids'
import { BuyerPricing, BuyerPricingQuery } from '@desk/schema/rate-cards/rate-card'
import { StatusCode } from '@desk/schema/statuses/status'
import { PracticeSurvey } from '@desk/schema/surveys/practice-survey'
import { Survey, SurveyDetail } from '@desk/schema/surveys/survey'
import { NewSurvey, SurveyChanges } from '@desk/schema/surveys/survey-form'
import { SurveyLimitsChanges, SurveyPerformance } from '@desk/schema/surveys/survey-limits'
import { EngageLanguage, SurveyTestStatus } from '@desk/schema/surveys/survey-tests'
import { Schema } from 'effect'
import { HttpApiEndpoint, HttpApiGroup } from 'effect/http-api'
import { DecodeFaults, OpenTo, SignedIn } from './authorization.ts'
import { Conflict, NotFound } from './errors.ts'
import { KeyAccess } from './key-access.ts'
import { pageQuery } from './lists.ts'
import { onceHeaders } from './once.ts'

/** Surveys: api:P5, api:S1–S10. */
export class SurveysApi extends HttpApiGroup.make('surveys')
  .add(
    HttpApiEndpoint.get('list', '/v1/surveys', {
      query: {
        pm_proj_ud: IdFromText,
        state: Schema.optionalKey(Schema.Union([Schema.Literal('all'), IdFromText])),
        ...pageQuery,
      },
      success: Schema.Array(Survey),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('read', '/v1/surveys/:id', {
      params: { id: IdFromText },
      success: SurveyDetail,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.post('create', '/v1/surveys', {
      headers: onceHeaders,
      payload: NewSurvey,
      success: SurveyDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.put('update', '/v1/surveys/:id', {
      headers: onceHeaders,
      params: { id: IdFromText },
      payload: SurveyChanges,
      success: SurveyDetail,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    HttpApiEndpoint.post('figures', '/v1/metrics/surveys/:id', {
      params: { id: IdFromText },
      success: SurveyFigures,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.get('engageLanguage', '/v1/survey/:id/engage-language', {
      params: { id: IdFromText },
      success: EngageLanguage,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('testStatus', '/v1/survey/:id/test-status', {
      params: { id: IdFromText },
      success: SurveyTestStatus,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('performance', '/v1/survey/:id/performance', {
      params: { id: IdFromText },
      success: SurveyPerformance,
      error: NotFound,
    })
      .annotate(OpenTo, 'open projects')
      .annotate(KeyAccess, 'read_figures'),
    HttpApiEndpoint.put('updateLimits', '/v1/survey/:id/performance', {
      headers: onceHeaders,
      params: { id: IdFromText },
      payload: SurveyLimitsChanges,
      success: SurveyPerformance,
      error: [NotFound, Conflict],
    }).annotate(OpenTo, 'write studies'),
    // an addition to the spec's calls: a survey URL to test with before the client sends the real one
    HttpApiEndpoint.get('practiceSurvey', '/v1/practice-survey', { success: PracticeSurvey }).annotate(
      OpenTo,
      'open projects',
    ),
    HttpApiEndpoint.get('buyerPricing', '/v1/buyer-pricing', {
      query: BuyerPricingQuery,
      success: BuyerPricing,
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
    HttpApiEndpoint.get('liveSources', '/v1/survey/:id/status', {
      params: { id: IdFromText },
      query: { statusid: Schema.optionalKey(IdFromText) },
      success: Schema.Struct({ pm_sy_ud: Schema.Int, statusid: StatusCode, live_stream_count: Schema.Int }),
      error: NotFound,
    }).annotate(OpenTo, 'open projects'),
  )
  .middleware(DecodeFaults)
  .middleware(SignedIn) {}
