import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { tellTruth } from '#kernel/http/kept/truth'
import { plainJson } from '#kernel/http/plain-json'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Surveys } from './surveys.service.ts'

/** api:P5, S1–S10 */
export const SurveysHttp = HttpApiBuilder.group(
  DeskApi,
  'surveys',
  Effect.fn(function* (handlers) {
    const surveys = yield* Surveys
    return handlers.handleAll({
      list: ({ query }) =>
        plainJson(
          dyingUnavailable(
            Effect.gen(function* () {
              const { surveys: listed, truth } = yield* surveys.list(yield* CurrentCaller, query)
              tellTruth((yield* HttpServerRequest.HttpServerRequest).source, truth)
              return listed
            }),
          ),
        ),
      read: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.read(caller, params.id))),
      create: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => surveys.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      update: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            surveys.update(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      engageLanguage: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.engageLanguage(caller, params.id))),
      testStatus: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.testStatus(caller, params.id))),
      performance: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.performance(caller, params.id))),
      updateLimits: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            surveys.updateLimits(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      practiceSurvey: () => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.practiceSurvey(caller))),
      buyerPricing: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.buyerPricing(caller, query))),
      figures: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.figures(caller, params.id))),
      liveSources: ({ params, query }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => surveys.liveSources(caller, params.id, query.statusid)),
        ),
    })
  }),
).pipe(Layer.provide(Surveys.layer))
