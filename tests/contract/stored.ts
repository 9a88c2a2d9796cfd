import { asOwner } from '@desk/platform/testing/database/test-server'
import type { DeskDatabase } from '@desk/platform/kernel/db/desk-database'

/** What a refusal may write: failed sign-ins are counted, and what the present state refused is answered again as it was under its key. */
const LEFT_OUT = ['login_tries', 'idempotency_key']

/** So many rows of each table were written, in transactions that held. */
export type Writes = ReadonlyMap<string, number>

/** Has a database count from now on each row that is inserted, removed or made different, by table. */
export async function countWrites(databaseUrl: string): Promise<void> {
  await asOwner(
    databaseUrl,
    `create table counted_write (table_name text not null);
     create function count_write() returns trigger language plpgsql security definer set search_path = public as $$
       begin insert into counted_write values (tg_argv[0]); return null; end $$;
     do $$ declare name text; begin
       for name in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
                     and c.relname <> all('{counted_write,${LEFT_OUT.join(',')}}')
       loop
         execute format('create trigger count_rows after insert or delete on %I for each row execute function count_write(%L)', name, name);
         execute format('create trigger count_updates after update on %I for each row when (old *<> new) execute function count_write(%L)', name, name);
         execute format('create trigger count_truncate after truncate on %I for each statement execute function count_write(%L)', name, name);
       end loop;
     end $$`,
  )
}

/** What countWrites has counted so far. */
export async function writesSoFar(database: DeskDatabase): Promise<Writes> {
  const { rows } = await database.readAsSystem(tx =>
    tx.client.query<{ name: string; count: number }>(
      'select table_name as name, count(*)::int as count from counted_write group by 1 order by 1',
    ),
  )
  return new Map(rows.map(({ name, count }) => [name, count]))
}

/** The tables of which rows were written between the two. */
export function tablesWritten(before: Writes, after: Writes): string[] {
  return [...after].flatMap(([name, count]) => (count === before.get(name) ? [] : [name]))
}
