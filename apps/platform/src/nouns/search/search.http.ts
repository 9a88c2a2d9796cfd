import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Search } from './search.service.ts'

/** GET /v1/search */
export const SearchHttp = HttpApiBuilder.group(
  DeskApi,
  'search',
  Effect.fn(function* (handlers) {
    const search = yield* Search
    return handlers.handleAll({
      find: ({ query }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            search.find(caller, query.text, { projectId: query.pm_proj_ud ?? null, surveyId: query.pm_sy_ud ?? null }),
          ),
        ),
    })
  }),
).pipe(Layer.provide(Search.layer))
