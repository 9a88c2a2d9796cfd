import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpServerRequest } from 'effect/http'
import { HttpApiBuilder } from 'effect/http-api'
import { tellTruth } from '#kernel/http/kept/truth'
import { plainJson } from '#kernel/http/plain-json'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Sources } from './sources.service.ts'

/** api:T7–T10, T13, T16, T17, T20, U2, U8, U9, and one respondent explained */
export const SourcesHttp = HttpApiBuilder.group(
  DeskApi,
  'sources',
  Effect.fn(function* (handlers) {
    const sources = yield* Sources
    return handlers.handleAll({
      read: ({ params }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.read(caller, params.id))),
      create: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => sources.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      update: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => sources.update(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      copy: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => sources.copy(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      duplicate: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => sources.duplicate(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      alias: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            sources.alias(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      survey: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.survey(caller, params.id))),
      table: ({ params, query }) =>
        plainJson(
          dyingUnavailable(
            Effect.gen(function* () {
              const { rows, truth } = yield* sources.table(yield* CurrentCaller, params.id, query)
              tellTruth((yield* HttpServerRequest.HttpServerRequest).source, truth)
              return rows
            }),
          ),
        ),
      testLink: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.testLink(caller, params.id))),
      tests: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.tests(caller, params.id, query))),
      defenderSettings: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.defenderSettings(caller, params.id))),
      explain: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => sources.explain(caller, params.id, query.find))),
    })
  }),
).pipe(Layer.provide(Sources.layer))
