import type { GuestRoleId } from '@desk/schema/users/guest-roles'
import type { AccountMember } from '@desk/schema/accounts/managed-account'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import { hasAdminBesides, holdAdmins, LAST_ADMIN } from '../roles/last-admin.ts'
import { giveRoleIn } from '../roles/roles.store.ts'
import { NOT_ANY_MORE, stillManages } from '../roles/still-manages.ts'
import { endOtherSessions, endSessionsIn, holdInOrder } from '../sessions/sessions.store.ts'
import { facts, isGuest, OWN_ROLE } from '../users/user-change.ts'
import { countEdit, lockUser, type StoredUser } from '../users/users.store.ts'
import { lockAccount } from './managed-accounts.store.ts'
import { findMember } from './members.store.ts'

const SUPER_ADMIN: Refusal<null> = {
  kind: 'refused',
  reason: 'super_admin',
  message: 'A super admin is one in every account. Change the role under Users, in their own account.',
  current: null,
}
const STAFF: Refusal = { kind: 'forbidden', message: 'The provider’s staff alone change the roles of their own.' }

/** Which member becomes what, and where. */
export interface MemberRole {
  readonly accountId: number
  readonly userId: number
  readonly roleId: GuestRoleId
}

/**
 * Gives a member a role in one account (docs/decisions/0053), which ends the sessions that began with another one: a guest’s there, those of a user at home
 * everywhere.
 */
export function giveMemberRole(
  tx: Tx,
  caller: Actor,
  { accountId, userId, roleId }: MemberRole,
): Promise<Outcome<AccountMember, AccountMember | null>> {
  const actor = { ...caller, accountId }
  return edit<StoredUser, number, AccountMember, null>(tx, actor, {
    scope: 'user',
    id: userId,
    async lock() {
      await holdAdmins(tx, accountId)
      if (!(await lockAccount(tx, accountId))) return undefined
      await holdInOrder(tx, caller.user.uid, userId)
      const user = await lockUser(tx, userId, accountId)
      return user?.isMember === true ? user : undefined
    },
    async judge(user) {
      if (userId === caller.user.uid) return requireFound(refusedFor([OWN_ROLE]), 'fault')
      if (!(await stillManages(tx, caller, accountId))) return NOT_ANY_MORE
      if (user.roleId === ROLE_IDS.superAdmin) return SUPER_ADMIN
      if (user.isStaff && !caller.user.isRepdataUser && !caller.user.is_super_admin) return STAFF
      if (
        user.roleId === ROLE_IDS.admin &&
        roleId !== ROLE_IDS.admin &&
        !(await hasAdminBesides(tx, accountId, userId))
      )
        return LAST_ADMIN
      return { before: user.roleId, after: roleId }
    },
    async write(_roleId, user) {
      await giveRoleIn(tx, userId, accountId, roleId)
      await countEdit(tx, userId)
      if (isGuest(user)) await endSessionsIn(tx, userId, accountId, 'rights changed', caller.at)
      else await endOtherSessions(tx, userId, null, 'rights changed', caller.at)
    },
    changed: async before => ({
      before: facts(before),
      after: facts(requireFound(await lockUser(tx, userId, accountId), 'user')),
    }),
    read: async () => requireFound(await findMember(tx, accountId, userId, caller.at), 'member'),
  })
}
