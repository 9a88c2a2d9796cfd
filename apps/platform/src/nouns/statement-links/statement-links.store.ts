import type { StatementLink } from '@desk/schema/statements/statement-link'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'

interface Row extends Omit<StatementLink, 'made_at' | 'expires_at' | 'last_used_at' | 'revoked_at'> {
  readonly made_at: Date
  readonly expires_at: Date
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

async function select(
  tx: Tx,
  accountId: number,
  at: Date,
  rest: RawBuilder<unknown>,
): Promise<readonly StatementLink[]> {
  const { rows } = await sql<Row>`
    select l.statement_link_id as statement_link_ud, l.supplier_id as pm_sup_ud, k.name as supplier_name, l.month, l.note,
      case when l.revoked_at is not null then 'revoked' when l.expires_at <= ${at} then 'expired' else 'live' end as state,
      ${userName('l.account_id', 'l.made_by')} as made_by, l.made_at, l.expires_at, l.last_used_at, l.last_used_address,
      ${userName('l.account_id', 'l.revoked_by')} as revoked_by, l.revoked_at
    from statement_link l join supplier k on k.account_id = l.account_id and k.supplier_id = l.supplier_id
    where l.account_id = ${accountId} and ${rest}`.execute(tx)
  return rows.map(({ made_at, expires_at, last_used_at, revoked_at, ...row }) => ({
    ...row,
    made_at: made_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  }))
}

/** The links of an account, newest first; of one supplier, or of all. */
export const listLinks = (
  tx: Tx,
  accountId: number,
  supplierId: number | undefined,
  at: Date,
  { limit, offset }: Page,
): Promise<readonly StatementLink[]> =>
  select(
    tx,
    accountId,
    at,
    sql`(${supplierId ?? null}::int is null or l.supplier_id = ${supplierId ?? null}) order by l.statement_link_id desc limit ${limit} offset ${offset}`,
  )

export async function findLink(tx: Tx, accountId: number, id: number, at: Date): Promise<StatementLink | undefined> {
  const [link] = await select(tx, accountId, at, sql`l.statement_link_id = ${id}`)
  return link
}

/** Locks a link for an edit, and reads it. */
export async function lockLink(tx: Tx, accountId: number, id: number, at: Date): Promise<StatementLink | undefined> {
  await sql`select from statement_link where account_id = ${accountId} and statement_link_id = ${id} for update`.execute(
    tx,
  )
  return findLink(tx, accountId, id, at)
}

/** Lets the links of an account be made one after the other, until the transaction ends, and counts those that are live. */
export async function countLive(tx: Tx, accountId: number, at: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('statement links', ${accountId}))`.execute(tx)
  const { rows } = await sql<{ live: number }>`
    select count(*)::int as live from statement_link where account_id = ${accountId} and revoked_at is null and expires_at > ${at}`.execute(
    tx,
  )
  return rows[0]?.live ?? 0
}

export async function hasSupplier(tx: Tx, accountId: number, supplierId: number): Promise<boolean> {
  const { rows } =
    await sql`select from supplier where account_id = ${accountId} and supplier_id = ${supplierId} and deleted_at is null`.execute(
      tx,
    )
  return rows.length > 0
}

/** A link before it is stored. */
export interface NewLink {
  readonly supplierId: number
  readonly month: string | null
  readonly note: string
  readonly hash: Buffer
  readonly userId: number
  readonly at: Date
  readonly expiresAt: Date
}

export async function insertLink(tx: Tx, accountId: number, link: NewLink): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into statement_link (account_id, supplier_id, month, note, token_hash, made_by, made_at, expires_at)
    values (${accountId}, ${link.supplierId}, ${link.month}, ${link.note}, ${link.hash}, ${link.userId}, ${link.at}, ${link.expiresAt})
    returning statement_link_id as id`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('The link was not stored')
  return row.id
}

export async function revokeLink(tx: Tx, accountId: number, id: number, userId: number, at: Date): Promise<void> {
  await sql`
    update statement_link set revoked_at = ${at}, revoked_by = ${userId} where account_id = ${accountId} and statement_link_id = ${id}`.execute(
    tx,
  )
}

/** The scope of a token. */
export interface OpenedLink {
  readonly linkId: number
  readonly madeBy: number
  readonly accountId: number
  readonly accountName: string
  readonly supplierId: number
  readonly supplierName: string
  /** Null: every month. */
  readonly month: string | null
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly isSuspended: boolean
  readonly lastUsedAt: Date | null
}

/** The link of a token, of any account. */
export async function findByToken(tx: Tx, hash: Buffer): Promise<OpenedLink | undefined> {
  const { rows } = await sql<OpenedLink>`
    select l.statement_link_id as "linkId", l.made_by as "madeBy", l.account_id as "accountId", a.name as "accountName", l.supplier_id as "supplierId", k.name as "supplierName", l.month,
      l.expires_at as "expiresAt", l.revoked_at as "revokedAt", a.suspended_at is not null as "isSuspended", l.last_used_at as "lastUsedAt"
    from statement_link l
    join account a on a.account_id = l.account_id
    join supplier k on k.account_id = l.account_id and k.supplier_id = l.supplier_id
    where l.token_hash = ${hash}`.execute(tx)
  return rows[0]
}

export async function touchLink(tx: Tx, accountId: number, id: number, address: string, at: Date): Promise<void> {
  await sql`
    update statement_link set last_used_at = ${at}, last_used_address = ${address === '' ? null : address}
    where account_id = ${accountId} and statement_link_id = ${id}`.execute(tx)
}
