import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { tellTruth } from '../http/kept/truth.ts'
import { plainJson } from '../http/plain-json.ts'
import { dyingUnavailable } from '../http/unavailable.ts'
import { Sources } from './sources.service.ts'

/** api:T7, T10, U2, and one respondent explained */
export const SourcesHttp = HttpApiBuilder.group(
  DeskApi,
  'sources',
  Effect.fn(function* (handlers) {
    const sources = yield* Sources
    return handlers.handleAll({
      read: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.read(caller, params.id))),
      survey: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.survey(caller, params.id))),
      table: ({ params, query }) => plainJson(
          dyingUnavailable(
            Effect.gen(function* () {
              const { rows, truth } = yield* sources.table(yield* CurrentCaller, params.id, query)
              tellTruth((yield* HttpServerRequest.HttpServerRequest).source, truth)
              return rows
            }),
          ),
        ),
      explain: ({ params, query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.explain(caller, params.id, query.find))),
    })
  }),
).pipe(Layer.provide(Sources.layer))
