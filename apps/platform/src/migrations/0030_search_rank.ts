import { sql, type Kysely } from 'kysely'

/*
 * What is live comes first in the palette: each word of a project, survey or source carries how near to the field it is, so that ordering some
 * thousand finds reads no other table. Kept by triggers whoever changes the status.
 */
const RANK_SQL = `
alter table search_entry add column rank smallint not null default 0;

-- live, paused by a person or by the system, draft; complete and cancelled last, as what has no status
create function search_rank(status int) returns smallint language sql immutable parallel safe as $$
  select case status when 1 then 3 when 2 then 2 when 6 then 2 when 3 then 1 else 0 end::smallint
$$;

-- arguments: the scope, and the id's column; after index_for_search, by name, where both are due
create function rank_for_search() returns trigger language plpgsql as $$
declare now_row jsonb := to_jsonb(new);
begin
  update search_entry set rank = search_rank((now_row ->> 'status')::int)
  where account_id = (now_row ->> 'account_id')::int and scope = tg_argv[0] and object_id = (now_row ->> tg_argv[1])::int;
  return null;
end $$;
`

/** What is found is ordered by status, from the words' own key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(RANK_SQL).execute(db)
  for (const table of ['project', 'survey', 'source']) {
    const args = `'${table}', '${table}_id'`
    await sql
      .raw(
        `create trigger ${table}_searched_rank after insert or update of status, name${table === 'project' ? ', number' : ''} on ${table}
           for each row execute function rank_for_search(${args});
         update search_entry e set rank = search_rank(x.status) from ${table} x
           where e.scope = '${table}' and e.account_id = x.account_id and e.object_id = x.${table}_id and search_rank(x.status) <> 0;`,
      )
      .execute(db)
  }
  // the words' own key answers a search without a look at the table
  await sql
    .raw(
      `alter table search_entry drop constraint search_entry_pkey;
       create unique index search_entry_pkey on search_entry (account_id, word, scope, object_id) include (rank);
       alter table search_entry add primary key using index search_entry_pkey`,
    )
    .execute(db)
}
