import type { OpenSession } from '@desk/schema/sessions/open-session'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

interface OpenSessionRow extends Omit<OpenSession, 'created_at' | 'last_used_at'> {
  readonly createdAt: Date
  readonly lastUsedAt: Date
}

/** Whose sessions are asked for. */
export interface SessionsOf {
  readonly userId: number
  /** The session of the caller. */
  readonly currentId: string
  /** Only those in this account; unset: in every account. */
  readonly accountId?: number | undefined
}

const inAccount = (accountId: number | undefined) =>
  accountId === undefined ? sql`true` : sql`s.account_id = ${accountId}`

/** The live sessions of a user: the caller's first, then by last use. */
export async function listOpenSessions(
  tx: Tx,
  { userId, currentId, accountId }: SessionsOf,
  now: Date,
  page: Page,
): Promise<readonly OpenSession[]> {
  const { rows } = await sql<OpenSessionRow>`
    select s.session_id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.user_agent, s.address, s.account_id as pm_dsh_ud, a.name as dashboard_name,
           s.session_id = ${currentId}::uuid as is_current
    from login_session s join account a on a.account_id = s.account_id
    where s.user_id = ${userId} and s.ended_at is null and s.expires_at > ${now} and ${inAccount(accountId)}
    order by is_current desc, s.last_used_at desc, s.session_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(({ createdAt, lastUsedAt, ...session }) => ({
    ...session,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
  }))
}

/** Says whether a session is one of the user's that has not ended. */
export async function ownsSession(
  tx: Tx,
  { userId, accountId }: Omit<SessionsOf, 'currentId'>,
  sessionId: string,
): Promise<boolean> {
  const { rows } =
    await sql`select from login_session s where s.session_id = ${sessionId}::uuid and s.user_id = ${userId} and s.ended_at is null and ${inAccount(accountId)} for update`.execute(
      tx,
    )
  return rows.length > 0
}
