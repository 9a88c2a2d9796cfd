import { Refused } from '@desk/api/errors'
import type { MarkAdditions } from '@desk/schema/defender/mark-lists'
import { readAsOf } from '@desk/schema/sent-tables/table-reading'
import { Clock, Effect } from 'effect'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { listHistory } from '#kernel/history/history.store'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { readSentList } from '#ledger/sent-lists/read-list'
import { MARKS_SCOPE, putOnList, removeFromLists, restoreToLists } from './edit-marks.ts'
import { judgeMarks } from './mark-lines.ts'
import { listMarks } from './marks.store.ts'

/** Longest time of one statement: 100,000 entries take seconds on a busy machine. */
const STATEMENT_TIMEOUT_MS = 60_000
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** The block and watch lists of an account (docs/decisions/0070). */
export const markListHandlers = handlersOf(
  'markLists',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      list: Effect.fn('MarkLists.list')(function* ({ query: { limit, offset, ...filters } }, { accountId }) {
        const asOf = new Date(yield* Clock.currentTimeMillis).toISOString()
        const page = pageOf({
          ...(limit === undefined ? {} : { limit }),
          ...(offset === undefined ? {} : { offset }),
        })
        const listed = yield* database.readAsAccount(accountId, tx => listMarks(tx, accountId, filters, page))
        return { list: filters.list, as_of: asOf, ...listed }
      }),
      add: Effect.fn('MarkLists.add')(function* ({ payload }, caller) {
        const { lines, reading } = yield* sentList(caller.accountId, payload)
        const judged = { ...judgeMarks(lines, payload), reading }
        return yield* actFor(
          database,
          caller,
          ['listed marks', payload],
          (tx, actor) => putOnList(tx, actor, payload, judged),
          'account',
          STATEMENT_TIMEOUT_MS,
        )
      }),
      history: ({ query }, { accountId }) =>
        database.readAsAccount(accountId, tx => listHistory(tx, accountId, MARKS_SCOPE, accountId, pageOf(query))),
      remove: ({ payload: { entries } }, caller) =>
        actFor(database, caller, ['remove listed marks', entries], (tx, actor) => removeFromLists(tx, actor, entries)),
      restore: ({ payload: { entries } }, caller) =>
        actFor(database, caller, ['restore listed marks', entries], (tx, actor) => restoreToLists(tx, actor, entries)),
    }
  }),
)

/** The list of a sent text or file. */
const sentList = Effect.fn('MarkLists.sentList')(function* (accountId: number, form: MarkAdditions) {
  const { text = '', file } = form
  if (file !== undefined && !BASE64.test(file.base64)) return yield* refuse('file', 'The file is not in base64.')
  const input = file === undefined ? text : Buffer.from(file.base64, 'base64')
  const read = yield* readSentList(accountId, { input, kind: 'marks', asked: readAsOf(form) })
  return typeof read === 'string' ? yield* refuse(file === undefined ? 'text' : 'file', read) : read
})

const refuse = (field: string, message: string): Refused =>
  new Refused({ message, details: [{ path: [field], message }] })
