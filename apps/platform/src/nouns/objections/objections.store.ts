import { OBJECTIONS_MAX, type NewObjection, type Objection } from '@desk/schema/privacy/objections'
import { SUPPLIER_OBJECTIONS_MAX } from '@desk/schema/privacy/supplier-privacy'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { BY_LINK, userName } from '#kernel/history/user-name'
import type { Page } from '#kernel/lists/page'

interface Row extends Omit<Objection, 'made_at' | 'withdrawn_at'> {
  readonly made_at: Date
  readonly withdrawn_at: Date | null
}

/** An author: the supplier itself, or a user. */
const byLinkOr = (link: string, user: RawBuilder<string | null>) =>
  sql`case when ${sql.ref(link)} is not null then s.name || ${BY_LINK}::text else ${user} end`

async function read(tx: Tx, accountId: number, rest: RawBuilder<unknown>): Promise<Objection[]> {
  const { rows } = await sql<Row>`
    select o.objection_id, o.supplier_id, s.name as supplier, o.rid, ${byLinkOr('o.made_by_link', userName('o.account_id', 'o.made_by'))} as made_by, o.made_at,
      ${byLinkOr('o.withdrawn_by_link', userName('o.account_id', 'o.withdrawn_by'))} as withdrawn_by, o.withdrawn_at
    from objection o join supplier s on s.account_id = o.account_id and s.supplier_id = o.supplier_id
    where o.account_id = ${accountId} ${rest}`.execute(tx)
  return rows.map(row => ({
    ...row,
    made_at: row.made_at.toISOString(),
    withdrawn_at: row.withdrawn_at?.toISOString() ?? null,
  }))
}

/** Objections in force first, each newest first. */
export const listObjections = (tx: Tx, accountId: number, { limit, offset }: Page): Promise<readonly Objection[]> =>
  read(tx, accountId, sql`order by o.withdrawn_at is not null, o.objection_id desc limit ${limit} offset ${offset}`)

/** Of one person; at most 100. */
export const objectionsOf = (
  tx: Tx,
  accountId: number,
  { supplier_id: supplierId, rid }: { readonly supplier_id: number | null; readonly rid: string },
): Promise<readonly Objection[]> =>
  read(
    tx,
    accountId,
    sql`and o.supplier_id = ${supplierId}::int and o.rid = ${rid} order by o.objection_id desc limit 100`,
  )

export const findObjection = async (tx: Tx, accountId: number, id: number): Promise<Objection | undefined> =>
  (await read(tx, accountId, sql`and o.objection_id = ${id}`))[0]

/** An objection that is known to be stored. */
export async function readObjection(tx: Tx, accountId: number, id: number): Promise<Objection> {
  const stored = await findObjection(tx, accountId, id)
  if (stored === undefined) throw new Error('An objection is never deleted')
  return stored
}

/** The author of an objection, or of its withdrawal; by a link, the user is the one who made it. */
export interface Author {
  readonly userId: number
  readonly linkId?: number
}

/** The outcome of an objection that is to be stored; an id: it is new. */
export type Stored = number | 'no supplier' | 'too many' | { readonly known: number }

/** Stores an objection, unless the person has one in force. The account's row is locked, so that its number holds. */
export async function storeObjection(
  tx: Tx,
  accountId: number,
  { supplier_id: supplierId, rid }: NewObjection,
  { userId, linkId }: Author,
  at: Date,
): Promise<Stored> {
  const { rows } = await sql<{ hasSupplier: boolean; known: number | null; count: number; byLinks: number }>`
    select exists (select from supplier where account_id = ${accountId} and supplier_id = ${supplierId}) as "hasSupplier",
      (select objection_id from objection where account_id = ${accountId} and supplier_id = ${supplierId} and rid = ${rid} and withdrawn_at is null) as known,
      (select count(*)::int from objection where account_id = ${accountId} and withdrawn_at is null) as count,
      (select count(*)::int from objection where account_id = ${accountId} and supplier_id = ${supplierId} and made_by_link is not null and withdrawn_at is null) as "byLinks"
    from account where account_id = ${accountId} for no key update`.execute(tx)
  const [found] = rows
  if (found === undefined || !found.hasSupplier) return 'no supplier'
  if (found.known !== null) return { known: found.known }
  if (found.count >= OBJECTIONS_MAX) return 'too many'
  if (linkId !== undefined && found.byLinks >= SUPPLIER_OBJECTIONS_MAX) return 'too many'
  const { rows: made } = await sql<{ id: number }>`
    insert into objection (account_id, supplier_id, rid, made_by, made_by_link, made_at) values (${accountId}, ${supplierId}, ${rid}, ${userId}, ${linkId ?? null}, ${at})
    returning objection_id as id`.execute(tx)
  return made[0]?.id ?? 'no supplier'
}

/** @returns whether it was in force */
export async function withdraw(
  tx: Tx,
  accountId: number,
  id: number,
  { userId, linkId }: Author,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update objection set withdrawn_by = ${userId}, withdrawn_by_link = ${linkId ?? null}, withdrawn_at = ${at}
    where account_id = ${accountId} and objection_id = ${id} and withdrawn_at is null`.execute(tx)
  return numAffectedRows > 0n
}
