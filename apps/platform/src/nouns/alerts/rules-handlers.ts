import { may } from '@desk/schema/permissions/permissions'
import { Effect } from 'effect'
import { demand } from '#identity/accounts/access'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { pageOf } from '#kernel/lists/page'
import { readDigest, storeDigest } from './digest.store.ts'
import { changeRule, createRule, removeRule } from './edit-rule.ts'
import { listRules } from './rules.store.ts'

/** Rules for alerts: of the caller, and for admins of the account (docs/decisions/0047). */
export const alertRuleHandlers = handlersOf(
  'alertRules',
  Effect.gen(function* () {
    const database = yield* Database
    return {
      list: ({ query }, { accountId, user }) =>
        database.readAsAccount(accountId, tx =>
          listRules(tx, { accountId, userId: user.uid, ofAccount: may(user, 'manage alert rules') }, pageOf(query)),
        ),
      create: ({ payload }, caller) =>
        Effect.andThen(
          payload.own ? Effect.void : demand(caller, 'manage alert rules'),
          actFor(database, caller, ['alertRule.create', payload], (tx, actor) => createRule(tx, actor, payload)),
        ),
      update: ({ params: { id }, payload: changes }, caller) =>
        actFor(database, caller, ['alertRule.update', id, changes], (tx, actor) => changeRule(tx, actor, id, changes)),
      remove: ({ params: { id } }, caller) =>
        Effect.asVoid(actFor(database, caller, ['alertRule.delete', id], (tx, actor) => removeRule(tx, actor, id))),
      digest: (_sent, { accountId, user }) =>
        database.readAsAccount(accountId, tx => readDigest(tx, accountId, user.uid)),
      setDigest: ({ payload }, { accountId, user }) =>
        database.asAccount(accountId, async tx => {
          await storeDigest(tx, accountId, user.uid, payload)
          return readDigest(tx, accountId, user.uid)
        }),
    }
  }),
)
