import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '../http/unavailable.ts'
import { Surveys } from './surveys.service.ts'

/** api:P5, S1, S4, S10 */
export const SurveysHttp = HttpApiBuilder.group(
  DeskApi,
  'surveys',
  Effect.fn(function* (handlers) {
    const surveys = yield* Surveys
    return handlers.handleAll({
      list: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.list(caller, query))),
      read: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.read(caller, params.id))),
      figures: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.figures(caller, params.id))),
      liveSources: ({ params, query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => surveys.liveSources(caller, params.id, query.statusid))),
    })
  }),
).pipe(Layer.provide(Surveys.layer))
