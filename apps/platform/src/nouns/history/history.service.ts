import type { Caller } from '@desk/api/authorization'
import { HIDDEN_FROM_EXTERNAL } from '@desk/schema/figures/visible-columns'
import type { HistoryEntry, HistoryScope } from '@desk/schema/history/history'
import { isAdmin } from '@desk/schema/users/current-user'
import { Context, Effect, Layer } from 'effect'
import { demandDesk } from '#identity/accounts/access'
import { editorView } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { isThere, listHistory } from '#kernel/history/history.store'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type PageQuery } from '#kernel/lists/page'
import { isHiddenFrom } from '../qualifications/qualifications.store.ts'

const make = Effect.gen(function* () {
  const database = yield* Database

  /** Who changed what, newest first; fields that the caller's editors hide are left out (domain.md §4), what was deleted is still told of. */
  const read = Effect.fn('History.read')(function* (caller: Caller, scope: HistoryScope, id: number, page: PageQuery) {
    // quality questions are of accounts of either type
    if (scope !== 'quality_question') yield* demandDesk(caller)
    const found = yield* database.readAsAccount(
      caller.accountId,
      async (tx): Promise<readonly HistoryEntry[] | undefined> => {
        if (!(await isOpenTo(tx, caller, scope, id))) return undefined
        const entries = await listHistory(tx, caller.accountId, scope, id, pageOf(page))
        return entries.length > 0 || (await isThere(tx, caller.accountId, scope, id)) ? entries : undefined
      },
    )
    const entries = yield* orNotFound(found)
    return editorView(caller) === 'internal' ? entries : entries.map(entry => withoutHidden(scope, entry))
  })

  return { read }
})

/** Whether the caller may know of the object at all: its history is told to nobody else (domain.md §4, §8). */
async function isOpenTo(tx: Tx, caller: Caller, scope: HistoryScope, id: number): Promise<boolean> {
  const { accountId, user } = caller
  if (scope === 'return_hashing' || scope === 'quality_question') return isAdmin(user)
  if (scope === 'allocation_template') return editorView(caller) === 'internal'
  return scope !== 'qualification' || isAdmin(user) || !(await isHiddenFrom(tx, accountId, id, user.uid))
}

/** The addresses to which a source sends its respondents back name its supplier. */
const isHidden = (scope: HistoryScope, field: string): boolean =>
  HIDDEN_FROM_EXTERNAL.has(field) || (scope === 'source' && field === 'redirects')

function withoutHidden(scope: HistoryScope, entry: HistoryEntry): HistoryEntry {
  return { ...entry, changes: entry.changes.filter(({ field }) => !isHidden(scope, field)) }
}

/** Histories of everything that can be edited. */
export class History extends Context.Service<History, Effect.Success<typeof make>>()('@desk/platform/History') {
  static readonly layer = Layer.effect(History, make)
}
