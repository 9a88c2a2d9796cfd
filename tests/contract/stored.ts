import { asOwner, connectAsOwner } from '@desk/platform/testing/database/test-server'
import { afterAll, beforeAll } from 'vitest'

/**
 * Tables that a refusal may write: bytes of an upload are noted before they come and forgotten when it is refused;
 * failed sign-ins are counted and are in the audit log; a refusal by the present state is answered again as it was
 * under its key.
 */
const LEFT_OUT = ['login_tries', 'idempotency_key', 'audit_entry', 'audit_chain', 'audit_head', 'document_bytes_due']

/** Has a database note from now on each row that is inserted, removed or made different, by table. */
const NOTE_WRITES = `
  create table counted_write (table_name text not null);
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
  end $$`

/** Asked after each of thousands of calls: one statement of one round trip, which leaves nothing for the next to read again. */
const WRITTEN = {
  name: 'written',
  text: 'with noted as (delete from counted_write returning table_name) select distinct table_name as name from noted order by 1',
}

/**
 * Called among a file's hooks, it notes each write to a database. The returned function gives the tables whose rows
 * were written, in committed transactions, since its last call.
 */
export function useWrites(databaseUrl: () => string): () => Promise<string[]> {
  let client: Awaited<ReturnType<typeof connectAsOwner>> | undefined
  beforeAll(async () => {
    await asOwner(databaseUrl(), NOTE_WRITES)
    client = await connectAsOwner(databaseUrl())
  })
  afterAll(() => client?.end())
  return async () => {
    if (!client) throw new Error('Nothing is noted yet: call this inside a test.')
    const { rows } = await client.query<{ name: string }>(WRITTEN)
    return rows.map(({ name }) => name)
  }
}
