import { Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { changeView, createView, readerOf, removeView, restoreView, setDefaultView } from './edit-view.ts'
import { listViews } from './views.store.ts'

/** Saved views of reports and lists. */
export const reportViewHandlers = handlersOf(
  'reportViews',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      list: ({ query: { type, ...page } }, caller) =>
        database.readAsAccount(caller.accountId, tx => listViews(tx, readerOf(caller), type, pageOf(page))),
      create: ({ payload }, caller) =>
        actFor(database, caller, ['reportView.create', payload], (tx, actor) => createView(tx, actor, payload)),
      update: ({ params: { id }, payload }, caller) =>
        actFor(database, caller, ['reportView.update', id, payload], (tx, actor) => changeView(tx, actor, id, payload)),
      setDefault: ({ params: { id }, payload }, caller) =>
        actFor(database, caller, ['reportView.setDefault', id, payload], (tx, actor) =>
          setDefaultView(tx, actor, id, payload.is_default),
        ),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(actFor(database, caller, ['reportView.delete', id], (tx, actor) => removeView(tx, actor, id))),
      restore: ({ params: { id } }, caller) =>
        actFor(database, caller, ['reportView.restore', id], (tx, actor) => restoreView(tx, actor, id)),
    }
  }),
)
