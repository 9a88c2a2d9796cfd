import { domainOf } from '@desk/schema/single-sign-on/sign-on-domains'
import { cleanedName } from '@desk/schema/users/person-name'
import { ROLE_IDS } from '@desk/schema/users/role-ids'
import { isUsername } from '@desk/schema/users/user-form'
import { sql } from 'kysely'
import type { Origin } from '#kernel/audit/record-audit'
import type { Tx } from '#kernel/db/tx'
import { requireFound } from '#kernel/edits/require-found'
import { recordEdit } from '#kernel/history/history.store'
import { findForSignIn, holdUser, type SignInRow } from '../sessions/sessions.store.ts'
import { facts } from '../users/user-change.ts'
import { findUsersAccount, HOLDS_NAME, insertUser, lockUser } from '../users/users.store.ts'
import { noteProof, type StoredSignOn } from './sign-on.store.ts'
import type { Verified } from './oidc.ts'

/** The user of a sign-on, or why there is none; `userId` where the refused one is known. */
export type Found = { readonly user: SignInRow } | { readonly refusal: string; readonly userId: number | null }

const UNVERIFIED = 'Your provider has not verified your e-mail address, so that it opens no account here.'
const NO_MAILBOX = 'Your provider names an e-mail address that is not one of a single mailbox.'
const SUPER_ADMIN = 'Super admins sign in by their password.'
const DELETED = 'Your user was deleted. Ask an administrator of your account.'
const INACTIVE = 'Your user is not active. Ask an administrator of your account.'
const NOBODY = 'There is no user with your e-mail address. Ask an administrator of your account to invite you.'
const ELSEWHERE = 'Your user belongs to another account, which has to sign you in itself.'
const SOMEBODY_ELSE =
  'Another user at your provider has signed on with your e-mail address before. Ask an administrator of your account.'

const refused = (refusal: string, userId: number | null = null): Found => ({ refusal, userId })

interface Candidate {
  readonly userId: number
  readonly homeAccountId: number
  readonly isDeleted: boolean
  readonly isInactive: boolean
  readonly isSuperAdmin: boolean
}

const CANDIDATE = sql<Candidate>`
  u.user_id as "userId", u.home_account_id as "homeAccountId", u.deleted_at is not null as "isDeleted", u.deactivated_at is not null as "isInactive",
  u.role_id = ${ROLE_IDS.superAdmin} and h.parent_account_id is null as "isSuperAdmin"`

/**
 * Finds the user of a sign-on, who belongs to the account whose provider it is: by the subject that was bound to
 * them, else by their verified address, which binds it. Makes one where the account allows that. A user of another
 * account stays that account's: its admins alone vouch for them.
 */
export async function userOf(
  tx: Tx,
  signOn: StoredSignOn,
  verified: Verified,
  { at, origin }: { readonly at: Date; readonly origin: Origin },
): Promise<Found> {
  const { accountId, issuer } = signOn
  const email = verified.email.trim().toLowerCase()
  const domain = domainOf(email)
  if (domain === null || !signOn.domains.includes(domain))
    return refused(`Your e-mail address is of no domain that signs on here${domain === null ? '' : `: ${domain}`}.`)
  if (!verified.isEmailVerified) return refused(UNVERIFIED)
  // of two first sign-ons of one person at once the second finds the user that the first has made
  await sql`select pg_advisory_xact_lock(hashtextextended('sign-on ' || ${email}, ${accountId}))`.execute(tx)
  const bound = await findBound(tx, accountId, issuer, verified.subject)
  const found = bound ?? (await findByName(tx, accountId, email))
  const fault = found && faultOf(found, accountId)
  if (found && fault !== null && fault !== undefined) return refused(fault, found.userId)
  if (found && !bound && (await isBoundOtherwise(tx, accountId, issuer, found.userId)))
    return refused(SOMEBODY_ELSE, found.userId)
  if (!found && !signOn.makes_users) return refused(NOBODY)
  if (!found && !isUsername(email)) return refused(NO_MAILBOX)
  const userId = found?.userId ?? (await makeUser(tx, signOn, email, verified, { at, origin }))
  await holdUser(tx, userId)
  if (bound) await noteUse(tx, accountId, issuer, verified.subject, at)
  else await bind(tx, signOn, verified.subject, userId, { at, origin })
  await dropUnchosenPassword(tx, userId, signOn.only)
  await noteProof(tx, accountId, at)
  return { user: requireFound(await findForSignIn(tx, userId, accountId), 'user') }
}

function faultOf({ isDeleted, isInactive, homeAccountId, isSuperAdmin }: Candidate, accountId: number): string | null {
  if (isDeleted) return DELETED
  if (homeAccountId !== accountId) return ELSEWHERE
  if (isInactive) return INACTIVE
  return isSuperAdmin ? SUPER_ADMIN : null
}

async function findBound(tx: Tx, accountId: number, issuer: string, subject: string): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    select ${CANDIDATE} from sso_identity i join app_user u on u.user_id = i.user_id join account h on h.account_id = u.home_account_id
    where i.account_id = ${accountId} and i.issuer = ${issuer} and i.subject = ${subject}`.execute(tx)
  return rows[0]
}

/** The user of a name: the account's own, or of another account, if they have proved that it is theirs. */
async function findByName(tx: Tx, accountId: number, username: string): Promise<Candidate | undefined> {
  const { rows } = await sql<Candidate>`
    select ${CANDIDATE} from app_user u join account h on h.account_id = u.home_account_id
    where u.username = ${username} and u.deleted_at is null and ${HOLDS_NAME(accountId)}
    order by u.home_account_id = ${accountId} desc, u.user_id limit 1`.execute(tx)
  return rows[0]
}

async function isBoundOtherwise(tx: Tx, accountId: number, issuer: string, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from sso_identity where account_id = ${accountId} and issuer = ${issuer} and user_id = ${userId}`.execute(tx)
  return rows.length > 0
}

interface Moment {
  readonly at: Date
  readonly origin: Origin
}

async function bind(
  tx: Tx,
  { accountId, issuer }: StoredSignOn,
  subject: string,
  userId: number,
  { at, origin }: Moment,
): Promise<void> {
  await sql`
    insert into sso_identity (account_id, issuer, subject, user_id, bound_at, last_at)
    values (${accountId}, ${issuer}, ${subject}, ${userId}, ${at}, ${at})`.execute(tx)
  await recordEdit(tx, {
    accountId,
    scope: 'user',
    id: userId,
    userId,
    at,
    origin,
    act: 'edited',
    before: {},
    after: { single_sign_on: issuer },
  })
}

async function noteUse(tx: Tx, accountId: number, issuer: string, subject: string, at: Date): Promise<void> {
  await sql`update sso_identity set last_at = ${at} where account_id = ${accountId} and issuer = ${issuer} and subject = ${subject}`.execute(
    tx,
  )
}

/**
 * A user who never chose a password has none to choose first. Where single sign-on is the only way, one that an admin has set is dropped: it opens nothing,
 * and the user could not choose another one.
 */
async function dropUnchosenPassword(tx: Tx, userId: number, isOnly: boolean): Promise<void> {
  await sql`
    update app_user set password_updated = true, password_hash = null
    where user_id = ${userId} and not password_updated and (password_hash is null or ${isOnly})`.execute(tx)
}

async function makeUser(
  tx: Tx,
  { accountId, new_users_role: roleId }: StoredSignOn,
  username: string,
  { firstname, lastname }: Verified,
  { at, origin }: Moment,
): Promise<number> {
  const { isStaff, timeZoneCode } = await findUsersAccount(tx, accountId)
  const userId = await insertUser(tx, {
    accountId,
    username,
    firstname: cleanedName(firstname ?? '') || username.slice(0, username.lastIndexOf('@')),
    lastname: cleanedName(lastname ?? '') || '–',
    roleId,
    isConsultant: false,
    isStaff,
    timeZoneCode,
  })
  const made = requireFound(await lockUser(tx, userId, accountId), 'user')
  await recordEdit(tx, {
    accountId,
    scope: 'user',
    id: userId,
    userId,
    at,
    origin,
    act: 'created',
    before: {},
    after: facts(made),
  })
  return userId
}
