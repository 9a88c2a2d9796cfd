import { may } from '@desk/schema/permissions/permissions'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { Clock, Effect } from 'effect'
import { PlatformConfig } from '#kernel/config/platform-config'
import { Database } from '#kernel/db/database'
import { actFor } from '#kernel/edits/act-for'
import { handlersOf } from '#kernel/http/contract-handlers'
import { orNotFound } from '#kernel/http/or-not-found'
import { pageOf } from '#kernel/lists/page'
import { Mail } from '#kernel/mail/mail'
import { welcomeMail } from '#kernel/mail/mails'
import { inviteLink } from '../password-reset/invite-link.ts'
import { entersBySignOn } from '../sessions/password-closed.store.ts'
import { findManagedAccount } from './managed-accounts.store.ts'
import { giveMemberRole } from './give-member-role.ts'
import { listMembers } from './members.store.ts'
import { addMember, inviteAgain, makeDefault, removeMember, type Invitation } from './save-member.ts'

/** The users of any account, for super admins (§6.5), and their roles. */
export const accountMemberHandlers = handlersOf(
  'accountMembers',
  Effect.gen(function* () {
    const database = yield* Database
    const mail = yield* Mail
    const { publicUrl } = yield* PlatformConfig
    const now = Effect.map(Clock.currentTimeMillis, millis => new Date(millis))

    return {
      list: Effect.fn('Members.list')(function* ({ params: { id }, query }) {
        const at = yield* now
        return yield* orNotFound(
          yield* database.readAsSystem(async tx =>
            (await findManagedAccount(tx, id)) ? listMembers(tx, id, at, pageOf(query)) : undefined,
          ),
        )
      }),
      add: ({ params: { id }, payload: { username, role_id: roleId = ROLE_IDS.user } }, caller) =>
        Effect.catchTag(
          actFor(
            database,
            caller,
            ['account.member_add', id, username, roleId],
            (tx, actor) => addMember(tx, actor, id, { username, roleId }),
            'system',
          ),
          'Conflict',
          Effect.die,
        ),
      makeDefault: ({ params: { id, uid } }, caller) =>
        actFor(
          database,
          caller,
          ['account.member_default', id, uid],
          (tx, actor) => makeDefault(tx, actor, id, uid),
          'system',
        ),
      /** An admin gives roles in the account that they work in, a super admin in any; another account does not exist for the admin. */
      giveRole: Effect.fn('Members.giveRole')(function* (
        { params: { id, uid }, payload: { role_id: roleId } },
        caller,
      ) {
        yield* orNotFound(id === caller.accountId || may(caller.user, 'manage accounts') ? id : undefined)
        return yield* actFor(
          database,
          caller,
          ['account.member_role', id, uid, roleId],
          (tx, actor) => giveMemberRole(tx, actor, { accountId: id, userId: uid, roleId }),
          'system',
        )
      }),
      remove: ({ params: { id, uid } }, caller) =>
        Effect.asVoid(
          actFor(
            database,
            caller,
            ['account.member_remove', id, uid],
            (tx, actor) => removeMember(tx, actor, id, uid),
            'system',
          ),
        ),
      /** Mails another link to a member who has chosen no password yet. */
      invite: Effect.fn('Members.invite')(function* ({ params: { id, uid } }, caller) {
        const invitation: Invitation = {}
        const answer = yield* actFor(
          database,
          caller,
          ['account.member_invite', id, uid],
          (tx, actor) => inviteAgain(tx, actor, id, uid, invitation),
          'system',
        )
        const { member, token, accountName } = invitation
        if (member && token) {
          const signsOn = yield* database.readAsSystem(tx => entersBySignOn(tx, uid))
          yield* mail.send(welcomeMail(member, inviteLink(publicUrl, signsOn ? null : token), accountName))
        }
        return answer
      }),
    }
  }),
)
