import { Refused } from '@desk/api/errors'
import { may, type PermissionFacts } from '@desk/schema/permissions/permissions'
import type { RecontactLookupForm } from '@desk/schema/recontact/recontact'
import { readAsOf } from '@desk/schema/sent-tables/table-reading'
import { Clock, Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { giveFile } from '#kernel/downloads/give-file'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { personalLinkKey } from '#ledger/links/personal-link'
import { readSentList } from '#ledger/sent-lists/read-list'
import { judgeLines, lookupOf, namedBy } from './lookup.ts'
import { openLinksFile } from './links-file.ts'
import { readList, type ListView } from './read-list.ts'
import { chooseRespondents, findList } from './recontact.store.ts'
import { storeList } from './store-list.ts'

/** Longest time of one statement: 100,000 respondents take seconds on a busy machine. */
const STATEMENT_TIMEOUT_MS = 60_000
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

/** Known respondents whom a source invites again (§7.15, settlement.md §6). */
export const recontactHandlers = handlersOf(
  'recontact',
  Effect.gen(function* () {
    const database = yield* Database
    const { secretKey, publicUrl } = yield* PlatformConfig
    const linkKey = personalLinkKey(secretKey)
    const viewOf = (user: PermissionFacts): ListView => ({
      linkKey,
      publicUrl,
      isSupplySeen: may(user, 'see the supply side'),
    })

    return {
      /** A page of a source's list, or all of its links as CSV (api:T33). */
      retrieve: Effect.fn('Recontact.retrieve')(function* ({ query: { stmid, format, ...page } }, { accountId, user }) {
        const view = viewOf(user)
        if (format === 'csv') return yield* giveFile(yield* openLinksFile(database, accountId, stmid, view))
        const found = yield* database.readAsAccount(accountId, tx => readList(tx, accountId, stmid, view, pageOf(page)))
        return yield* orNotFound(found)
      }),
      /** The result of a list's lines (api:T34). */
      lookup: Effect.fn('Recontact.lookup')(function* ({ payload: form }, { accountId }) {
        const { stmid, choice } = form
        const at = new Date(yield* Clock.currentTimeMillis)
        const sent = yield* sentList(accountId, form)
        const found = yield* database.readAsAccount(accountId, async tx => {
          if ((await findList(tx, accountId, stmid)) === undefined) return undefined
          const lines =
            choice === undefined
              ? (sent?.lines ?? []).map(line => namedBy(accountId, line))
              : (
                  await chooseRespondents(
                    tx,
                    accountId,
                    { projectIds: choice.projects, states: choice.states, lookBackDays: choice.look_back_days },
                    at,
                  )
                ).map((hex, index) => ({ line: index + 1, text: '', hex }))
          return {
            ...lookupOf(accountId, stmid, await judgeLines(tx, accountId, stmid, lines)),
            reading: sent?.reading ?? null,
          }
        })
        return yield* orNotFound(found)
      }),
      /** Adds to the list and removes from it (api:T35). */
      store: ({ payload }, caller) =>
        actFor(
          database,
          caller,
          ['recontact', payload],
          (tx, actor) =>
            storeList(tx, actor, payload, (inTx, accountId, sourceId) =>
              readList(inTx, accountId, sourceId, viewOf(caller.user)),
            ),
          'account',
          STATEMENT_TIMEOUT_MS,
        ),
    }
  }),
)

/** The list of a sent text or file; null: of a choice. */
const sentList = Effect.fn('Recontact.sentList')(function* (accountId: number, form: RecontactLookupForm) {
  const { text, file } = form
  if (file !== undefined && !BASE64.test(file.base64)) return yield* refuse('file', 'The file is not in base64.')
  const input = file === undefined ? text : Buffer.from(file.base64, 'base64')
  if (input === undefined) return null
  const read = yield* readSentList(accountId, { input, asked: readAsOf(form) })
  return typeof read === 'string' ? yield* refuse(file === undefined ? 'text' : 'file', read) : read
})

const refuse = (field: string, message: string): Refused =>
  new Refused({ message, details: [{ path: [field], message }] })
