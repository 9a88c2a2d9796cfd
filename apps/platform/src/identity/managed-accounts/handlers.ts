import { Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import type { Calling } from '#kernel/http/requester'
import { pageOf } from '#kernel/lists/page'
import { Mail } from '#kernel/mail/mail'
import { welcomeMail } from '#kernel/mail/mails'
import { inviteLink } from '../password-reset/invite-link.ts'
import type { Afterwards } from '../users/save-user.ts'
import { findManagedAccount, listManagedAccounts } from './managed-accounts.store.ts'
import { createAccount, editAccount, setSuspension } from './save-account.ts'

/** Accounts as super admins manage them (§2.25, §3.4). */
export const managedAccountHandlers = handlersOf(
  'managedAccounts',
  Effect.gen(function* () {
    const database = yield* Database
    const mail = yield* Mail
    const { publicUrl, internalAccountId } = yield* PlatformConfig

    const suspension = (caller: Calling, accountId: number, isSuspended: boolean) =>
      actFor(
        database,
        caller,
        ['account.suspension', accountId, isSuspended],
        (tx, actor) => setSuspension(tx, actor, internalAccountId, accountId, isSuspended),
        'system',
      )

    return {
      list: ({ query }) => database.readAsSystem(tx => listManagedAccounts(tx, pageOf(query))),
      /** Creates an account; its first admin gets a mail with a link to choose a password. */
      create: Effect.fn('Accounts.create')(function* ({ payload }, caller) {
        const afterwards: Afterwards = {}
        const account = yield* actFor(
          database,
          caller,
          ['account.create', payload],
          (tx, actor) => createAccount(tx, actor, internalAccountId, payload, afterwards),
          'system',
        ).pipe(Effect.catchTag('NotFound', Effect.die))
        const { link } = afterwards
        if (link && payload.admin)
          yield* mail.send(
            welcomeMail(
              { username: link.username, firstname: payload.admin.firstname.trim() },
              inviteLink(publicUrl, link.token),
              account.name,
            ),
          )
        return account
      }),
      read: Effect.fn('Accounts.read')(function* ({ params: { id } }) {
        return yield* orNotFound(yield* database.readAsSystem(tx => findManagedAccount(tx, id)))
      }),
      update: ({ params: { id }, payload }, caller) =>
        actFor(
          database,
          caller,
          ['account.update', id, payload],
          (tx, actor) => editAccount(tx, actor, id, payload),
          'system',
        ),
      suspend: ({ params: { id } }, caller) => suspension(caller, id, true),
      resume: ({ params: { id } }, caller) => suspension(caller, id, false),
    }
  }),
)
