import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { QualityQuestions } from './quality-questions.service.ts'

/** api:Y1–Y4 */
export const QualityQuestionsHttp = HttpApiBuilder.group(
  DeskApi,
  'qualityQuestions',
  Effect.fn(function* (handlers) {
    const questions = yield* QualityQuestions
    return handlers.handleAll({
      list: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => questions.list(caller, query))),
      create: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => questions.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      change: ({ params, payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller =>
            questions.change(caller, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
      remove: ({ params }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => questions.remove(caller, params.id))),
    })
  }),
).pipe(Layer.provide(QualityQuestions.layer))
