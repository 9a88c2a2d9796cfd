import { sql } from 'kysely'
import type { DeskDatabase } from '#kernel/db/desk-database'

/**
 * The tables with any of some texts in any column, each with its rows. A row is searched as PostgreSQL prints it, so that
 * text, JSON, arrays and bytes count.
 */
export async function foundInTables(database: DeskDatabase, texts: readonly string[]): Promise<Record<string, number>> {
  const forms = texts.flatMap(text => [text, Buffer.from(text).toString('hex')])
  return database.readAsSystem(async tx => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and has_table_privilege(c.oid, 'select') order by 1`.execute(
      tx,
    )
    const found: Record<string, number> = {}
    for (const { name } of tables) {
      const { rows } = await sql<{ rows: number }>`
        select count(*)::int as rows from ${sql.table(name)} t
        where exists (select from unnest(${forms}::text[]) as f(form) where position(f.form in t::text) > 0)`.execute(
        tx,
      )
      if (rows[0] !== undefined && rows[0].rows > 0) found[name] = rows[0].rows
    }
    return found
  })
}
