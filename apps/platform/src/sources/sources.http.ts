import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
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
      table: ({ params, query }) => plainJson(dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.table(caller, params.id, query)))),
      explain: ({ params, query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.explain(caller, params.id, query.find))),
    })
  }),
).pipe(Layer.provide(Sources.layer))
