import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { plainJson } from '#kernel/http/plain-json'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { HourlyCompletes } from './hourly-completes.service.ts'
import { Projects } from './projects.service.ts'

/** api:P1–P4, P8, P10, P13 */
export const ProjectsHttp = HttpApiBuilder.group(
  DeskApi,
  'projects',
  Effect.fn(function* (handlers) {
    const projects = yield* Projects
    const hourlyCompletes = yield* HourlyCompletes
    return handlers.handleAll({
      list: ({ query }) =>
        plainJson(dyingUnavailable(Effect.flatMap(CurrentCaller, caller => projects.list(caller, query)))),
      totals: ({ query }) =>
        plainJson(dyingUnavailable(Effect.flatMap(CurrentCaller, caller => projects.totals(caller, query)))),
      read: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => projects.read(caller, params.id))),
      create: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => projects.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      update: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            projects.update(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      performance: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => projects.performance(caller, params.id))),
      figures: ({ query: { pm_proj_ud: projectId }, payload }) =>
        plainJson(
          dyingUnavailable(
            Effect.gen(function* () {
              const caller = yield* CurrentCaller
              return projectId === undefined
                ? yield* projects.figures(caller, payload.pm_proj_uds)
                : yield* projects.surveyFigures(caller, projectId)
            }),
          ),
        ),
      hourlyCompletes: ({ payload }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => hourlyCompletes.read(caller, payload))),
    })
  }),
).pipe(Layer.provide([Projects.layer, HourlyCompletes.layer]))
