import { sql, type RawBuilder } from 'kysely'

/**
 * SQL of an account's number of edits: every commit that changes a row that is shown, but for figures, moves it (migration 0037). A server that was started again, perhaps over
 * an earlier backup, begins with numbers of its own.
 * @param account SQL of the account's id
 */
export const accountFacts = (account: string): RawBuilder<string> => sql<string>`
  concat_ws(' ', pg_postmaster_start_time(), (select f.version from account_facts f where f.account_id = ${sql.raw(account)}))`
