import {
  LOOKUP_SLUG_CODES,
  NO_CONSULTANT_UID,
  type CodeItem,
  type ConsultantOption,
  type CountryOption,
  type LanguageOption,
} from '@desk/schema/lookups/lookups'
import type { SupplierOption } from '@desk/schema/suppliers/supplier'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'

/** The project managers among the account's users, by name, and last "Other (no consultant)" (§9.10). */
export async function listConsultants(tx: Tx, accountId: number, page: Page): Promise<readonly ConsultantOption[]> {
  const { rows } = await sql<ConsultantOption>`
    select uid, name from (
      select u.user_id as uid, u.firstname || ' ' || u.lastname as name, 0 as last
      from user_account m join app_user u on u.user_id = m.user_id
      where m.account_id = ${accountId} and u.is_consultant and u.deleted_at is null
      union all select ${NO_CONSULTANT_UID}::int, 'Other (no consultant)', 1) c
    order by last, name collate "und-x-icu", uid limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

/** The suppliers that a project's sources buy from; nothing when the account has no such project. */
export async function listProjectSuppliers(
  tx: Tx,
  accountId: number,
  projectId: number,
  page: Page,
): Promise<readonly SupplierOption[] | undefined> {
  const project = await sql`select from project where account_id = ${accountId} and project_id = ${projectId}`.execute(
    tx,
  )
  if (project.rows.length === 0) return undefined
  const { rows } = await sql<SupplierOption>`
    select k.supplier_id as pm_sup_ud, k.name from supplier k
    where k.account_id = ${accountId} and exists (
      select from source s join source_supplier x on x.account_id = s.account_id and x.source_id = s.source_id
      where s.account_id = ${accountId} and s.project_id = ${projectId} and x.supplier_id = k.supplier_id)
    order by k.name collate "und-x-icu", k.supplier_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

export async function listLanguages(tx: Tx): Promise<readonly LanguageOption[]> {
  const { rows } = await sql<LanguageOption>`
    select language_id as languages_id, name, iso from language order by name collate "und-x-icu"`.execute(tx)
  return rows
}

/** Countries by name, after 'United States of America' (§3.27). */
export async function listCountries(tx: Tx, autoSourceEligible: boolean | null): Promise<readonly CountryOption[]> {
  const { rows } = await sql<CountryOption>`
    select country_id as pm_cy_cs_id, name, iso2 from country
    where ${autoSourceEligible}::boolean is null or auto_source_eligible = ${autoSourceEligible}::boolean
    order by iso2 = 'US' desc, name collate "und-x-icu"`.execute(tx)
  return rows
}

/** A country's languages; nothing when there is no such country. */
export async function listCountryLanguages(tx: Tx, countryId: number): Promise<readonly LanguageOption[] | undefined> {
  const country = await sql`select from country where country_id = ${countryId}`.execute(tx)
  if (country.rows.length === 0) return undefined
  const { rows } = await sql<LanguageOption>`
    select l.language_id as languages_id, l.name, l.iso from country_language c join language l on l.language_id = c.language_id
    where c.country_id = ${countryId} order by l.name collate "und-x-icu"`.execute(tx)
  return rows
}

// the paces none, medium and high (§9.6) are priorities, of which one is never offered (§5.30)
const PRIORITIES = LOOKUP_SLUG_CODES['traffic-control-limit']

/** A code list in its order; empty when there is no such type. */
export async function listCodes(tx: Tx, typeCode: number): Promise<readonly CodeItem[]> {
  const { rows } = await sql<CodeItem>`
    select pm_code, pm_code_name from platform_code
    where type_code = ${typeCode} and not (type_code = ${PRIORITIES} and lower(pm_code_name) = 'low') order by sort_order, pm_code`.execute(
    tx,
  )
  return rows
}

export interface TimeZone {
  readonly code: number
  readonly ianaName: string
  readonly label: string
}

export async function listTimeZones(tx: Tx): Promise<readonly TimeZone[]> {
  const { rows } =
    await sql<TimeZone>`select code, iana_name as "ianaName", label from time_zone order by code`.execute(tx)
  return rows
}

const GREATEST_INT4 = 2_147_483_647

/** The IANA name of a zone's code. */
export async function findZoneName(tx: Tx, code: number): Promise<string | undefined> {
  if (Math.abs(code) > GREATEST_INT4) return undefined
  const { rows } = await sql<{
    ianaName: string
  }>`select iana_name as "ianaName" from time_zone where code = ${code}`.execute(tx)
  return rows[0]?.ianaName
}
