import type { AccountType } from '@desk/schema/accounts/account'
import type { ManagedAccount } from '@desk/schema/accounts/managed-account'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { HistoryFacts } from '#kernel/history/history.store'
import type { Page } from '#kernel/lists/page'

const asInstant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

// read across accounts: a super admin manages them all
const rows = (condition: RawBuilder<unknown>) => sql<ManagedAccount>`
  select a.account_id as pm_dsh_ud, a.parent_account_id as pm_parent_dsh_ud, p.name as parent_name, a.name, a.name as dashboard_name, a.account_type,
         a.defended_account_id as defended_dsh_ud, (select d.name from account d where d.account_id = a.defended_account_id) as defended_name,
         a.is_staff as "isRepData", a.salesforce_account_id, a.time_zone_code as time_zone, a.invoices_by_business_unit as inv_by_business_unit_flg,
         a.defender_export as access_research_defender_export, a.client_cpi_enabled as client_cpi_flg,
         a.reconciliation_window_day::int as reconciliation_window_day, a.embedded_reports as embedded_reports_flg, a.bi_workspace_id, a.link_check_hosts_off,
         a.assistant_tokens_a_month::float8 as assistant_tokens_a_month, a.assistant_questions_a_minute,
         coalesce((select t.tokens from assistant_use t where t.account_id = a.account_id and t.month = date_trunc('month', now() at time zone 'utc')::date), 0)::float8 as assistant_tokens_used,
         (select count(*)::int from user_account m join app_user u on u.user_id = m.user_id and u.deleted_at is null where m.account_id = a.account_id) as members,
         ${asInstant('a.created_at')} as created_at, ${asInstant('a.suspended_at')} as suspended_at,
         (select u.firstname || ' ' || u.lastname from app_user u where u.user_id = a.suspended_by) as suspended_by, a.edit_version as version
  from account a left join account p on p.account_id = a.parent_account_id where ${condition}`

/** All accounts, by name. */
export async function listManagedAccounts(tx: Tx, page: Page): Promise<readonly ManagedAccount[]> {
  const { rows: found } = await sql<ManagedAccount>`
    ${rows(sql`true`)} order by a.name collate "und-x-icu", a.account_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return found
}

export async function findManagedAccount(tx: Tx, accountId: number): Promise<ManagedAccount | undefined> {
  const { rows: found } = await rows(sql`a.account_id = ${accountId}`).execute(tx)
  return found[0]
}

/** An account, locked until the transaction ends. */
export async function lockAccount(tx: Tx, accountId: number): Promise<ManagedAccount | undefined> {
  await sql`select from account where account_id = ${accountId} for no key update`.execute(tx)
  return findManagedAccount(tx, accountId)
}

/** One after the other: each writer of an account's name or parent sees the state that the last one stored. */
export async function lockAccountTree(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('accounts', 0))`.execute(tx)
}

/** Whether another account has this name, in any case of letters. */
export async function isNameTaken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
  const { rows: found } =
    await sql`select from account where lower(name) = lower(${name}) and account_id is distinct from ${exceptId}::int limit 1`.execute(
      tx,
    )
  return found.length > 0
}

/** Whether an account may be the parent of another: it exists, and is not below it. */
export async function canBeParent(tx: Tx, parentId: number, accountId: number | null): Promise<boolean> {
  const { rows: above } = await sql<{ id: number }>`
    with recursive above (id, parent) as (
      select account_id, parent_account_id from account where account_id = ${parentId}
      union
      select a.account_id, a.parent_account_id from account a join above on a.account_id = above.parent)
    select id from above`.execute(tx)
  return above.length > 0 && above.every(({ id }) => id !== accountId)
}

/** Whether an account can be defended: it is a DESK account. */
export async function isDeskAccount(tx: Tx, accountId: number): Promise<boolean> {
  const { rows: found } =
    await sql`select from account where account_id = ${accountId} and account_type = 'DESK'`.execute(tx)
  return found.length > 0
}

/** The stored part of an account's form. */
export interface AccountRow {
  readonly name: string
  readonly parentAccountId: number | null
  readonly defendedAccountId: number | null
  readonly externalId: string | null
  readonly timeZoneCode: number
  readonly invoicesByBusinessUnit: boolean
  readonly defenderExport: boolean
  readonly isClientCpiOn: boolean
  readonly reconciliationWindowDay: number
  readonly hasEmbeddedReports: boolean
  /** Null: the installation's. */
  readonly workspaceId: string | null
  /** Null: link checks call every host. */
  readonly linkCheckHostsOff: string | null
  /** Null: what the platform's settings say. */
  readonly tokensAMonth: number | null
  readonly questionsAMinute: number | null
}

/** The id of an account that is about to be stored: its history begins with it. */
export async function nextAccountId(tx: Tx): Promise<number> {
  const { rows: next } = await sql<{
    id: number
  }>`select nextval(pg_get_serial_sequence('account', 'account_id'))::int as id`.execute(tx)
  const id = next[0]?.id
  if (id === undefined) throw new Error('A sequence has a next value.')
  return id
}

export async function insertAccount(
  tx: Tx,
  accountId: number,
  account: AccountRow & { readonly accountType: AccountType; readonly isStaff: boolean },
): Promise<void> {
  await sql`
    insert into account (account_id, parent_account_id, defended_account_id, name, account_type, is_staff, salesforce_account_id, time_zone_code, invoices_by_business_unit, defender_export, client_cpi_enabled,
      reconciliation_window_day, embedded_reports, bi_workspace_id, link_check_hosts_off, assistant_tokens_a_month, assistant_questions_a_minute)
    values (${accountId}, ${account.parentAccountId}, ${account.defendedAccountId}, ${account.name}, ${account.accountType}, ${account.isStaff}, ${account.externalId}, ${account.timeZoneCode},
            ${account.invoicesByBusinessUnit}, ${account.defenderExport}, ${account.isClientCpiOn}, ${account.reconciliationWindowDay},
            ${account.hasEmbeddedReports}, ${account.workspaceId}::uuid, ${account.linkCheckHostsOff}, ${account.tokensAMonth}, ${account.questionsAMinute})`.execute(
    tx,
  )
}

export async function updateAccount(tx: Tx, accountId: number, account: AccountRow): Promise<void> {
  await sql`
    update account set parent_account_id = ${account.parentAccountId}, defended_account_id = ${account.defendedAccountId}, name = ${account.name}, salesforce_account_id = ${account.externalId},
      time_zone_code = ${account.timeZoneCode}, invoices_by_business_unit = ${account.invoicesByBusinessUnit}, defender_export = ${account.defenderExport},
      client_cpi_enabled = ${account.isClientCpiOn}, reconciliation_window_day = ${account.reconciliationWindowDay},
      embedded_reports = ${account.hasEmbeddedReports}, bi_workspace_id = ${account.workspaceId}::uuid, link_check_hosts_off = ${account.linkCheckHostsOff},
      assistant_tokens_a_month = ${account.tokensAMonth}, assistant_questions_a_minute = ${account.questionsAMinute}, edit_version = edit_version + 1
    where account_id = ${accountId}`.execute(tx)
}

/** Suspends an account, or resumes it: then `since` and `userId` are null. The form's version stays: it is no field of the form. */
export async function updateSuspension(
  tx: Tx,
  accountId: number,
  { since, userId }: { readonly since: Date | null; readonly userId: number | null },
): Promise<void> {
  await sql`update account set suspended_at = ${since}, suspended_by = ${userId} where account_id = ${accountId}`.execute(
    tx,
  )
}

/** The label of a time zone; undefined: there is none of this code. */
export async function zoneLabel(tx: Tx, code: number): Promise<string | undefined> {
  const { rows: zones } = await sql<{ label: string }>`select label from time_zone where code = ${code}`.execute(tx)
  return zones[0]?.label
}

/** The fields of an account's history. */
export async function accountFacts(tx: Tx, account: ManagedAccount): Promise<HistoryFacts> {
  return {
    name: account.name,
    account_type: account.account_type,
    isRepData: account.isRepData,
    pm_parent_dsh_ud: account.parent_name,
    ...(account.account_type === 'DEFENDER' ? { defended_dsh_ud: account.defended_name } : {}),
    salesforce_account_id: account.salesforce_account_id,
    time_zone: (await zoneLabel(tx, account.time_zone)) ?? account.time_zone,
    inv_by_business_unit_flg: account.inv_by_business_unit_flg,
    access_research_defender_export: account.access_research_defender_export,
    client_cpi_flg: account.client_cpi_flg,
    reconciliation_window_day: account.reconciliation_window_day,
    embedded_reports_flg: account.embedded_reports_flg,
    bi_workspace_id: account.bi_workspace_id,
    link_check_hosts_off: account.link_check_hosts_off,
    assistant_tokens_a_month: account.assistant_tokens_a_month,
    assistant_questions_a_minute: account.assistant_questions_a_minute,
    suspended: account.suspended_at !== null,
  }
}
