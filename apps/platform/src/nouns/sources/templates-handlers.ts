import type { Caller } from '@desk/api/authorization'
import type { SourceTemplate, SourceTemplateSettings, TemplateOfSource } from '@desk/schema/sources/source-template'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import * as allocations from './allocation-templates.ts'
import {
  findTemplateQuotas,
  keepSource,
  keepTemplate,
  listSourceTemplates,
  removeSourceTemplate,
} from './source-templates.ts'

function withoutSettings(template: SourceTemplateSettings): SourceTemplate {
  const { source_template_id, name, source_template_type, qualifications_count, quotas_count, created_by, created_at } =
    template
  return { source_template_id, name, source_template_type, qualifications_count, quotas_count, created_by, created_at }
}

/** Templates of sources and of supplier allocations. */
export const sourceTemplateHandlers = handlersOf(
  'sourceTemplates',
  Effect.gen(function* () {
    const database = yield* Database
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    /** The account's source templates (api:T21, T23). */
    const list = Effect.fn('SourceTemplates.list')(function* (caller: Caller, page: PageQuery) {
      return yield* database.readAsAccount(caller.accountId, tx =>
        listSourceTemplates(tx, caller.accountId, pageOf(page)),
      )
    })

    /** Keeps a source as a template (api:T22). */
    const createFromSource = Effect.fn('SourceTemplates.createFromSource')(function* (
      caller: Caller,
      input: TemplateOfSource,
      key: string | undefined,
    ) {
      const at = yield* now
      return yield* actFor(database, caller, { key, request: ['template of source', JSON.stringify(input)], at }, tx =>
        keepSource(tx, caller, input, at),
      )
    })

    return {
      list: ({ query }, caller) => Effect.map(list(caller, query), list => list.map(withoutSettings)),
      createFromSource: ({ payload }, caller) =>
        Effect.map(createFromSource(caller, payload, caller.idempotencyKey), withoutSettings),
      listSettings: ({ query }, caller) => list(caller, query),
      /** Keeps what an editor holds as a template (api:T24). */
      create: Effect.fn('SourceTemplates.create')(function* ({ payload: input }, caller) {
        const at = yield* now
        return yield* actFor(
          database,
          caller,
          { key: caller.idempotencyKey, request: ['source template', JSON.stringify(input)], at },
          tx => keepTemplate(tx, caller, input, at),
        )
      }),
      /** What a template would put in place (api:T25). */
      qualsQuotas: Effect.fn('SourceTemplates.qualsQuotas')(function* ({ params: { id } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => findTemplateQuotas(tx, caller.accountId, id)),
        )
      }),
      /** Deletes a template (api:T26). */
      remove: Effect.fn('SourceTemplates.remove')(function* ({ query: { source_template_id: id } }, caller) {
        const at = yield* now
        yield* actFor(database, caller, { key: undefined, request: [], at }, tx =>
          removeSourceTemplate(tx, caller, id, at),
        )
      }),
      /** The account's allocation templates (api:T27). */
      listAllocations: Effect.fn('SourceTemplates.listAllocations')(function* ({ query: page }, caller) {
        return yield* database.readAsAccount(caller.accountId, tx =>
          allocations.listAllocationTemplates(tx, caller.accountId, pageOf(page)),
        )
      }),
      /** Makes one (api:T29). */
      createAllocation: Effect.fn('SourceTemplates.createAllocation')(function* ({ payload: input }, caller) {
        const at = yield* now
        return yield* actFor(
          database,
          caller,
          { key: caller.idempotencyKey, request: ['allocation template', JSON.stringify(input)], at },
          tx => allocations.createAllocationTemplate(tx, caller, input, at),
        )
      }),
      /** Changes one (api:T28). */
      updateAllocation: Effect.fn('SourceTemplates.updateAllocation')(function* ({ payload: changes }, caller) {
        const at = yield* now
        return yield* actFor(
          database,
          caller,
          { key: caller.idempotencyKey, request: ['allocation template edit', JSON.stringify(changes)], at },
          tx => allocations.editAllocationTemplate(tx, caller, changes, at),
        )
      }),
      /** One of them (api:T30). */
      readAllocation: Effect.fn('SourceTemplates.readAllocation')(function* ({ params: { id } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            allocations.findAllocationTemplate(tx, caller.accountId, id),
          ),
        )
      }),
      /** Deletes one (api:T31). */
      removeAllocation: Effect.fn('SourceTemplates.removeAllocation')(function* ({ params: { id } }, caller) {
        const at = yield* now
        yield* actFor(database, caller, { key: undefined, request: [], at }, tx =>
          allocations.removeAllocationTemplate(tx, caller, id, at),
        )
      }),
      /** Loads one, or shows what that would overwrite (api:T32). */
      loadAllocation: Effect.fn('SourceTemplates.loadAllocation')(function* (
        { params: { scope, id }, payload: load },
        caller,
      ) {
        const at = yield* now
        const request = ['load template', scope, id, JSON.stringify(load)]
        return yield* actFor(database, caller, { key: caller.idempotencyKey, request, at }, tx =>
          allocations.loadAllocationTemplate(tx, caller, scope, id, load, at),
        )
      }),
    }
  }),
)
