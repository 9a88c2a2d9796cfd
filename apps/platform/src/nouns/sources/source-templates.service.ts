import type { Caller } from '@desk/api/authorization'
import type {
  AllocationTemplateChanges,
  NewAllocationTemplate,
  TemplateLoad,
  TemplateScope,
} from '@desk/schema/sources/allocation-template'
import type { NewSourceTemplate, TemplateOfSource } from '@desk/schema/sources/source-template'
import { Clock, Context, Effect, Layer } from 'effect'
import { demandDesk } from '#identity/accounts/access'
import { demandSupplySide } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
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

const make = Effect.gen(function* () {
  const database = yield* Database
  const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

  /** The account's source templates (api:T21, T23). */
  const list = Effect.fn('SourceTemplates.list')(function* (caller: Caller, page: PageQuery) {
    yield* demandDesk(caller)
    return yield* database.readAsAccount(caller.accountId, tx =>
      listSourceTemplates(tx, caller.accountId, pageOf(page)),
    )
  })

  /** What a template would put in place (api:T25). */
  const qualsQuotas = Effect.fn('SourceTemplates.qualsQuotas')(function* (caller: Caller, id: number) {
    yield* demandDesk(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx => findTemplateQuotas(tx, caller.accountId, id)),
    )
  })

  /** Keeps a source as a template (api:T22). */
  const createFromSource = Effect.fn('SourceTemplates.createFromSource')(function* (
    caller: Caller,
    input: TemplateOfSource,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['template of source', JSON.stringify(input)], at }, tx =>
      keepSource(tx, caller, input, at),
    )
  })

  /** Keeps what an editor holds as a template (api:T24). */
  const create = Effect.fn('SourceTemplates.create')(function* (
    caller: Caller,
    input: NewSourceTemplate,
    key: string | undefined,
  ) {
    yield* demandDesk(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['source template', JSON.stringify(input)], at }, tx =>
      keepTemplate(tx, caller, input, at),
    )
  })

  /** Deletes a template (api:T26). */
  const remove = Effect.fn('SourceTemplates.remove')(function* (caller: Caller, id: number) {
    yield* demandDesk(caller)
    const at = yield* now
    yield* actFor(database, caller, { key: undefined, request: [], at }, tx => removeSourceTemplate(tx, caller, id, at))
  })

  /** The account's allocation templates (api:T27). */
  const listAllocations = Effect.fn('SourceTemplates.listAllocations')(function* (caller: Caller, page: PageQuery) {
    yield* demandSupplySide(caller)
    return yield* database.readAsAccount(caller.accountId, tx =>
      allocations.listAllocationTemplates(tx, caller.accountId, pageOf(page)),
    )
  })

  /** One of them (api:T30). */
  const readAllocation = Effect.fn('SourceTemplates.readAllocation')(function* (caller: Caller, id: number) {
    yield* demandSupplySide(caller)
    return yield* orNotFound(
      yield* database.readAsAccount(caller.accountId, tx =>
        allocations.findAllocationTemplate(tx, caller.accountId, id),
      ),
    )
  })

  /** Makes one (api:T29). */
  const createAllocation = Effect.fn('SourceTemplates.createAllocation')(function* (
    caller: Caller,
    input: NewAllocationTemplate,
    key: string | undefined,
  ) {
    yield* demandSupplySide(caller)
    const at = yield* now
    return yield* actFor(database, caller, { key, request: ['allocation template', JSON.stringify(input)], at }, tx =>
      allocations.createAllocationTemplate(tx, caller, input, at),
    )
  })

  /** Changes one (api:T28). */
  const updateAllocation = Effect.fn('SourceTemplates.updateAllocation')(function* (
    caller: Caller,
    changes: AllocationTemplateChanges,
    key: string | undefined,
  ) {
    yield* demandSupplySide(caller)
    const at = yield* now
    return yield* actFor(
      database,
      caller,
      { key, request: ['allocation template edit', JSON.stringify(changes)], at },
      tx => allocations.editAllocationTemplate(tx, caller, changes, at),
    )
  })

  /** Deletes one (api:T31). */
  const removeAllocation = Effect.fn('SourceTemplates.removeAllocation')(function* (caller: Caller, id: number) {
    yield* demandSupplySide(caller)
    const at = yield* now
    yield* actFor(database, caller, { key: undefined, request: [], at }, tx =>
      allocations.removeAllocationTemplate(tx, caller, id, at),
    )
  })

  /** Loads one, or shows what that would overwrite (api:T32). */
  const loadAllocation = Effect.fn('SourceTemplates.loadAllocation')(function* (
    caller: Caller,
    scope: TemplateScope,
    id: number,
    load: TemplateLoad,
    key: string | undefined,
  ) {
    yield* demandSupplySide(caller)
    const at = yield* now
    const request = ['load template', scope, id, JSON.stringify(load)]
    return yield* actFor(database, caller, { key, request, at }, tx =>
      allocations.loadAllocationTemplate(tx, caller, scope, id, load, at),
    )
  })

  return {
    list,
    qualsQuotas,
    createFromSource,
    create,
    remove,
    listAllocations,
    readAllocation,
    createAllocation,
    updateAllocation,
    removeAllocation,
    loadAllocation,
  }
})

/** Templates of sources and of supplier allocations. */
export class SourceTemplates extends Context.Service<SourceTemplates, Effect.Success<typeof make>>()(
  '@desk/platform/SourceTemplates',
) {
  static readonly layer = Layer.effect(SourceTemplates, make)
}
