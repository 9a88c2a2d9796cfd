import type { Caller } from '@desk/api/authorization'
import type { SourceTemplate, SourceTemplateSettings } from '@desk/schema/sources/source-template'
import { Effect } from 'effect'
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

    /** The account's source templates (api:T21, T23). */
    const list = Effect.fn('SourceTemplates.list')(function* (caller: Caller, page: PageQuery) {
      return yield* database.readAsAccount(caller.accountId, tx =>
        listSourceTemplates(tx, caller.accountId, pageOf(page)),
      )
    })

    return {
      list: ({ query }, caller) => Effect.map(list(caller, query), list => list.map(withoutSettings)),
      /** Saves a source as a template (api:T22). */
      createFromSource: ({ payload: input }, caller) =>
        Effect.map(
          actFor(database, caller, ['template of source', input], (tx, actor) => keepSource(tx, actor, input)),
          withoutSettings,
        ),
      listSettings: ({ query }, caller) => list(caller, query),
      /** Saves an editor's content as a template (api:T24). */
      create: ({ payload: input }, caller) =>
        actFor(database, caller, ['source template', input], (tx, actor) => keepTemplate(tx, actor, input)),
      /** A preview of loading a template (api:T25). */
      qualsQuotas: Effect.fn('SourceTemplates.qualsQuotas')(function* ({ params: { id } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx => findTemplateQuotas(tx, caller.accountId, id)),
        )
      }),
      /** Deletes a template (api:T26). */
      remove: ({ query: { source_template_id: id } }, caller) =>
        Effect.asVoid(
          actFor(database, caller, ['source template delete', id], (tx, actor) => removeSourceTemplate(tx, actor, id)),
        ),
      /** The account's allocation templates (api:T27). */
      listAllocations: Effect.fn('SourceTemplates.listAllocations')(function* ({ query: page }, caller) {
        return yield* database.readAsAccount(caller.accountId, tx =>
          allocations.listAllocationTemplates(tx, caller.accountId, pageOf(page)),
        )
      }),
      /** Makes one (api:T29). */
      createAllocation: ({ payload: input }, caller) =>
        actFor(database, caller, ['allocation template', input], (tx, actor) =>
          allocations.createAllocationTemplate(tx, actor, input),
        ),
      /** Changes one (api:T28). */
      updateAllocation: ({ payload: changes }, caller) =>
        actFor(database, caller, ['allocation template edit', changes], (tx, actor) =>
          allocations.editAllocationTemplate(tx, actor, changes),
        ),
      /** One of them (api:T30). */
      readAllocation: Effect.fn('SourceTemplates.readAllocation')(function* ({ params: { id } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            allocations.findAllocationTemplate(tx, caller.accountId, id),
          ),
        )
      }),
      /** Deletes one (api:T31). */
      removeAllocation: ({ params: { id } }, caller) =>
        Effect.asVoid(
          actFor(database, caller, ['allocation template delete', id], (tx, actor) =>
            allocations.removeAllocationTemplate(tx, actor, id),
          ),
        ),
      /** Loads one, or shows what that would overwrite (api:T32). */
      loadAllocation: ({ params: { scope, id }, payload: load }, caller) =>
        actFor(database, caller, ['load template', scope, id, load], (tx, actor) =>
          allocations.loadAllocationTemplate(tx, actor, scope, id, load),
        ),
    }
  }),
)
