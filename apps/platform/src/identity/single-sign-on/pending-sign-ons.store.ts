import type { SignOnKind } from '@desk/schema/single-sign-on/sign-on'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** A sign-on whose browser is at the provider. */
export interface PendingSignOn {
  readonly accountId: number
  readonly kind: SignOnKind
  readonly issuer: string
  readonly nonce: string
  readonly verifier: string
  readonly returnPath: string | null
  readonly isRemembered: boolean
  /** It confirms the user of this session; null: it begins one. */
  readonly sessionId: string | null
}

/** A sign-on that the provider has answered, by the browser that began it. */
export interface AnsweredSignOn extends PendingSignOn {
  readonly answer: string
  readonly begunAt: Date
}

/** The cookies of a browser, by what its sign-on is for. */
export interface BrowserHashes {
  readonly toSignIn: Buffer | null
  readonly toConfirm: Buffer | null
}

/** Where a sign-on that has come back leads. */
export type WayOn = Pick<PendingSignOn, 'returnPath' | 'sessionId'>

const WAY_ON = sql<WayOn>`return_path as "returnPath", session_id as "sessionId"`

/** Stores a sign-on that begins, and deletes expired ones. */
export async function insertPending(
  tx: Tx,
  pending: PendingSignOn & {
    readonly stateHash: Buffer
    readonly browserHash: Buffer
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  await sql`delete from sso_pending where expires_at <= ${pending.now}`.execute(tx)
  await sql`
    insert into sso_pending (state_hash, browser_hash, account_id, kind, issuer, nonce, verifier, return_path, is_remembered, session_id, begun_at, expires_at)
    values (${pending.stateHash}, ${pending.browserHash}, ${pending.accountId}, ${pending.kind}, ${pending.issuer}, ${pending.nonce}, ${pending.verifier},
      ${pending.returnPath}, ${pending.isRemembered}, ${pending.sessionId}, ${pending.now}, ${pending.expiresAt})`.execute(
    tx,
  )
}

/** A sign-on is taken back only by the browser whose cookie began it. */
const ofBrowser = ({ toSignIn, toConfirm }: BrowserHashes) =>
  sql<boolean>`browser_hash = case when session_id is null then ${toSignIn}::bytea else ${toConfirm}::bytea end`

interface Answer {
  readonly accountId: number
  readonly stateHash: Buffer
  readonly answer: string
  readonly now: Date
}

/**
 * Stores what the provider sent in an address, once, for the sign-on of this state in this browser.
 * @returns undefined: there is no such sign-on
 */
export async function putAnswer(
  tx: Tx,
  { accountId, stateHash, answer, now, browser }: Answer & { readonly browser: BrowserHashes },
): Promise<WayOn | undefined> {
  const { rows } = await sql<WayOn>`
    update sso_pending set answer = ${answer}, is_back = true
    where state_hash = ${stateHash} and ${ofBrowser(browser)} and account_id = ${accountId} and kind = 'oidc' and expires_at > ${now} and answer is null
    returning ${WAY_ON}`.execute(tx)
  return rows[0]
}

/**
 * Stores what the provider posted, once. A form of another site brings no cookie, so that it may be another user's
 * browser: the answer counts when the one that began brings the ticket.
 * @returns false: there is no such sign-on
 */
export async function putPosted(
  tx: Tx,
  { accountId, stateHash, answer, now, ticketHash }: Answer & { readonly ticketHash: Buffer },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update sso_pending set answer = ${answer}, ticket_hash = ${ticketHash}
    where state_hash = ${stateHash} and account_id = ${accountId} and kind = 'saml' and expires_at > ${now} and answer is null`.execute(
    tx,
  )
  return numAffectedRows > 0n
}

/** Takes a ticket: the answer counts if the browser is the one that began, and never otherwise. @returns undefined: it is not */
export async function takeTicket(
  tx: Tx,
  ticketHash: Buffer,
  browser: BrowserHashes,
  now: Date,
): Promise<WayOn | undefined> {
  const { rows } = await sql<WayOn>`
    update sso_pending set ticket_hash = null, is_back = true
    where ticket_hash = ${ticketHash} and ${ofBrowser(browser)} and expires_at > ${now} returning ${WAY_ON}`.execute(tx)
  if (rows.length === 0) await sql`delete from sso_pending where ticket_hash = ${ticketHash}`.execute(tx)
  return rows[0]
}

/** Takes the answered sign-on of a browser, to begin a session or to confirm the user of one: it can be taken once. */
export async function takeAnswered(
  tx: Tx,
  browserHash: Buffer,
  sessionId: string | null,
  now: Date,
): Promise<AnsweredSignOn | undefined> {
  const { rows } = await sql<AnsweredSignOn>`
    delete from sso_pending where browser_hash = ${browserHash} and session_id is not distinct from ${sessionId}::uuid and expires_at > ${now} and is_back and answer is not null
    returning account_id as "accountId", kind, issuer, nonce, verifier, return_path as "returnPath", is_remembered as "isRemembered", session_id as "sessionId",
      answer, begun_at as "begunAt"`.execute(tx)
  return rows[0]
}

/** Whether a sign-on of this browser and session is still at the provider. */
export async function isAtProvider(tx: Tx, browserHash: Buffer, sessionId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from sso_pending where browser_hash = ${browserHash} and session_id = ${sessionId}::uuid and expires_at > ${now} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}
