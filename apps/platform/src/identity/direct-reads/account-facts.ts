import { sql, type RawBuilder } from 'kysely'

/**
 * SQL of an account's number of edits: every commit that changes a shown row, except for figures, counts it up (migrations/baseline/facts.sql).
 * A restarted server, perhaps on an older backup, starts another series of numbers.
 * @param account SQL of the account's id
 */
export const accountFacts = (account: string): RawBuilder<string> => sql<string>`
  concat_ws(' ', pg_postmaster_start_time(), (select f.version from account_facts f where f.account_id = ${sql.raw(account)}))`
