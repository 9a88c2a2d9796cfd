import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'
import { preparedRead, type ScopedRead } from '#kernel/db/prepared-read'
import type { Tx } from '#kernel/db/tx'
import type { UserFacts } from './current-user.ts'
import { USER_FACTS, userFactsOf, USER_TABLES, type UserFactsRow } from './user-facts.ts'

export interface SignInRow {
  readonly userId: number
  readonly passwordHash: string | null
  readonly passwordUpdated: boolean
  readonly hasSecondFactor: boolean
  readonly accountId: number
  readonly accountName: string
  /** Every account of the user is suspended. */
  readonly isSuspended: boolean
}

/**
 * The user of this username (none, if several were only invited under it) or id, with the account where the session
 * starts: the user's default, else the home account; one that is not suspended, if there is any.
 * @param inAccount the account where it starts, if that is decided
 */
export async function findForSignIn(
  tx: Tx,
  who: string | number,
  inAccount: number | null = null,
): Promise<SignInRow | undefined> {
  const { rows } = await sql<SignInRow>`
    select u.user_id as "userId", u.password_hash as "passwordHash", u.password_updated as "passwordUpdated", u.second_factor_on as "hasSecondFactor",
           s.account_id as "accountId", s.name as "accountName", s.suspended_at is not null as "isSuspended"
    from app_user u cross join lateral (
      select a.account_id, a.name, a.suspended_at from account a left join user_account m on m.account_id = a.account_id and m.user_id = u.user_id
      where (m.user_id is not null or a.account_id = u.home_account_id) and (${inAccount}::int is null or a.account_id = ${inAccount})
      order by a.suspended_at is not null, coalesce(m.is_default, false) desc, a.account_id = u.home_account_id desc, a.account_id limit 1) s
    where ${typeof who === 'number' ? sql`u.user_id = ${who}` : sql`u.username = ${who}`} and u.deleted_at is null and u.deactivated_at is null
    order by u.password_hash is null, u.user_id limit 1`.execute(tx)
  return rows[0]
}

/**
 * Locks a user's row until the transaction ends. Every transaction that begins or ends sessions of a user, or changes how they
 * sign in, takes this lock first, so that they run one after the other.
 */
export async function holdUser(tx: Tx, userId: number): Promise<void> {
  await sql`select from app_user where user_id = ${userId} for no key update`.execute(tx)
}

/** Locks two users in one order, so that two who change each other do so one after the other, without a deadlock. */
export async function holdInOrder(tx: Tx, one: number, other: number): Promise<void> {
  for (const userId of [one, other].toSorted((first, second) => first - second)) await holdUser(tx, userId)
}

/**
 * Locks the row of a confirmed user.
 * @returns false when the confirmation is outdated: password or second factor have changed since then, or the user is
 *   gone
 */
export async function holdUnchanged(
  tx: Tx,
  { userId, passwordHash, hasSecondFactor }: Pick<SignInRow, 'userId' | 'passwordHash' | 'hasSecondFactor'>,
): Promise<boolean> {
  await holdUser(tx, userId)
  const present = await findForSignIn(tx, userId)
  return present?.passwordHash === passwordHash && present.hasSecondFactor === hasSecondFactor
}

export interface NewSession {
  readonly sessionId: string
  readonly userId: number
  readonly accountId: number
  readonly loginAccountId: number
  readonly tokenHash: Buffer
  readonly now: Date
  readonly expiresAt: Date
  readonly userAgent: string | null
  readonly address: string | null
  /** The device remembers the session: it may stay idle longer. */
  readonly isRemembered: boolean
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await sql`
    insert into login_session (session_id, user_id, account_id, login_account_id, created_at, last_used_at, expires_at, user_agent, address, is_remembered)
    values (${session.sessionId}, ${session.userId}, ${session.accountId}, ${session.loginAccountId}, ${session.now}, ${session.now}, ${session.expiresAt}, ${session.userAgent}, ${session.address}, ${session.isRemembered})`.execute(
    tx,
  )
  await sql`update app_user set last_sign_in_at = ${session.now} where user_id = ${session.userId}`.execute(tx)
  await insertToken(tx, session.sessionId, session.tokenHash, session.now)
}

export async function insertToken(tx: Tx, sessionId: string, tokenHash: Buffer, now: Date): Promise<void> {
  await sql`insert into session_token (token_hash, session_id, issued_at) values (${tokenHash}, ${sessionId}, ${now})`.execute(
    tx,
  )
}

/** Marks a token as replaced. @returns whether this request did it or an earlier one; undefined when the token is gone */
export async function supersedeToken(tx: Tx, tokenHash: Buffer, now: Date): Promise<'now' | 'before' | undefined> {
  const { numAffectedRows } =
    await sql`update session_token set superseded_at = ${now} where token_hash = ${tokenHash} and superseded_at is null`.execute(
      tx,
    )
  if (numAffectedRows === 1n) return 'now'
  const { rows } = await sql`select from session_token where token_hash = ${tokenHash}`.execute(tx)
  return rows.length > 0 ? 'before' : undefined
}

/** Locks the session's row until the transaction ends. */
export async function holdSession(tx: Tx, sessionId: string): Promise<void> {
  await sql`select from login_session where session_id = ${sessionId} for no key update`.execute(tx)
}

/** Whether a session's device remembers it; the next session in the same browser inherits that. */
export async function isRemembered(tx: Tx, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{
    isRemembered: boolean
  }>`select is_remembered as "isRemembered" from login_session where session_id = ${sessionId}`.execute(tx)
  return rows[0]?.isRemembered ?? false
}

/** Records the session's use; its row stays locked until the transaction ends. */
export async function touchSession(tx: Tx, sessionId: string, now: Date, expiresAt: Date): Promise<void> {
  await sql`update login_session set last_used_at = ${now}, expires_at = ${expiresAt} where session_id = ${sessionId} and ended_at is null`.execute(
    tx,
  )
}

export interface LiveSession {
  readonly sessionId: string
  readonly loginAccountId: number
  readonly isRemembered: boolean
  readonly lastUsedAt: Date
  readonly expiresAt: Date
  readonly issuedAt: Date
  readonly supersededAt: Date | null
  readonly facts: UserFacts
}

export interface LiveSessionRow extends Omit<LiveSession, 'facts'>, UserFactsRow {}

/** The live session of a token whose hash is $1 at the time $2. */
const LIVE_SESSION = preparedRead(
  ['bytea', 'timestamptz'],
  sql<LiveSessionRow>`
    select s.session_id as "sessionId", s.login_account_id as "loginAccountId", s.is_remembered as "isRemembered", s.last_used_at as "lastUsedAt", s.expires_at as "expiresAt",
           t.issued_at as "issuedAt", t.superseded_at as "supersededAt",
           ${USER_FACTS}
    from session_token t
    join login_session s on s.session_id = t.session_id
    ${USER_TABLES}
    where t.token_hash = $1 and s.ended_at is null and s.expires_at > $2`,
)

/**
 * The live session of a token with its user; undefined when it has ended or expired, or its user is gone. One round trip, since
 * every call begins with it.
 */
export async function findLiveSession(
  database: DeskDatabase,
  tokenHash: Buffer,
  now: Date,
): Promise<LiveSession | undefined> {
  const [[row]] = await database.readAtOnce([readLiveSession(tokenHash, now)])
  return row && liveSessionOf(row)
}

/** The same as a prepared read, to share a round trip with others. */
export function readLiveSession(tokenHash: Buffer, now: Date): ScopedRead<LiveSessionRow> {
  return { scope: { role: 'desk_system' }, read: LIVE_SESSION, values: [tokenHash, now.toISOString()] }
}

export function liveSessionOf(row: LiveSessionRow): LiveSession {
  const { sessionId, loginAccountId, isRemembered, lastUsedAt, expiresAt, issuedAt, supersededAt, ...user } = row
  return {
    sessionId,
    loginAccountId,
    isRemembered,
    lastUsedAt,
    expiresAt,
    issuedAt,
    supersededAt,
    facts: userFactsOf(user),
  }
}

/**
 * Ends a session with all its tokens, and writes a feed event, so that its sockets close at once.
 * @returns false when it had ended before
 */
export async function endSession(tx: Tx, sessionId: string, because: string, now: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    with ended as (
      update login_session set ended_at = ${now}, ended_because = ${because}
      where session_id = ${sessionId} and ended_at is null returning account_id, session_id)
    insert into change_feed (account_id, kind, body)
    select account_id, 3, jsonb_build_object('session_id', session_id) from ended`.execute(tx)
  if (numAffectedRows > 0n) await sql`select pg_notify('desk_changes', '')`.execute(tx)
  return numAffectedRows > 0n
}

/** Ends expired sessions, with feed events; gives their number. */
export async function endExpiredSessions(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with ended as (
      update login_session set ended_at = ${now}, ended_because = 'not used any more'
      where ended_at is null and expires_at <= ${now} returning account_id, session_id)
    insert into change_feed (account_id, kind, body)
    select account_id, 3, jsonb_build_object('session_id', session_id) from ended`.execute(tx)
  if (numAffectedRows > 0n) await sql`select pg_notify('desk_changes', '')`.execute(tx)
  return Number(numAffectedRows)
}

/** Ends all sessions of a user, or all but one, and the sign-ins that wait for a second factor, with feed events; gives their number. */
export async function endOtherSessions(
  tx: Tx,
  userId: number,
  keepSessionId: string | null,
  because: string,
  now: Date,
): Promise<number> {
  await holdUser(tx, userId)
  await sql`delete from sign_in_challenge where user_id = ${userId}`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    with ended as (
      update login_session set ended_at = ${now}, ended_because = ${because}
      where user_id = ${userId} and ended_at is null and session_id is distinct from ${keepSessionId}::uuid returning account_id, session_id)
    insert into change_feed (account_id, kind, body)
    select account_id, 3, jsonb_build_object('session_id', session_id) from ended`.execute(tx)
  if (numAffectedRows > 0n) await sql`select pg_notify('desk_changes', '')`.execute(tx)
  return Number(numAffectedRows)
}

/** Ends the sessions of a user in one account, with feed events; gives their number. */
export async function endSessionsIn(
  tx: Tx,
  userId: number,
  accountId: number,
  because: string,
  now: Date,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with ended as (
      update login_session set ended_at = ${now}, ended_because = ${because}
      where user_id = ${userId} and account_id = ${accountId} and ended_at is null returning account_id, session_id)
    insert into change_feed (account_id, kind, body)
    select account_id, 3, jsonb_build_object('session_id', session_id) from ended`.execute(tx)
  if (numAffectedRows > 0n) await sql`select pg_notify('desk_changes', '')`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * The account that a user wants to switch to: any that exists for a super admin, else one of the user's own; undefined: they may not.
 */
export async function accountToEnter(
  tx: Tx,
  userId: number,
  accountId: number,
  isSuperAdmin: boolean,
): Promise<{ readonly name: string; readonly isSuspended: boolean } | undefined> {
  const { rows } = await sql<{ name: string; isSuspended: boolean }>`
    select a.name, a.suspended_at is not null as "isSuspended" from account a where a.account_id = ${accountId}
      and (${isSuperAdmin} or exists (select from user_account m where m.account_id = a.account_id and m.user_id = ${userId}))`.execute(
    tx,
  )
  return rows[0]
}

export async function updatePasswordHash(tx: Tx, userId: number, passwordHash: string): Promise<void> {
  await sql`update app_user set password_hash = ${passwordHash}, password_updated = true where user_id = ${userId}`.execute(
    tx,
  )
}
