import type { Caller } from '@desk/api/authorization'
import type { HistoryEntry, HistoryScope } from '@desk/schema/history/history'
import { may } from '@desk/schema/permissions/permissions'
import { Effect } from 'effect'
import { demand } from '#identity/accounts/access'
import { editorView } from '#identity/accounts/supply-side'
import { Database } from '#kernel/db/database'
import type { Tx } from '#kernel/db/tx'
import { isThere, listHistory } from '#kernel/history/history.store'
import { fullName } from '#kernel/history/user-name'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf, type Page } from '#kernel/lists/page'
import { isHiddenFrom } from '../qualifications/qualifications.store.ts'
import { listChangeMarks } from './change-marks.store.ts'
import { effectKey, readEffects } from './effects.store.ts'
import { seesField } from './seen-fields.ts'

/** They are of DEFENDER accounts as well. */
const OF_EITHER_TYPE: ReadonlySet<HistoryScope> = new Set([
  'quality_question',
  'user',
  'api_keys',
  'single_sign_on',
  'mark_lists',
])

/** Histories of everything that can be edited. */
export const historyHandlers = handlersOf(
  'history',
  Effect.gen(function* () {
    const database = yield* Database

    return {
      /**
       * Who changed what, newest first; without fields that the caller's editors hide (domain.md §4); deleted objects keep their
       * history.
       */
      read: Effect.fn('History.read')(function* ({ params: { scope, id }, query: page }, caller) {
        if (scope === 'account_features' || scope === 'account') {
          yield* demand(caller, scope === 'account' ? 'manage accounts' : 'manage features')
          return yield* orNotFound(yield* database.readAsSystem(tx => ofAnyAccount(tx, scope, id, pageOf(page))))
        }
        if (scope === 'platform') {
          yield* demand(caller, 'edit the platform')
          return yield* database.readAsSystem(tx => listHistory(tx, null, scope, id, pageOf(page), fullName))
        }
        if (!OF_EITHER_TYPE.has(scope)) yield* demand(caller, 'open projects')
        const found = yield* database.readAsAccount(caller.accountId, async tx => {
          if (!(await isOpenTo(tx, caller, scope, id))) return undefined
          const entries = await listHistory(tx, caller.accountId, scope, id, pageOf(page))
          if (entries.length === 0 && !(await isThere(tx, caller.accountId, scope, id))) return undefined
          const [newest, oldest] = [entries.at(0)?.at, entries.at(-1)?.at]
          const effects =
            scope !== 'source' || newest === undefined || oldest === undefined
              ? null
              : await readEffects(tx, caller.accountId, [id], { from: oldest, to: newest })
          return { entries, effects }
        })
        const { entries, effects } = yield* orNotFound(found)
        return entries.map((entry): HistoryEntry => {
          const changes = entry.changes.filter(({ field }) => seesField(caller, scope, field))
          const effect = changes.length === 0 ? undefined : effects?.get(effectKey(id, entry.at))
          return { ...entry, changes, ...(effect === undefined ? {} : { effect }) }
        })
      }),
      /** The changes of an object and those below it between two moments (day.md §3), without fields that the caller's editors hide. */
      marks: Effect.fn('History.marks')(function* ({ params: place, query: times }, caller) {
        const found = yield* database.readAsAccount(caller.accountId, async tx => {
          if (!(await isThere(tx, caller.accountId, place.scope, place.id))) return undefined
          const marks = await listChangeMarks(tx, caller.accountId, place, times)
          const sources = new Set(marks.flatMap(({ scope, id }) => (scope === 'source' ? [id] : [])))
          return { marks, effects: await readEffects(tx, caller.accountId, [...sources], times) }
        })
        const { marks, effects } = yield* orNotFound(found)
        return marks.flatMap(mark => {
          const fields = mark.fields.filter(field => seesField(caller, mark.scope, field))
          if (mark.act === 'edited' && fields.length === 0) return []
          const effect = mark.scope === 'source' ? effects.get(effectKey(mark.id, mark.at)) : undefined
          return [{ ...mark, fields, ...(effect === undefined ? {} : { effect }) }]
        })
      }),
    }
  }),
)

/** Super admins' changes of any account, with the names of their authors, wherever they are at home. */
async function ofAnyAccount(
  tx: Tx,
  scope: HistoryScope,
  accountId: number,
  page: Page,
): Promise<readonly HistoryEntry[] | undefined> {
  if (!(await isThere(tx, accountId, scope, accountId))) return undefined
  return listHistory(tx, accountId, scope, accountId, page, fullName)
}

/** Whether the caller may see the object: only then is its history shown (domain.md §4, §8). */
async function isOpenTo(tx: Tx, caller: Caller, scope: HistoryScope, id: number): Promise<boolean> {
  const { accountId, user } = caller
  // who belongs elsewhere may have been changed from here: that is not this account's to know
  if (scope === 'user') return may(user, 'manage users') && isThere(tx, accountId, scope, id)
  if (scope === 'webhook') return may(user, 'manage webhooks')
  if (scope === 'alert_rule' || scope === 'alert_channel') return may(user, 'manage alert rules')
  // one's own, and in the audit log alone
  if (scope === 'report_view' || scope === 'report_schedule') return false
  if (scope === 'return_hashing') return may(user, 'manage return hashing')
  if (scope === 'defender_rules') return may(user, 'manage Defender rules')
  if (scope === 'mark_lists') return may(user, 'see the block list')
  if (scope === 'api_keys') return may(user, 'manage API keys')
  if (scope === 'single_sign_on') return may(user, 'manage single sign-on')
  if (scope === 'business_unit') return may(user, 'edit business units')
  if (scope === 'supplier_account') return may(user, 'manage supplier accounts')
  if (scope === 'dispute') return may(user, 'read statements')
  if (scope === 'statement_link') return may(user, 'manage statement links')
  if (scope === 'rate_card') return may(user, 'read rate cards')
  if (scope === 'quality_question') return may(user, 'manage quality questions')
  if (scope === 'allocation_template') return editorView(caller) === 'internal'
  return (
    scope !== 'qualification' ||
    may(user, 'read private qualifications') ||
    !(await isHiddenFrom(tx, accountId, id, user.uid))
  )
}
