import { CurrentCaller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { SourceQuotas } from './source-quotas.service.ts'

/** api:T1–T4 */
export const SourceQuotasHttp = HttpApiBuilder.group(
  DeskApi,
  'sourceQuotas',
  Effect.fn(function* (handlers) {
    const quotas = yield* SourceQuotas
    return handlers.handleAll({
      readFlat: ({ query }) =>
        dyingUnavailable(Effect.flatMap(CurrentCaller, caller => quotas.readFlat(caller, query.stmid))),
      replaceFlat: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => quotas.replaceFlat(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      read: ({ query }) => dyingUnavailable(Effect.flatMap(CurrentCaller, caller => quotas.read(caller, query.stmid))),
      replace: ({ payload, headers }) =>
        dyingUnavailable(
          Effect.flatMap(CurrentCaller, caller => quotas.replace(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
    })
  }),
).pipe(Layer.provide(SourceQuotas.layer))
