import pg from 'pg'

/** Everything that belongs to an account, by its column, and the users; what the migrations filled stays. */
const TABLES = `select coalesce(string_agg(format('%I', c.relname), ', '), '') as tables from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (c.relname = 'app_user' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped))`

/**
 * Removes a demo whose making was interrupted, so that it can be made anew. It was begun on an empty database: there is
 * nothing else. As the database's owner, since no role of the app may empty a table.
 */
export async function removeUnfinishedDemo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'desk demo' })
  await client.connect()
  try {
    const { rows } = await client.query<{ tables: string }>(TABLES)
    await client.query(`truncate ${rows[0]?.tables} cascade`)
  } finally {
    await client.end()
  }
}
