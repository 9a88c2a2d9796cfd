import { PASSWORD_OPENS_NOTHING } from '@desk/schema/single-sign-on/sign-on'
import type { RoleId } from '@desk/schema/users/current-user'
import { NEW_USER_DEFAULTS, type NewUser, type User, type UserChanges } from '@desk/schema/users/user'
import { ADMIN_ROLES, ROLE_IDS } from '@desk/schema/users/role-ids'
import type { PasswordPolicy } from '@desk/schema/users/password-rules'
import type { Tx } from '#kernel/db/tx'
import { edit, make, remove, type Actor } from '#kernel/edits/edit'
import { refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Detail } from '#kernel/http/refusal'
import { pageOf } from '#kernel/lists/page'
import { CONFIRM_FIRST, unproven, type Proof } from '../confirmation/confirmations.ts'
import { deleteFactor } from '../one-time-codes/second-factor.store.ts'
import { deleteLinks } from '../password-reset/password-links.store.ts'
import { issuePasswordToken, LINK_LASTS_MS } from '../password-reset/password-links.ts'
import { passwordRefusals } from '../passwords/password-refusals.ts'
import { hashPassword } from '../passwords/password.ts'
import { entersBySignOn } from '../sessions/password-closed.store.ts'
import { replaceTokens } from '../sessions/replace-tokens.ts'
import { endOtherSessions, endSessionsIn, holdInOrder, holdUser } from '../sessions/sessions.store.ts'
import { hasAdminBesides, holdAdmins, LAST_ADMIN } from '../roles/last-admin.ts'
import { NOT_ANY_MORE, stillManages } from '../roles/still-manages.ts'
import { isBound, unbind } from '../sign-on-bindings/sign-on-bindings.store.ts'
import {
  changeOf,
  facts,
  NOTHING,
  OWN_ROLE,
  passwordDetails,
  permitted,
  roleFaults,
  roleOf,
  whatEnds,
  type Change,
  type Ending,
} from './user-change.ts'
import { editRights, type EditRights } from './user-rights.ts'
import * as store from './users.store.ts'

export const TAKEN: Detail = { path: ['username'], message: 'Username is already taken' }
const NOT_CHOSEN_YET: Detail = {
  path: ['password'],
  message: 'No password was chosen yet: the link that was sent to the username is for that',
}
const OPENS_NOTHING: Detail = { path: ['password'], message: PASSWORD_OPENS_NOTHING }
const INACTIVE = 'The directory deactivated this user. How they sign in changes once it makes them active again'
const LAST_IN_ACCOUNT: Detail = { path: ['role_id'], message: LAST_ADMIN.message }
const NOT_FROM_HERE: Refusal = { kind: 'forbidden', message: 'This user cannot be changed from this account.' }

/**
 * A link to choose a password, for the mail to a username; only its mailbox learns whether a user signs in by that
 * name elsewhere (docs/decisions/0021).
 */
export interface Link {
  readonly username: string
  readonly token: string
  readonly isInUse: boolean
}

/** The work left once a user is stored: a link goes by mail, a token to the caller. No history or answer has them. */
export interface Afterwards {
  before?: store.StoredUser
  link?: Link
  renewedToken?: string | null
}

export async function findUser(tx: Tx, accountId: number, userId: number): Promise<User | undefined> {
  return (await store.listUsers(tx, accountId, { uid: userId }, pageOf({ limit: 1 })))[0]
}

/**
 * Makes a user of the account, with a link to choose a password by (§5.27).
 * @param otherwise the role where the caller gives none, or may give none: the least one (docs/decisions/0091)
 */
export function createUser(
  tx: Tx,
  actor: Actor,
  user: NewUser,
  afterwards: Afterwards,
  otherwise: RoleId = NEW_USER_DEFAULTS.role_id,
): Promise<Outcome<User>> {
  const { accountId, at } = actor
  const username = user.username.trim().toLowerCase()
  return make<Place, User, never>(tx, actor, {
    scope: 'user',
    lock: () => openAccount(tx, actor),
    judge: async ({ rights }) =>
      refusedFor(roleFaults(rights, roleOf(rights, user, otherwise))) ??
      refusedFor((await store.isNameInAccount(tx, username, accountId)) ? [TAKEN] : []),
    async write({ account, rights }) {
      const userId = await store.insertUser(tx, {
        accountId,
        username,
        firstname: user.firstname.trim(),
        lastname: user.lastname.trim(),
        roleId: roleOf(rights, user, otherwise),
        isConsultant: rights.role && (user.is_consultant ?? false),
        isStaff: account.isStaff,
        timeZoneCode: user.user_time_zone ?? account.timeZoneCode,
      })
      await store.updatePermissions(tx, userId, accountId, permitted(rights, user))
      const token = await issuePasswordToken(tx, userId, 'welcome', at)
      afterwards.link = { username, token, isInUse: await store.isNameInUse(tx, username) }
      return userId
    },
    facts: id => factsOf(tx, actor, id),
    read: async id => requireFound(await findUser(tx, accountId, id), 'user'),
  })
}

interface Place {
  readonly account: store.StoredAccount
  readonly rights: EditRights
}

async function openAccount(tx: Tx, actor: Actor): Promise<Place> {
  const account = await store.findUsersAccount(tx, actor.accountId)
  // who may manage users may make one
  return { account, rights: requireFound(editRights(actor, account) ?? undefined, 'right') }
}

/** An edit of a user as it was sent, judged field by field, and what the caller was found right by, where that was asked for. */
export interface UserEdit {
  readonly userId: number
  readonly wanted: UserChanges
  readonly policy: PasswordPolicy
  readonly proof: Proof | null
}

/**
 * Changes a user of the account, or the caller's own (§6.7, §6.8, §7.20); ways to sign in, for a proof alone (S8).
 * Null: the user is none of this account.
 */
export function editUser(
  tx: Tx,
  actor: Actor,
  { userId, wanted, policy, proof }: UserEdit,
  afterwards: Afterwards,
): Promise<Outcome<User | null>> {
  const { accountId, user, at } = actor
  const isOwn = userId === user.uid
  const username = wanted.username?.trim().toLowerCase()
  const { password = '' } = wanted
  return edit<Opened, Change, User | null, never>(tx, actor, {
    scope: 'user',
    id: userId,
    async lock() {
      if (wanted.role_id !== undefined && !isOwn) await holdAdmins(tx, accountId)
      const faults = await holdBoth(tx, proof, userId)
      if (wanted.role_id !== undefined && !isOwn) await holdInOrder(tx, user.uid, userId)
      const before = await store.lockUser(tx, userId, accountId)
      return before && (isOwn || before.isMember) ? { before, faults } : undefined
    },
    async judge({ before, faults }) {
      const rights = editRights(actor, await store.findUsersAccount(tx, accountId), before)
      if (rights === null) return NOT_FROM_HERE
      const isRenamed = username !== undefined && username !== before.username
      const change = changeOf(before, rights, wanted, isRenamed ? username : undefined)
      const { roleId } = change.row
      // changes how the user signs in: needs a confirmation (S8)
      const givesRole = roleId !== undefined && !isOwn
      const losesAdmin = givesRole && ADMIN_ROLES.includes(before.roleId) && !ADMIN_ROLES.includes(roleId)
      if (givesRole && !(await stillManages(tx, actor, accountId))) return NOT_ANY_MORE
      const needsProof = (password !== '' || isRenamed) && proof === null
      return (
        refusedFor(faults) ??
        refusedFor(roleId === undefined ? [] : isOwn ? [OWN_ROLE] : roleFaults(rights, roleId)) ??
        refusedFor(losesAdmin && !(await hasAdminBesides(tx, accountId, userId)) ? [LAST_IN_ACCOUNT] : []) ??
        refusedFor(before.isActive ? [] : inactiveFaults(password !== '', isRenamed)) ??
        refusedFor(
          password === '' ? [] : passwordDetails(passwordRefusals(password, policy, username ?? before.username)),
        ) ??
        // a caller without a password confirms their own first one by a fresh sign-on, which proves the username as a
        // link does
        refusedFor(password !== '' && !before.hasPassword && !isOwn ? [NOT_CHOSEN_YET] : []) ??
        refusedFor(password !== '' && (await entersBySignOn(tx, userId)) ? [OPENS_NOTHING] : []) ??
        refusedFor(isRenamed && (await store.isNameInAccount(tx, username, accountId)) ? [TAKEN] : []) ??
        refusedFor(needsProof ? [CONFIRM_FIRST] : []) ?? {
          before: NOTHING,
          after: change,
        }
      )
    },
    version: ({ before }) => ({ seen: wanted.version, stored: before.version }),
    async write(change, { before }) {
      const { row, newUsername } = change
      await store.updateUser(tx, userId, accountId, row)
      if (password !== '') await store.setPassword(tx, userId, await hashPassword(password), isOwn)
      const renamedTo = newUsername ?? row.username
      // an old link may be in a mailbox that is no longer the user's
      if (password !== '' || renamedTo !== undefined) await deleteLinks(tx, userId)
      afterwards.before = before
      afterwards.renewedToken = await endWhatChanged(tx, actor, userId, whatEnds(before, change))
      if (renamedTo !== undefined) afterwards.link = await linkTo(tx, before, renamedTo, at)
    },
    // a password is for no one to read: the history says only that it was set
    changed: async ({ before }) => ({
      before: facts(before),
      after: { ...(await factsOf(tx, actor, userId)), ...(password === '' ? {} : { password: 'set' }) },
    }),
    read: async () => (await findUser(tx, accountId, userId)) ?? null,
  })
}

/**
 * A password or a username that no one can use: the directory alone makes its users active again
 * (docs/decisions/0048).
 */
const inactiveFaults = (hasPassword: boolean, isRenamed: boolean): readonly Detail[] => [
  ...(isRenamed ? [{ path: ['username'], message: INACTIVE }] : []),
  ...(hasPassword ? [{ path: ['password'], message: INACTIVE }] : []),
]

interface Opened {
  readonly before: store.StoredUser
  /** The caller's proof, where it has become outdated. */
  readonly faults: readonly Detail[]
}

/** Locks the confirming and the changed user, always in one order, so that two users who change each other do not deadlock. */
async function holdBoth(tx: Tx, proof: Proof | null, userId: number): Promise<readonly Detail[]> {
  if (proof === null) return []
  if (userId < proof.userId) await holdUser(tx, userId)
  return unproven(tx, proof)
}

/** Ends the sessions that a change invalidates; the caller's own goes on under a new token. @returns that token */
async function endWhatChanged(
  tx: Tx,
  { user, accountId, sessionId, at }: Actor,
  userId: number,
  ending: Ending | null,
): Promise<string | null> {
  if (ending === null) return null
  const isOwn = userId === user.uid
  if (ending.everywhere) await endOtherSessions(tx, userId, isOwn ? sessionId : null, ending.because, at)
  else await endSessionsIn(tx, userId, accountId, ending.because, at)
  return isOwn ? replaceTokens(tx, sessionId, at) : null
}

/** Mails a link to the new username: for a user with a password it takes effect with the link, for an invited user at once. */
async function linkTo(tx: Tx, { userId, hasPassword }: store.StoredUser, username: string, at: Date): Promise<Link> {
  if (hasPassword) await store.announceUsername(tx, userId, username, new Date(at.getTime() + LINK_LASTS_MS.username))
  const token = await issuePasswordToken(
    tx,
    userId,
    hasPassword ? 'username' : 'welcome',
    at,
    hasPassword ? username : null,
  )
  return { username, token, isInUse: await store.isNameInUse(tx, username) }
}

/** A member of the account, locked. */
export async function lockMember(tx: Tx, { accountId }: Actor, userId: number): Promise<store.StoredUser | undefined> {
  const user = await store.lockUser(tx, userId, accountId)
  return user?.isMember ? user : undefined
}

/** Takes a user of the account away (§6.9). */
export function removeUser(tx: Tx, actor: Actor, userId: number): Promise<Outcome<null>> {
  return remove(tx, actor, {
    scope: 'user',
    id: userId,
    lock: () => lockMember(tx, actor, userId),
    facts,
    async write() {
      await deleteFactor(tx, userId)
      await deleteLinks(tx, userId)
      await store.deleteUser(tx, userId, actor.at)
      await endOtherSessions(tx, userId, null, 'user deleted', actor.at)
    },
  })
}

/** Takes away the second factor of a user who has lost it, set up or half set up. */
export function removeFactor(tx: Tx, actor: Actor, userId: number): Promise<Outcome<null>> {
  return edit<store.StoredUser, string, null, never>(tx, actor, {
    scope: 'user',
    id: userId,
    lock: () => lockMember(tx, actor, userId),
    judge: () => ({ before: null, after: 'removed' }),
    async write() {
      await deleteFactor(tx, userId)
      await endOtherSessions(tx, userId, null, 'second factor removed', actor.at)
    },
    changed: ({ hasSecondFactor }) => ({
      before: { second_factor_on: hasSecondFactor },
      after: { second_factor_on: false },
    }),
    read: () => Promise.resolve(null),
  })
}

const NOT_BOUND: Refusal<null> = {
  kind: 'refused',
  reason: 'not_bound',
  message: 'This user is not bound to anybody at the provider.',
  current: null,
}
const SUPER_ADMIN: Refusal = { kind: 'forbidden', message: 'Only a super admin can change a super admin.' }

/**
 * Undoes a user's identity at the provider of the account: the next sign-on by their verified address binds them
 * again.
 */
export function unbindSignOn(tx: Tx, actor: Actor, userId: number): Promise<Outcome<null, null>> {
  const { accountId } = actor
  let issuers: readonly string[] = []
  return edit<store.StoredUser, string, null, null>(tx, actor, {
    scope: 'user',
    id: userId,
    lock: () => lockMember(tx, actor, userId),
    async judge({ homeAccountId, roleId }) {
      if (homeAccountId !== accountId) return NOT_FROM_HERE
      if (roleId === ROLE_IDS.superAdmin && !actor.user.is_super_admin) return SUPER_ADMIN
      return (await isBound(tx, userId, accountId)) ? { before: null, after: 'undone' } : NOT_BOUND
    },
    async write() {
      issuers = await unbind(tx, userId, accountId)
      await endOtherSessions(tx, userId, null, 'single sign-on undone', actor.at)
    },
    changed: () => ({ before: { single_sign_on: issuers.join(', ') }, after: { single_sign_on: null } }),
    read: () => Promise.resolve(null),
  })
}

const factsOf = async (tx: Tx, { accountId }: Actor, userId: number): Promise<HistoryFacts> =>
  facts(requireFound(await store.lockUser(tx, userId, accountId), 'user'))
