import type { GuestRoleId } from '@desk/schema/users/guest-roles'
import type { AccountMember } from '@desk/schema/accounts/managed-account'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import type { Tx } from '#kernel/db/tx'
import { edit, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { Detail } from '#kernel/http/refusal'
import { deleteLinks } from '../password-reset/password-links.store.ts'
import { issuePasswordToken } from '../password-reset/password-links.ts'
import { endSessionsIn, holdUser } from '../sessions/sessions.store.ts'
import { hasAdminBesides, holdAdmins, LAST_ADMIN } from '../roles/last-admin.ts'
import { updateDefaultAccount } from '../accounts/accounts.store.ts'
import { roleName } from '../users/role-name.ts'
import { lockAccount } from './managed-accounts.store.ts'
import * as store from './members.store.ts'

const username = (message: string): Detail => ({ path: ['username'], message })
const NOBODY = username('No user has this username. Create them under Users, in their own account')
const NOT_YET = username('This user has not chosen a password yet, so that the username is not proved to be theirs')
const INACTIVE = username('The directory of their own account deactivated this user: it alone makes them active again')
const MEMBER = username('This user is a member already')

const fullName = ({ firstname, lastname, username: name }: AccountMember) => `${firstname} ${lastname} (${name})`

const withRole = (member: AccountMember) => `${fullName(member)}, ${roleName(member.role_id)}`

const refused = (reason: string, message: string): Refusal<null> => ({
  kind: 'refused',
  reason,
  message,
  current: null,
})
const AT_HOME = refused(
  'home_account',
  'This is the account that the user was created in. Delete the user under Users instead.',
)
const SUPER_ADMIN = refused('super_admin', 'A super admin has no default account.')
const HAS_PASSWORD = refused(
  'has_password',
  'This user has chosen a password. “Forgot password” on the sign-in page sends a link to choose another one.',
)

const DEACTIVATED = refused(
  'inactive',
  'The directory of the account deactivated this user, whom no link lets in. It alone makes them active again.',
)

interface Place {
  readonly member: AccountMember
}

/** A member, with the account and the user locked, always in this order. */
async function lockMember(tx: Tx, { at }: Actor, accountId: number, userId: number): Promise<Place | undefined> {
  if (!(await lockAccount(tx, accountId))) return undefined
  await holdUser(tx, userId)
  const member = await store.findMember(tx, accountId, userId, at)
  return member && { member }
}

/** Adds a user of another account, by their username, with a role there. */
export function addMember(
  tx: Tx,
  caller: Actor,
  accountId: number,
  { username: name, roleId }: { readonly username: string; readonly roleId: GuestRoleId },
): Promise<Outcome<AccountMember>> {
  const wanted = name.trim().toLowerCase()
  let userId = 0
  const read = async () => requireFound(await store.findMember(tx, accountId, userId, caller.at), 'member')
  return edit<object, number, AccountMember, never>(
    tx,
    { ...caller, accountId },
    {
      scope: 'account',
      id: accountId,
      lock: () => lockAccount(tx, accountId),
      async judge() {
        const user = await store.findByUsername(tx, wanted)
        if (!user) return refusal((await store.isInvited(tx, wanted)) ? NOT_YET : NOBODY)
        if (!user.isActive) return refusal(INACTIVE)
        userId = user.userId
        await holdUser(tx, userId)
        return (await store.findMember(tx, accountId, userId, caller.at))
          ? refusal(MEMBER)
          : { before: null, after: userId }
      },
      write: id => store.insertMember(tx, accountId, id, roleId),
      changed: async () => ({ before: {}, after: { member: withRole(await read()) } }),
      tell: (_stored, id) => store.doubtUser(tx, id),
      read,
    },
  )
}

const refusal = (detail: Detail): Refusal => requireFound(refusedFor([detail]), 'fault')

/** Takes a user out of an account; their sessions there end. */
export function removeMember(tx: Tx, caller: Actor, accountId: number, userId: number): Promise<Outcome<null, null>> {
  return edit<Place, string, null, null>(
    tx,
    { ...caller, accountId },
    {
      scope: 'account',
      id: accountId,
      async lock() {
        await holdAdmins(tx, accountId)
        return lockMember(tx, caller, accountId, userId)
      },
      async judge({ member }) {
        if (member.is_home) return AT_HOME
        const isAdmin = member.role_id === ROLE_IDS.admin
        return isAdmin && !(await hasAdminBesides(tx, accountId, userId))
          ? LAST_ADMIN
          : { before: null, after: 'removed' }
      },
      async write() {
        await store.deleteMember(tx, accountId, userId)
        await endSessionsIn(tx, userId, accountId, 'removed from the account', caller.at)
      },
      changed: ({ member }) => ({ before: { member: withRole(member) }, after: {} }),
      tell: () => store.doubtUser(tx, userId),
      read: () => Promise.resolve(null),
    },
  )
}

/** Makes an account the one that a member signs in to (§6.5). */
export function makeDefault(
  tx: Tx,
  caller: Actor,
  accountId: number,
  userId: number,
): Promise<Outcome<AccountMember, AccountMember | null>> {
  return edit<Place, boolean, AccountMember, null>(
    tx,
    { ...caller, accountId },
    {
      scope: 'account',
      id: accountId,
      lock: () => lockMember(tx, caller, accountId, userId),
      judge: ({ member }) =>
        member.role_id === ROLE_IDS.superAdmin ? SUPER_ADMIN : { before: member.is_default, after: true },
      write: () => updateDefaultAccount(tx, userId, accountId),
      changed: ({ member }) => ({ before: {}, after: { default_account_of: fullName(member) } }),
      read: async () => requireFound(await store.findMember(tx, accountId, userId, caller.at), 'member'),
    },
  )
}

/** A link that is to be mailed; no answer has it. */
export interface Invitation {
  member?: AccountMember
  token?: string
  accountName?: string
}

/** Makes another link for a member who has chosen no password yet; former ones end. */
export function inviteAgain(
  tx: Tx,
  caller: Actor,
  accountId: number,
  userId: number,
  invitation: Invitation,
): Promise<Outcome<AccountMember, AccountMember | null>> {
  return edit<Place, string, AccountMember, null>(
    tx,
    { ...caller, accountId },
    {
      scope: 'account',
      id: accountId,
      lock: () => lockMember(tx, caller, accountId, userId),
      judge({ member }) {
        if (!member.is_active) return DEACTIVATED
        return member.has_password ? HAS_PASSWORD : { before: null, after: 'invited' }
      },
      async write(_change, { member }) {
        await deleteLinks(tx, userId)
        invitation.token = await issuePasswordToken(tx, userId, 'welcome', caller.at)
        invitation.member = member
        const account = await lockAccount(tx, accountId)
        if (account) invitation.accountName = account.name
      },
      changed: ({ member }) => ({ before: {}, after: { invited: fullName(member) } }),
      read: async () => requireFound(await store.findMember(tx, accountId, userId, caller.at), 'member'),
    },
  )
}
