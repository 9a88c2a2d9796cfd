import type { Caller } from '@desk/api/authorization'
import { Refused } from '@desk/api/errors'
import { JOURNAL_PAGE_DEFAULT } from '@desk/api/journals'
import { LINK_HOURS_DEFAULT } from '@desk/schema/journal/journal-view'
import { MAX_BATCH_BYTES } from '@desk/schema/journal/upload'
import { may } from '@desk/schema/permissions/permissions'
import { Clock, Effect } from 'effect'
import { hashToken, newToken } from '#identity/tokens/token'
import { originOf, recordAudit } from '#kernel/audit/record-audit'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { plainJson } from '#kernel/http/plain-json'
import type { Calling } from '#kernel/http/requester'
import { pageOf } from '#kernel/lists/page'
import { appendBatch } from './append-batch.ts'
import { knownTo } from './journal-access.ts'
import { journalLimits } from './journal-limits.ts'
import { journalMask } from './journal-mask.ts'
import { pageOfJournal } from './journal-page.ts'
import * as store from './journals.store.ts'

const HOUR_MS = 60 * 60 * 1000
/** The time within which paging through a journal counts as one viewing. */
const ONE_LOOK_MS = 15 * 60 * 1000

interface PageRequest {
  readonly after?: number
  readonly limit?: number
}

/** Journals of user sessions, for support (docs/decisions/0010). */
export const journalHandlers = handlersOf(
  'journals',
  Effect.gen(function* () {
    const database = yield* Database
    const maskFor = journalMask((yield* PlatformConfig).secretKey)
    const demandRoom = journalLimits()
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    const find = Effect.fn('Journals.find')(function* (caller: Caller, journalId: string) {
      return yield* orNotFound(yield* database.readAsSystem(tx => store.findJournal(tx, knownTo(caller), journalId)))
    })

    /** Adds each one's user. */
    const named = Effect.fn('Journals.named')(function* <Row extends { readonly uid: number }>(rows: readonly Row[]) {
      const people = yield* database.readAsSystem(tx =>
        store.readPeople(
          tx,
          rows.map(row => row.uid),
        ),
      )
      return rows.flatMap(row => {
        const person = people.get(row.uid)
        return person === undefined ? [] : [{ ...row, ...person }]
      })
    })

    /** Reads a page, and records the viewing in the same transaction. */
    const look = Effect.fn('Journals.look')(function* (
      caller: Calling,
      key: store.JournalKey,
      byLink: boolean,
      { after = 0, limit = JOURNAL_PAGE_DEFAULT }: PageRequest,
    ) {
      const at = yield* now
      const found = yield* database.asAccount(key.accountId, async tx => {
        const isNew = await store.recordLook(tx, key, {
          userId: caller.user.uid,
          byLink,
          at,
          unlessSince: new Date(at.getTime() - ONE_LOOK_MS),
        })
        const page = await pageOfJournal(tx, key, after, limit)
        if (isNew && page)
          await recordAudit(tx, {
            accountId: key.accountId,
            userId: caller.user.uid,
            at,
            origin: originOf(caller),
            act: 'journal_read',
            scope: 'journal',
            objectId: null,
            changes: [{ field: 'journal', from: null, to: page.journal.journal }],
          })
        return page
      })
      const page = yield* orNotFound(found)
      const [journal] = yield* named([page.journal])
      const isMasked = !may(caller.user, 'read personal data in journals')
      return yield* orNotFound(journal && { ...(isMasked ? maskFor(key)(page) : page), journal, is_masked: isMasked })
    })

    const read = Effect.fn('Journals.read')(function* (caller: Calling, journalId: string, page: PageRequest) {
      return yield* look(caller, yield* find(caller, journalId), false, page)
    })

    /** Reads the journal of a link, also of an account that the caller does not belong to. */
    const openLink = Effect.fn('Journals.openLink')(function* (
      caller: Calling,
      { token, ...page }: PageRequest & { readonly token: string },
    ) {
      const tokenHash = yield* orNotFound(hashToken(token) ?? undefined)
      const at = yield* now
      const { seq, ...key } = yield* orNotFound(yield* database.readAsSystem(tx => store.findLink(tx, tokenHash, at)))
      return { ...(yield* look(caller, key, true, page)), seq }
    })

    return {
      /** Appends a batch of the caller's own journal, for the session's account. */
      append: Effect.fn('Journals.append')(function* ({ params: { journal: journalId }, payload: batch }, caller) {
        const bytes = JSON.stringify(batch).length
        if (bytes > MAX_BATCH_BYTES)
          return yield* new Refused({
            message: 'This batch is too large.',
            details: [
              { path: ['entries'], message: `They hold ${MAX_BATCH_BYTES} bytes at most: send fewer at a time.` },
            ],
          })
        yield* demandRoom(caller.user.uid, bytes)
        const at = yield* now
        return yield* database.asAccount(
          caller.accountId,
          tx => appendBatch(tx, { accountId: caller.accountId, userId: caller.user.uid, journalId, batch, at }),
          { idempotent: true },
        )
      }),
      /** Finds journals of the accounts that the caller may look at. */
      search: Effect.fn('Journals.search')(function* ({ query }, caller) {
        const known = knownTo(caller)
        const { account } = query
        if (account === undefined)
          return yield* database.readAsSystem(tx => store.searchJournals(tx, known, query, pageOf(query)))
        if (known !== 'all' && !known.includes(account)) return []
        return yield* database.readAsSystem(tx => store.searchJournals(tx, [account], query, pageOf(query)))
      }),
      read: ({ params, query }, caller) => plainJson(read(caller, params.journal, query)),
      /** The viewings of a journal. */
      looks: Effect.fn('Journals.looks')(function* ({ params: { journal: journalId }, query }, caller) {
        const key = yield* find(caller, journalId)
        return yield* named(yield* database.readAsAccount(key.accountId, tx => store.listLooks(tx, key, pageOf(query))))
      }),
      /** Creates a link that opens this one journal for anybody of support until it expires. Only its hash is stored. */
      link: Effect.fn('Journals.link')(function* (
        { params: { journal: journalId }, payload: { hours = LINK_HOURS_DEFAULT, seq } },
        caller,
      ) {
        const key = yield* find(caller, journalId)
        const at = yield* now
        const token = newToken()
        const tokenHash = hashToken(token)
        if (!tokenHash) return yield* Effect.die(new Error('A new token has the wrong form.'))
        const expiresAt = new Date(at.getTime() + hours * HOUR_MS)
        yield* database.asAccount(key.accountId, tx =>
          store.insertLink(tx, key, { tokenHash, seq: seq ?? null, madeBy: caller.user.uid, at, expiresAt }),
        )
        return { token, expires_at: expiresAt.toISOString() }
      }),
      openLink: ({ payload }, caller) => plainJson(openLink(caller, payload)),
    }
  }),
)
