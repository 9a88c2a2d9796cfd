import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { hasStudy } from '../studies/studies.store.ts'
import { excludeForAccount, excludeSample, excludeSupplier } from './edit-exclusions.ts'
import * as store from './exclusions.store.ts'

/** Exclusions from sources and projects (§7.17). */
export const exclusionHandlers = handlersOf(
  'exclusions',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      /** Projects that a project can exclude: all of the account but itself (api:X1). */
      searchProjects: Effect.fn('Exclusions.searchProjects')(function* (
        { params: { id: projectId }, payload: { search = '', ...page } },
        caller,
      ) {
        const found = yield* database.readAsAccount(caller.accountId, async tx =>
          (await hasStudy(tx, caller.accountId, 'project', projectId))
            ? store.searchProjects(tx, caller.accountId, projectId, search.trim(), pageOf(page))
            : undefined,
        )
        return yield* orNotFound(found)
      }),
      /** Whom a source keeps out (api:X2). */
      ofSource: Effect.fn('Exclusions.ofSource')(function* ({ params: { id: sourceId } }, caller) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            store.findSampleExclusion(tx, caller.accountId, sourceId, at),
          ),
        )
      }),
      /** Replaces it (api:X3). */
      excludeSample: ({ params: { id: sourceId }, payload: changes }, caller) =>
        actFor(database, caller, ['sample exclusion', sourceId, changes], (tx, actor) =>
          excludeSample(tx, actor, sourceId, changes),
        ),
      /** The suppliers that a project is closed to (api:X4). */
      ofProject: Effect.fn('Exclusions.ofProject')(function* ({ params: { id: projectId } }, caller) {
        const found = yield* database.readAsAccount(caller.accountId, async tx =>
          (await hasStudy(tx, caller.accountId, 'project', projectId))
            ? store.findProjectExclusions(tx, caller.accountId, projectId)
            : undefined,
        )
        return yield* orNotFound(found)
      }),
      /** The projects that are closed to a supplier (api:X5). */
      ofSupplier: Effect.fn('Exclusions.ofSupplier')(function* ({ params: { id: supplierId } }, caller) {
        return yield* orNotFound(
          yield* database.readAsAccount(caller.accountId, tx =>
            store.findSupplierExclusion(tx, caller.accountId, supplierId),
          ),
        )
      }),
      /** Replaces them (api:X6). */
      excludeSupplier: ({ params: { id: supplierId }, payload: changes }, caller) =>
        actFor(database, caller, ['supplier exclusion', supplierId, changes], (tx, actor) =>
          excludeSupplier(tx, actor, supplierId, changes),
        ),
      /** The suppliers that the account excludes from every project (api:X7). */
      ofAccount: Effect.fn('Exclusions.ofAccount')(function* ({ params: { id } }, caller) {
        const { accountId } = caller
        const found =
          id === accountId
            ? yield* database.readAsAccount(accountId, tx => store.findAccountExclusion(tx, accountId))
            : undefined
        return yield* orNotFound(found)
      }),
      /** Replaces them (api:X8). */
      excludeForAccount: ({ params: { id }, payload: changes }, caller) =>
        actFor(database, caller, ['account exclusion', id, changes], (tx, actor) =>
          excludeForAccount(tx, actor, id, changes),
        ),
    }
  }),
)
