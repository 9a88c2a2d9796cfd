import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { plainJson } from '#kernel/http/plain-json'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { Journals } from './journals.service.ts'

/** /v1/journals, /v1/journal-links */
export const JournalsHttp = HttpApiBuilder.group(
  DeskApi,
  'journals',
  Effect.fn(function* (handlers) {
    const journals = yield* Journals
    return handlers.handleAll({
      append: ({ params, payload }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => journals.append(caller, params.journal, payload))),
      search: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => journals.search(caller, query))),
      read: ({ params, query }) =>
        plainJson(
          dyingUnavailable(Effect.flatMap(CurrentCaller, caller => journals.read(caller, params.journal, query))),
        ),
      looks: ({ params, query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => journals.looks(caller, params.journal, query))),
      link: ({ params, payload }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => journals.link(caller, params.journal, payload))),
      openLink: ({ payload }) =>
        plainJson(dyingUnavailable(Effect.flatMap(CurrentCaller, caller => journals.openLink(caller, payload)))),
    })
  }),
).pipe(Layer.provide(Journals.layer))
