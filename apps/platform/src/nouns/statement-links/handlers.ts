import { Clock, Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { makeLink, revokeLink } from './edit-statement-link.ts'
import { listLinks } from './statement-links.store.ts'

/** Links of the account's suppliers, for its admins (settlement.md §2, docs/decisions/0066). */
export const statementLinkHandlers = handlersOf(
  'statementLinks',
  Effect.gen(function* () {
    const database = yield* Database
    const { publicUrl } = yield* PlatformConfig
    return {
      list: Effect.fn('StatementLinks.list')(function* ({ query: { supplier, ...page } }, { accountId }) {
        const at = new Date(yield* Clock.currentTimeMillis)
        return yield* database.readAsAccount(accountId, tx => listLinks(tx, accountId, supplier, at, pageOf(page)))
      }),
      make: ({ payload }, caller) =>
        Effect.catchTag(
          actFor(database, caller, ['statement_link.make', payload], (tx, actor) =>
            makeLink(tx, actor, payload, publicUrl),
          ),
          'NotFound',
          Effect.die,
        ),
      revoke: ({ params: { id } }, caller) =>
        Effect.catchTag(
          actFor(database, caller, ['statement_link.revoke', id], (tx, actor) => revokeLink(tx, actor, id)),
          'Conflict',
          Effect.die,
        ),
    }
  }),
)
