import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Statistics } from './statistics.service.ts'

/** api:D1–D4 */
export const StatisticsHttp = HttpApiBuilder.group(
  DeskApi,
  'statistics',
  Effect.fn(function* (handlers) {
    const statistics = yield* Statistics
    return handlers.handleAll({
      traffic: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => statistics.traffic(caller, params.id, query))),
      financials: ({ params, query }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => statistics.financials(caller, params.a, params.b, query)),
        ),
      managers: ({ params, query }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => statistics.managers(caller, params.a, params.b, query)),
        ),
      week: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => statistics.week(caller, query))),
    })
  }),
).pipe(Layer.provide(Statistics.layer))
