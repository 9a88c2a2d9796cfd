import type { SignOn, SignOnForm } from '@desk/schema/single-sign-on/sign-on'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { readCertificates } from './certificates.ts'

/** The single sign-on of an account as it is stored. */
export interface StoredSignOn extends SignOnForm {
  readonly sso_url: string
  readonly certificates: string
  readonly accountId: number
  readonly secret: Buffer | null
  readonly provedAt: Date | null
  readonly version: number
}

const COLUMNS = sql<StoredSignOn>`
  c.account_id as "accountId", c.kind, c.issuer, c.client_id, coalesce(c.sso_url, '') as sso_url, coalesce(c.certificates, '') as certificates, c.client_secret as secret, c.is_on, c.only_by_it as only, c.makes_users, c.new_users_role,
  c.proved_at as "provedAt", c.version,
  array(select d.domain from sso_domain d where d.account_id = c.account_id order by d.domain) as domains`

/** The single sign-on of an account; undefined: none was ever stored. */
export async function findSignOn(tx: Tx, accountId: number): Promise<StoredSignOn | undefined> {
  const { rows } =
    await sql<StoredSignOn>`select ${COLUMNS} from sso_config c where c.account_id = ${accountId}`.execute(tx)
  return rows[0]
}

/** The single sign-on that users of a mail domain sign on by: it is on, and its account is not suspended. */
export async function findByDomain(tx: Tx, domain: string): Promise<StoredSignOn | undefined> {
  const { rows } = await sql<StoredSignOn>`
    select ${COLUMNS} from sso_domain d join sso_config c on c.account_id = d.account_id
    where d.domain = ${domain} and c.is_on`.execute(tx)
  return rows[0]
}

/** Locks what an account stores of it, and the claims of all domains: two accounts that claim one at once come one after the other. */
export async function lockSignOn(tx: Tx, accountId: number): Promise<StoredSignOn | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended('mail domains', 0))`.execute(tx)
  return (await findSignOn(tx, accountId)) ?? null
}

/** Stores the form; a new provider has to be proved again. */
export async function saveSignOn(
  tx: Tx,
  accountId: number,
  {
    kind,
    issuer,
    client_id,
    sso_url = '',
    certificates = '',
    domains,
    is_on,
    only,
    makes_users,
    new_users_role,
  }: SignOnForm,
  isProved: boolean,
): Promise<void> {
  await sql`
    insert into sso_config (account_id, kind, issuer, client_id, sso_url, certificates, is_on, only_by_it, makes_users, new_users_role)
    values (${accountId}, ${kind}, ${issuer}, ${client_id}, ${sso_url}, ${certificates}, ${is_on}, ${only}, ${makes_users}, ${new_users_role})
    on conflict (account_id) do update set kind = excluded.kind, issuer = excluded.issuer, client_id = excluded.client_id, sso_url = excluded.sso_url,
      certificates = excluded.certificates, is_on = excluded.is_on,
      only_by_it = excluded.only_by_it, makes_users = excluded.makes_users, new_users_role = excluded.new_users_role,
      proved_at = case when ${isProved} then sso_config.proved_at end, version = sso_config.version + 1`.execute(tx)
  await sql`delete from sso_domain where account_id = ${accountId} and domain <> all(${[...domains]}::text[])`.execute(
    tx,
  )
  await sql`
    insert into sso_domain (domain, account_id) select unnest(${[...domains]}::text[]), ${accountId} on conflict do nothing`.execute(
    tx,
  )
}

/** Stores the sealed client secret. */
export async function saveSecret(tx: Tx, accountId: number, secret: Buffer | null): Promise<void> {
  await sql`update sso_config set client_secret = ${secret}, version = version + 1 where account_id = ${accountId}`.execute(
    tx,
  )
}

/** The domains among these that another account has claimed. */
export async function claimedElsewhere(tx: Tx, accountId: number, domains: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select domain from sso_domain where domain = any(${[...domains]}::text[]) and account_id <> ${accountId} order by 1`.execute(
    tx,
  )
  return rows.map(({ domain }) => domain)
}

/** The domains among these at which users of other accounts have their addresses. */
export async function usedElsewhere(tx: Tx, accountId: number, domains: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select domain from unnest(${[...domains]}::text[]) domain
    where exists (select from app_user u where split_part(u.username, '@', 2) = domain and u.home_account_id <> ${accountId} and u.deleted_at is null)
    order by 1`.execute(tx)
  return rows.map(({ domain }) => domain)
}

/** Notes that a user signed on by it. */
export async function noteProof(tx: Tx, accountId: number, at: Date): Promise<void> {
  await sql`update sso_config set proved_at = ${at} where account_id = ${accountId}`.execute(tx)
}

/** The part that the account's admins see. */
export function signOnOf({ accountId: _id, secret, provedAt, ...form }: StoredSignOn): SignOn {
  const certified = form.certificates === '' ? [] : readCertificates(form.certificates)
  return {
    ...form,
    certified:
      typeof certified === 'string'
        ? []
        : certified.map(({ subject, validUntil }) => ({ subject, valid_until: validUntil.toISOString() })),
    has_secret: secret !== null,
    proved_at: provedAt?.toISOString() ?? null,
  }
}

/** Notes that an assertion was used, and forgets expired ones. @returns false when it had been used before */
export async function useAssertion(
  tx: Tx,
  { accountId, issuer }: StoredSignOn,
  assertionId: string,
  { at, expiresAt }: { readonly at: Date; readonly expiresAt: Date },
): Promise<boolean> {
  await sql`delete from sso_assertion where expires_at <= ${at}`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    insert into sso_assertion (account_id, issuer, assertion_id, expires_at) values (${accountId}, ${issuer}, ${assertionId}, ${expiresAt})
    on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}
