import type { DeskDatabase } from '@desk/platform/db/desk-database'

/** What may change by itself: failed sign-ins are counted. */
const LEFT_OUT = ['login_tries']

/** Stands for all that is stored: equal before and after when nothing changed. */
export async function storedDigest(database: DeskDatabase): Promise<string> {
  return database.readAsSystem(async tx => {
    const { rows: tables } = await tx.client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and has_table_privilege(c.oid, 'select') and c.relname <> all($1) order by 1`,
      [LEFT_OUT],
    )
    const digests = tables.map(({ name }) => `select '${name}' as name, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest from ${name} t`)
    const { rows } = await tx.client.query<{ name: string; digest: string }>(`${digests.join(' union all ')} order by 1`)
    return rows.map(({ name, digest }) => `${name} ${digest}`).join('\n')
  })
}

/** The tables that differ between two digests. */
export function changedTables(before: string, after: string): string[] {
  const then = before.split('\n')
  return after.split('\n').flatMap((line, at) => (line === then[at] ? [] : [line.split(' ')[0] ?? '']))
}
