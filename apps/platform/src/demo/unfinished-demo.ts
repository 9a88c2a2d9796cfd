import { withOwner } from '#kernel/db/with-owner'

/** All tables with an account column, and the users; data from the migrations stays. */
const TABLES = `select coalesce(string_agg(format('%I', c.relname), ', '), '') as tables from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and (c.relname = 'app_user' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped))`

/** The tables that refuse to be emptied, by their owner too, such as the audit log. In an unfinished demo they hold no user's acts. */
const CLOSED_TABLES = `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'never_emptied' order by 1`

/**
 * Removes an interrupted demo, so that it can be created again. It began on an empty database, so there is nothing else. Runs as
 * the database's owner, since no role of the app may truncate a table.
 */
export async function removeUnfinishedDemo(url: string): Promise<void> {
  await withOwner(url, 'desk demo', async owner => {
    const { rows } = await owner.query<{ tables: string }>(TABLES)
    const { rows: closed } = await owner.query<{ name: string }>(CLOSED_TABLES)
    const triggers = (act: 'disable' | 'enable'): string =>
      closed.map(({ name }) => `alter table ${owner.escapeIdentifier(name)} ${act} trigger never_emptied`).join('; ')
    // one transaction: after an interruption they are as closed as before
    await owner.query(
      `begin; ${triggers('disable')}; truncate ${rows[0]?.tables} cascade; ${triggers('enable')}; commit`,
    )
  })
}
