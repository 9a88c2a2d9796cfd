import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const MOST_NAMES = 100

/** Every column of the desk's tables; partitions have those of their parent. */
export async function readColumns(tx: Tx): Promise<readonly { readonly table: string; readonly column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select t.relname::text as "table", c.attname::text as "column"
    from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition and t.relname !~ '^kysely_'
    order by t.relname, c.attnum`.execute(tx)
  return rows
}

export interface AccountRecipients {
  readonly suppliers: readonly string[]
  readonly clients: readonly string[]
  readonly webhooks: readonly string[]
  readonly api_keys: readonly string[]
  readonly single_sign_on: readonly string[]
}

/** The recipients that an account itself has: names of suppliers and keys, addresses of surveys, webhooks and providers. */
export async function readRecipients(tx: Tx, accountId: number): Promise<AccountRecipients> {
  const { rows } = await sql<AccountRecipients>`
    select
      array(select name from supplier where account_id = ${accountId} and deleted_at is null order by name limit ${MOST_NAMES}) as suppliers,
      array(select distinct survey_url from survey where account_id = ${accountId} and survey_url <> '' and status = 1 order by survey_url limit ${MOST_NAMES}) as clients,
      array(select url from webhook where account_id = ${accountId} and is_on order by url limit ${MOST_NAMES}) as webhooks,
      array(select name from api_key where account_id = ${accountId} and revoked_at is null
        and (expires_at is null or expires_at > clock_timestamp()) order by name limit ${MOST_NAMES}) as api_keys,
      array(select issuer from sso_config where account_id = ${accountId} and is_on) as single_sign_on`.execute(tx)
  const [found] = rows
  if (found === undefined) throw new Error('A select without a table gives one row')
  return found
}
