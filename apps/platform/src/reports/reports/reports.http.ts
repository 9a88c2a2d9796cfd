import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Reports } from './reports.service.ts'

/** api:P11, P12 */
export const ReportsHttp = HttpApiBuilder.group(
  DeskApi,
  'reports',
  Effect.fn(function* (handlers) {
    const reports = yield* Reports
    return handlers.handleAll({
      costSummary: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => reports.costSummary(caller, query.pm_proj_ud))),
      costSummaryV2: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => reports.costSummaryV2(caller, query.pm_proj_ud))),
    })
  }),
).pipe(Layer.provide(Reports.layer))
