import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { plainJson } from '#kernel/http/plain-json'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Qualifications } from './qualifications.service.ts'

/** api:T5, T6, Q1–Q13 */
export const QualificationsHttp = HttpApiBuilder.group(
  DeskApi,
  'qualifications',
  Effect.fn(function* (handlers) {
    const qualifications = yield* Qualifications
    return handlers.handleAll({
      find: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => qualifications.find(caller, query))),
      optionsFor: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => qualifications.optionsFor(caller, query))),
      createFirst: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            qualifications.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      replace: ({ query, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            qualifications.change(caller, query.uid, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      remove: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => qualifications.remove(caller, query.uid))),
      list: ({ query }) =>
        plainJson(dyingUnavailable(Effect.flatMap(CurrentCaller, caller => qualifications.list(caller, query)))),
      create: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            qualifications.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      change: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            qualifications.change(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      addText: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            qualifications.addText(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      options: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => qualifications.options(caller, params.id, query))),
      ofText: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => qualifications.ofText(caller, params.id))),
      replaceOptions: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            qualifications.replaceOptions(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      precode: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => qualifications.precode(caller, params.id))),
      library: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => qualifications.library(caller, query))),
      copy: ({ params, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            qualifications.copy(caller, params.id, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
    })
  }),
).pipe(Layer.provide(Qualifications.layer))
