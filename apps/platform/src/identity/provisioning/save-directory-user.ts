import { NewUserTexts } from '@desk/schema/users/user-form'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { Result } from 'effect'
import type { Tx } from '#kernel/db/tx'
import { edit, make, type Actor } from '#kernel/edits/edit'
import { faultsIn, refusedFor, type Outcome, type Refusal } from '#kernel/edits/outcome'
import { requireFound } from '#kernel/edits/require-found'
import type { HistoryFacts } from '#kernel/history/history.store'
import { deleteLinks } from '../password-reset/password-links.store.ts'
import { LAST_ADMIN } from '../roles/last-admin.ts'
import { endOtherSessions, holdUser } from '../sessions/sessions.store.ts'
import { findUsersAccount, insertUser } from '../users/users.store.ts'
import * as store from './directory-users.store.ts'
import type { ScimFault } from './scim-fault.ts'
import type { DirectoryUser, WantedUser } from './scim-user.ts'
import { sql } from 'kysely'

/**
 * Whether an account may provision a username, by the mail domains that accounts have claimed for single sign-on:
 * true for one of its own, false for one of another account, or for any other once it has claimed some; null where no
 * claim speaks for or against it.
 */
async function isOfClaimedDomain(tx: Tx, accountId: number, username: string): Promise<boolean | null> {
  const domain = username.slice(username.lastIndexOf('@') + 1).toLowerCase()
  const { rows } = await sql<{ domain: string; isOwn: boolean }>`
    select domain, account_id = ${accountId} as "isOwn" from sso_domain where account_id = ${accountId} or domain = ${domain}`.execute(
    tx,
  )
  return rows.length === 0 ? null : rows.some(row => row.isOwn && row.domain === domain)
}

const refuse = (reason: string, message: string): Refusal<null> => ({ kind: 'refused', reason, message, current: null })

const NAME_TAKEN = refuse('uniqueness', 'Another user has this userName.')
const EXTERNAL_ID_TAKEN = refuse('uniqueness', 'Another user has this externalId.')
const FOREIGN_DOMAIN = refuse(
  'foreign_domain',
  'The domain of this userName is claimed by another account, or is none of those that this account has claimed.',
)
const KEY_MAKER = refuse(
  'key_maker',
  'This user made the API key that asks: a key neither deactivates nor demotes its maker.',
)
const STALE = refuse('stale', 'The user has changed in the meantime.')
const UNPROVED = refuse(
  'unproved_name',
  'The userName of a user who has chosen a password changes only within domains that the account has claimed.',
)

/** Whom the directory of a caller's account reaches. */
export const reachOf = ({ accountId, user }: Pick<Actor, 'accountId' | 'user'>): store.Reach => ({
  accountId,
  includesStaff: user.isRepdataUser,
})

const textFaults = ({ firstname, lastname, username }: WantedUser) =>
  faultsIn(NewUserTexts, { firstname, lastname, username })

/** The fields of a history that a directory decides. */
const factsOf = ({ username, firstname, lastname, externalId, isActive }: WantedUser): HistoryFacts => ({
  username,
  firstname,
  lastname,
  external_id: externalId,
  active: isActive,
})

async function judgeNames(
  tx: Tx,
  { accountId }: Actor,
  wanted: WantedUser,
  before: DirectoryUser | null,
): Promise<Refusal<null> | undefined> {
  const fault = refusedFor(textFaults(wanted))
  if (fault) return fault
  if (wanted.username !== before?.username) {
    const isOurs = await isOfClaimedDomain(tx, accountId, wanted.username)
    if (isOurs === false) return FOREIGN_DOMAIN
    // a name is a user's own once its mailbox was used (docs/decisions/0021)
    if (before?.hasPassword === true && isOurs !== true) return UNPROVED
    if (await store.isNameTaken(tx, accountId, wanted.username, before?.userId ?? null)) return NAME_TAKEN
  }
  const { externalId } = wanted
  const isTaken =
    externalId !== null && (await store.isExternalIdTaken(tx, accountId, externalId, before?.userId ?? null))
  return isTaken ? EXTERNAL_ID_TAKEN : undefined
}

/** Why a user may not lose the sign-in, or the role of an admin. */
export async function judgeLoss(
  tx: Tx,
  { accountId, user }: Actor,
  before: DirectoryUser,
): Promise<Refusal<null> | undefined> {
  if (before.userId === user.uid) return KEY_MAKER
  if (before.roleId !== ROLE_IDS.admin || !before.isActive) return undefined
  return (await store.hasAnotherAdmin(tx, accountId, before.userId)) ? undefined : LAST_ADMIN
}

/**
 * Makes a user of the account, without a mail: they sign in by single sign-on, or ask for a password by “Forgot password”. One whom
 * the directory removed before comes back.
 */
export async function createDirectoryUser(
  tx: Tx,
  actor: Actor,
  wanted: WantedUser,
): Promise<Outcome<DirectoryUser, DirectoryUser | null>> {
  const { accountId, at } = actor
  await store.lockDirectory(tx, accountId)
  const former = await store.lockByUsername(tx, reachOf(actor), wanted.username)
  if (former?.hasLeft === true) return changeDirectoryUser(tx, actor, former.userId, { to: () => wantedAs(wanted) })
  return make<Awaited<ReturnType<typeof findUsersAccount>>, DirectoryUser, null>(tx, actor, {
    scope: 'user',
    lock: () => findUsersAccount(tx, accountId),
    judge: () => judgeNames(tx, actor, wanted, null),
    async write(account) {
      const { username, firstname, lastname } = wanted
      const userId = await insertUser(tx, {
        accountId,
        username,
        firstname,
        lastname,
        roleId: ROLE_IDS.user,
        isConsultant: false,
        isStaff: account.isStaff,
        timeZoneCode: account.timeZoneCode,
      })
      await store.updateDirectoryUser(tx, userId, wanted, at)
      return userId
    },
    facts: () => ({ ...factsOf(wanted), role_id: 'User' }),
    read: id => read(tx, actor, id),
  })
}

const wantedAs = (wanted: WantedUser) => Promise.resolve(Result.succeed(wanted))

const read = async (tx: Tx, actor: Actor, userId: number): Promise<DirectoryUser> =>
  requireFound(await store.lockDirectoryUser(tx, reachOf(actor), userId), 'user')

/** A change of a user by the directory. */
export interface DirectoryChange {
  /** The wanted state of the user. */
  readonly to: (before: DirectoryUser) => Promise<Result.Result<WantedUser, ScimFault>>
  /** The version that the directory saw; unset: whatever it is. */
  readonly version?: number | undefined
  /** Is given the fault of the request itself. */
  readonly onFault?: (fault: ScimFault) => void
}

/** Changes a user of the account as the directory says; who is deactivated loses sessions and links at once. */
export function changeDirectoryUser(
  tx: Tx,
  actor: Actor,
  userId: number,
  { to, version, onFault }: DirectoryChange,
): Promise<Outcome<DirectoryUser, DirectoryUser | null>> {
  let wanted: WantedUser | undefined
  return edit<DirectoryUser, WantedUser & { readonly isManaged: true }, DirectoryUser, null>(tx, actor, {
    scope: 'user',
    id: userId,
    async lock() {
      await store.lockDirectory(tx, actor.accountId)
      await holdUser(tx, userId)
      return store.lockDirectoryUser(tx, reachOf(actor), userId)
    },
    async judge(before) {
      if (version !== undefined && version !== before.version) return STALE
      const result = await to(before)
      if (Result.isFailure(result)) {
        onFault?.(result.failure)
        return { kind: 'faulty', details: [{ path: [], message: result.failure.detail }] }
      }
      wanted = result.success
      const refusal = await judgeNames(tx, actor, wanted, before)
      if (refusal) return refusal
      const loss = before.isActive && !wanted.isActive ? await judgeLoss(tx, actor, before) : undefined
      if (loss) return loss
      const { username, firstname, lastname, externalId, isActive } = before
      return {
        before: {
          username,
          firstname,
          lastname,
          externalId,
          isActive,
          isManaged: before.isProvisioned && !before.hasLeft,
        },
        after: { ...wanted, isManaged: true },
      }
    },
    async write(after, before) {
      await store.updateDirectoryUser(tx, userId, after, actor.at)
      if (after.username !== before.username) await deleteLinks(tx, userId)
      if (before.isActive && !after.isActive) await shutOut(tx, userId, actor.at)
    },
    changed: before => ({
      before: { ...factsOf(before), in_directory: before.isProvisioned && !before.hasLeft },
      after: { ...factsOf(wanted ?? before), in_directory: true },
    }),
    read: () => read(tx, actor, userId),
  })
}

/** Removes a user from the directory's reach: inactive, with all data; only a super admin deletes a user (§6.9). */
export function removeDirectoryUser(tx: Tx, actor: Actor, userId: number): Promise<Outcome<null, null>> {
  return edit<DirectoryUser, boolean, null, null>(tx, actor, {
    scope: 'user',
    id: userId,
    async lock() {
      await store.lockDirectory(tx, actor.accountId)
      await holdUser(tx, userId)
      const user = await store.lockDirectoryUser(tx, reachOf(actor), userId)
      return user?.hasLeft === true ? undefined : user
    },
    judge: async before => (await judgeLoss(tx, actor, before)) ?? { before: false, after: true },
    async write() {
      await store.leaveDirectory(tx, userId, actor.at)
      await shutOut(tx, userId, actor.at)
    },
    changed: ({ isActive, externalId }) => ({
      before: { active: isActive, external_id: externalId, in_directory: true },
      after: { active: false, external_id: null, in_directory: false },
    }),
    read: () => Promise.resolve(null),
  })
}

async function shutOut(tx: Tx, userId: number, at: Date): Promise<void> {
  await deleteLinks(tx, userId)
  await endOtherSessions(tx, userId, null, 'deactivated by the directory', at)
}
