import { CurrentCaller, type Caller } from '@desk/api/authorization'
import { DeskApi } from '@desk/api/contract'
import { IDEMPOTENCY_KEY_HEADER } from '@desk/api/once'
import type { SourceTemplate, SourceTemplateSettings } from '@desk/schema/sources/source-template'
import { Effect, Layer } from 'effect'
import { HttpApiBuilder } from 'effect/http-api'
import { dyingUnavailable } from '#kernel/http/unavailable'
import { SourceTemplates } from './source-templates.service.ts'

function withoutSettings(template: SourceTemplateSettings): SourceTemplate {
  const { source_template_id, name, source_template_type, qualifications_count, quotas_count, created_by, created_at } =
    template
  return { source_template_id, name, source_template_type, qualifications_count, quotas_count, created_by, created_at }
}

/** api:T21–T32 */
export const SourceTemplatesHttp = HttpApiBuilder.group(
  DeskApi,
  'sourceTemplates',
  Effect.fn(function* (handlers) {
    const templates = yield* SourceTemplates
    const asCaller = <A, E, R>(act: (caller: Caller) => Effect.Effect<A, E, R>) => Effect.flatMap(CurrentCaller, act)
    return handlers.handleAll({
      list: ({ query }) =>
        dyingUnavailable(
          asCaller(caller => Effect.map(templates.list(caller, query), list => list.map(withoutSettings))),
        ),
      createFromSource: ({ payload, headers }) =>
        dyingUnavailable(
          asCaller(caller =>
            Effect.map(templates.createFromSource(caller, payload, headers[IDEMPOTENCY_KEY_HEADER]), withoutSettings),
          ),
        ),
      listSettings: ({ query }) => dyingUnavailable(asCaller(caller => templates.list(caller, query))),
      create: ({ payload, headers }) =>
        dyingUnavailable(asCaller(caller => templates.create(caller, payload, headers[IDEMPOTENCY_KEY_HEADER]))),
      qualsQuotas: ({ params }) => dyingUnavailable(asCaller(caller => templates.qualsQuotas(caller, params.id))),
      remove: ({ query }) => dyingUnavailable(asCaller(caller => templates.remove(caller, query.source_template_id))),
      listAllocations: ({ query }) => dyingUnavailable(asCaller(caller => templates.listAllocations(caller, query))),
      createAllocation: ({ payload, headers }) =>
        dyingUnavailable(
          asCaller(caller => templates.createAllocation(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      updateAllocation: ({ payload, headers }) =>
        dyingUnavailable(
          asCaller(caller => templates.updateAllocation(caller, payload, headers[IDEMPOTENCY_KEY_HEADER])),
        ),
      readAllocation: ({ params }) => dyingUnavailable(asCaller(caller => templates.readAllocation(caller, params.id))),
      removeAllocation: ({ params }) =>
        dyingUnavailable(asCaller(caller => templates.removeAllocation(caller, params.id))),
      loadAllocation: ({ params, payload, headers }) =>
        dyingUnavailable(
          asCaller(caller =>
            templates.loadAllocation(caller, params.scope, params.id, payload, headers[IDEMPOTENCY_KEY_HEADER]),
          ),
        ),
    })
  }),
).pipe(Layer.provide(SourceTemplates.layer))
