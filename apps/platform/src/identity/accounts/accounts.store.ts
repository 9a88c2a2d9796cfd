import type { Account } from '@desk/schema/accounts/account'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { doubtAccount } from './doubt-account.store.ts'

/** The accounts that a caller may see: the given ones, or all. */
export type Known = readonly number[] | 'all'

/**
 * The accounts that a caller may see: the present one first (§7.22), the others by name. The filter is here and not in the tenant
 * scope, since the accounts to switch to are other tenants.
 */
export async function listAccounts(tx: Tx, present: number, known: Known, page: Page): Promise<readonly Account[]> {
  const { rows } = await sql<Account>`
    select account_id as pm_dsh_ud, parent_account_id as pm_parent_dsh_ud, name, account_type, name as dashboard_name, is_staff as "isRepData",
           invoices_by_business_unit as inv_by_business_unit_flg, defender_export as access_research_defender_export, client_cpi_enabled as client_cpi_flg, time_zone_code as time_zone, second_factor_required
    from account where ${known === 'all' ? sql`true` : sql`account_id = any(${known}::int[])`}
    order by account_id = ${present} desc, name collate "und-x-icu", account_id
    limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** Whether the account's projects belong to business units (§3.4, §5.8). */
export async function invoicesByBusinessUnit(tx: Tx, accountId: number): Promise<boolean> {
  const { rows } = await sql<{
    invoices: boolean
  }>`select invoices_by_business_unit as invoices from account where account_id = ${accountId}`.execute(tx)
  return rows[0]?.invoices ?? false
}

/** Whether the account charges its clients per complete: client CPI is enabled (§5.11). */
export async function pricesClients(tx: Tx, accountId: number): Promise<boolean> {
  const { rows } = await sql<{
    prices: boolean
  }>`select client_cpi_enabled as prices from account where account_id = ${accountId}`.execute(tx)
  return rows[0]?.prices ?? true
}

/** Makes one account of a user the default, and every other one not. */
export async function updateDefaultAccount(tx: Tx, userId: number, accountId: number): Promise<void> {
  await sql`update user_account set is_default = (account_id = ${accountId}) where user_id = ${userId} and is_default <> (account_id = ${accountId})`.execute(
    tx,
  )
}

/**
 * Says whether everybody in the account must have a second factor. When that begins, the feed gets an event: viewers without one
 * must stop watching.
 */
export async function updateSecondFactorRequired(tx: Tx, accountId: number, isRequired: boolean): Promise<void> {
  const { numAffectedRows = 0n } =
    await sql`update account set second_factor_required = ${isRequired}, edit_version = edit_version + 1 where account_id = ${accountId} and second_factor_required <> ${isRequired}`.execute(
      tx,
    )
  if (!isRequired || numAffectedRows === 0n) return
  await doubtAccount(tx, accountId)
}
