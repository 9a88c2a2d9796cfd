import type { SupplierAccount, SupplierContact } from '@desk/schema/supplier-accounts/supplier-account'
import { ENDED_STATUSES } from '@desk/schema/statuses/status'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

/** Who asks, and when: super admins also see how many keys a supplier's account has. */
export interface Asking {
  readonly accountId: number
  readonly seesKeys: boolean
  readonly at: Date
}

interface Row extends Omit<SupplierAccount, 'linked_at' | 'keys_count'> {
  readonly linked_at: Date
  readonly keys_count: number
}

// names of other accounts are read here, so that every statement names the account itself
const select = ({ accountId, at }: Asking) => sql`
  select x.supplier_account_id as supplier_account_ud, x.supplier_id as pm_sup_ud, k.name as supplier_name, x.linked_account_id as pm_dsh_ud,
         a.name as account_name, a.suspended_at is not null as is_suspended, x.contacts, x.linked_at, x.version,
         (select count(*)::int from source_supplier u join source s on s.account_id = u.account_id and s.source_id = u.source_id
           where u.account_id = x.account_id and u.supplier_id = x.supplier_id and s.status <> all(${ENDED_STATUSES}::int[])) as sources_count,
         (select count(*)::int from api_key y where y.account_id = x.linked_account_id and y.revoked_at is null and y.expires_at > ${at}) as keys_count
  from supplier_account x
  join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id and k.deleted_at is null
  join account a on a.account_id = x.linked_account_id
  where x.account_id = ${accountId}`

const wireOf =
  ({ seesKeys }: Asking) =>
  ({ linked_at, keys_count, ...row }: Row): SupplierAccount => ({
    ...row,
    linked_at: linked_at.toISOString(),
    ...(seesKeys ? { keys_count } : {}),
  })

/** The linked suppliers of an account, by name. */
export async function listSupplierAccounts(tx: Tx, asking: Asking, page: Page): Promise<readonly SupplierAccount[]> {
  const { rows } =
    await sql<Row>`${select(asking)} order by k.name collate "und-x-icu", x.supplier_id limit ${page.limit} offset ${page.offset}`.execute(
      tx,
    )
  return rows.map(wireOf(asking))
}

export async function findSupplierAccount(tx: Tx, asking: Asking, id: number): Promise<SupplierAccount | undefined> {
  const { rows } = await sql<Row>`${select(asking)} and x.supplier_account_id = ${id}`.execute(tx)
  return rows.map(wireOf(asking))[0]
}

/** Locks a link for an edit, and reads it. */
export async function lockSupplierAccount(tx: Tx, asking: Asking, id: number): Promise<SupplierAccount | undefined> {
  await sql`select from supplier_account where account_id = ${asking.accountId} and supplier_account_id = ${id} for update`.execute(
    tx,
  )
  return findSupplierAccount(tx, asking, id)
}

/**
 * The ends of a new link: whether the account has the supplier, whether it is linked, and whether there is the other
 * account.
 */
export async function findPlace(
  tx: Tx,
  accountId: number,
  { supplierId, linkedId }: { readonly supplierId: number; readonly linkedId: number },
): Promise<{ readonly hasSupplier: boolean; readonly isLinked: boolean; readonly hasAccount: boolean }> {
  const { rows } = await sql<{ hasSupplier: boolean; isLinked: boolean; hasAccount: boolean }>`
    select exists (select from supplier where account_id = ${accountId} and supplier_id = ${supplierId} and deleted_at is null) as "hasSupplier",
           exists (select from supplier_account where account_id = ${accountId} and supplier_id = ${supplierId}) as "isLinked",
           exists (select from account where account_id = ${linkedId} and account_id <> ${accountId}) as "hasAccount"`.execute(
    tx,
  )
  return rows[0] ?? { hasSupplier: false, isLinked: false, hasAccount: false }
}

export async function insertSupplierAccount(
  tx: Tx,
  accountId: number,
  link: {
    readonly supplierId: number
    readonly linkedId: number
    readonly contacts: readonly SupplierContact[]
    readonly at: Date
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into supplier_account (account_id, supplier_id, linked_account_id, contacts, linked_at)
    values (${accountId}, ${link.supplierId}, ${link.linkedId}, ${JSON.stringify(link.contacts)}, ${link.at}) returning supplier_account_id as id`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('An insert gives the row it made')
  return row.id
}

export async function updateContacts(
  tx: Tx,
  accountId: number,
  id: number,
  contacts: readonly SupplierContact[],
): Promise<void> {
  await sql`
    update supplier_account set contacts = ${JSON.stringify(contacts)}, version = version + 1
    where account_id = ${accountId} and supplier_account_id = ${id}`.execute(tx)
}

export async function deleteSupplierAccount(tx: Tx, accountId: number, id: number): Promise<void> {
  await sql`delete from supplier_account where account_id = ${accountId} and supplier_account_id = ${id}`.execute(tx)
}
