import type { ApiKey, ApiKeyState } from '@desk/schema/api-keys/api-key'
import type { KeyScope } from '@desk/schema/api-keys/key-scopes'
import { ADMIN_ROLES, ROLE_IDS } from '@desk/schema/users/role-ids'
import { sql, type RawBuilder } from 'kysely'
import { preparedRead, type ScopedRead } from '#kernel/db/prepared-read'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'
import { isOneOf, roleIn } from '../roles/role-in.ts'
import { USER_FACTS, USER_TABLES, type UserFactsRow } from '../sessions/user-facts.ts'
import { shownStart } from './key-token.ts'

/** A key that has neither expired nor been revoked, with its maker in its account. */
export interface LiveKeyRow extends UserFactsRow {
  readonly keyId: number
  readonly keyName: string
  readonly secretHash: Buffer
  readonly scopes: readonly KeyScope[]
  readonly lastUsedAt: Date | null
}

/** The key with the handle $1 at the time $2. */
const LIVE_KEY = preparedRead(
  ['text', 'timestamptz'],
  sql<LiveKeyRow>`
    select s.api_key_id as "keyId", s.name as "keyName", s.secret_hash as "secretHash", s.scopes, s.last_used_at as "lastUsedAt",
           ${USER_FACTS}
    from api_key s
    ${USER_TABLES}
    where s.handle = $1 and s.revoked_at is null and s.expires_at > $2`,
)

/** Reads the live key of a handle. */
export function readLiveKey(handle: string, now: Date): ScopedRead<LiveKeyRow> {
  return { scope: { role: 'desk_system' }, read: LIVE_KEY, values: [handle, now.toISOString()] }
}

/** Notes the use of a key. */
export async function touchKey(tx: Tx, keyId: number, address: string, at: Date): Promise<void> {
  await sql`update api_key set last_used_at = ${at}, last_used_address = ${address} where api_key_id = ${keyId}`.execute(
    tx,
  )
}

/** Locks the keys of an account until the transaction ends, so that edits run one after the other. */
export async function lockKeys(tx: Tx, accountId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('API keys', ${accountId}))`.execute(tx)
}

interface KeyRow extends Omit<
  ApiKey,
  'starts_with' | 'made_at' | 'expires_at' | 'last_used_at' | 'revoked_at' | 'state'
> {
  readonly handle: string
  readonly madeAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  readonly isMakerThere: boolean
  readonly isMakerAdmin: boolean
}

const MAKERS_ROLE = '(select m.role_id from user_account m where m.account_id = k.account_id and m.user_id = k.user_id)'

const keyRows = (accountId: number, condition: RawBuilder<unknown>) => sql<KeyRow>`
  select k.api_key_id, k.name, k.handle, k.scopes, k.created_at as "madeAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
         k.last_used_address, k.revoked_at as "revokedAt", ${userName('k.account_id', 'k.user_id')} as made_by,
         ${userName('k.account_id', 'k.revoked_by')} as revoked_by, ${isOneOf(roleIn('k.account_id', MAKERS_ROLE), ADMIN_ROLES)} as "isMakerAdmin",
         u.deleted_at is null and u.deactivated_at is null and (exists (select from user_account m where m.account_id = k.account_id and m.user_id = k.user_id)
           or (u.role_id = ${ROLE_IDS.superAdmin} and home.parent_account_id is null)) as "isMakerThere"
  from api_key k join app_user u on u.user_id = k.user_id join account home on home.account_id = u.home_account_id
  where k.account_id = ${accountId} and ${condition}`

function stateOf({ revokedAt, expiresAt, isMakerThere, isMakerAdmin }: KeyRow, at: Date): ApiKeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt <= at) return 'expired'
  if (!isMakerThere) return 'maker_gone'
  return isMakerAdmin ? 'live' : 'reduced'
}

function keyOf(row: KeyRow, at: Date): ApiKey {
  const { handle, madeAt, expiresAt, lastUsedAt, revokedAt, isMakerThere: _there, isMakerAdmin: _admin, ...key } = row
  return {
    ...key,
    starts_with: shownStart(handle),
    state: stateOf(row, at),
    made_at: madeAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    revoked_at: revokedAt?.toISOString() ?? null,
  }
}

/** The keys of an account, ended ones too, newest first; read as the system, since a maker may have left the account. */
export async function listKeys(tx: Tx, accountId: number, at: Date, page: Page): Promise<readonly ApiKey[]> {
  const { rows } = await sql<KeyRow>`
    ${keyRows(accountId, sql`true`)} order by k.api_key_id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(row => keyOf(row, at))
}

/** One key of an account. */
export async function findKey(tx: Tx, accountId: number, keyId: number, at: Date): Promise<ApiKey | undefined> {
  const { rows } = await keyRows(accountId, sql`k.api_key_id = ${keyId}`).execute(tx)
  return rows[0] && keyOf(rows[0], at)
}

/** The names of the keys that may still be used. */
export async function liveNames(tx: Tx, accountId: number, at: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from api_key where account_id = ${accountId} and revoked_at is null and expires_at > ${at}`.execute(tx)
  return rows.map(({ name }) => name)
}

export interface NewKeyRow {
  readonly accountId: number
  readonly userId: number
  readonly name: string
  readonly handle: string
  readonly hash: Buffer
  readonly scopes: readonly KeyScope[]
  readonly at: Date
  readonly expiresAt: Date
}

export async function insertKey(tx: Tx, key: NewKeyRow): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into api_key (account_id, user_id, name, handle, secret_hash, scopes, created_at, expires_at)
    values (${key.accountId}, ${key.userId}, ${key.name}, ${key.handle}, ${key.hash}, ${[...key.scopes]}::text[], ${key.at}, ${key.expiresAt})
    returning api_key_id as id`.execute(tx)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The key was not stored.')
  return id
}

export async function revokeKey(tx: Tx, keyId: number, userId: number, at: Date): Promise<void> {
  await sql`update api_key set revoked_at = ${at}, revoked_by = ${userId} where api_key_id = ${keyId}`.execute(tx)
}
