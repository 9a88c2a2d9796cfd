import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/*
 * Under row-level security only leakproof operators may use an index, so trigrams and full text search cannot: the words themselves
 * stand in a table, found by equality and by range, and a word that is misspelt is looked for among the account's own words.
 */
const SEARCH_SQL = `
create extension if not exists fuzzystrmatch;

create table search_entry (
  account_id int not null references account,
  word text collate "C" not null,
  scope text not null,
  object_id int not null,
  primary key (account_id, word, scope, object_id)
);
create index search_entry_by_object on search_entry (account_id, scope, object_id);

-- words are never taken out: one that nothing has any more leads nowhere
create table search_word (
  account_id int not null references account,
  word text collate "C" not null,
  primary key (account_id, word)
);

-- the words of texts, and a text of one piece with its marks taken out, so that SH-7 is found as sh7; at most 60 characters each
create function search_words(variadic texts text[]) returns table (word text) language sql immutable parallel safe as $$
  select distinct left(w, 60) from unnest(texts) t,
    lateral (select regexp_split_to_table(lower(t), '[^[:alnum:]]+') union all
             select regexp_replace(lower(t), '[^[:alnum:]]+', '', 'g') where t !~ '\\s') p (w)
  where w <> ''
$$;

-- arguments: the scope, the id's column, and the columns whose words find the object; the id itself does too
create function index_for_search() returns trigger language plpgsql as $$
declare now_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
        id int := (now_row ->> tg_argv[1])::int;
        account int := (now_row ->> 'account_id')::int;
        texts text[] := array[now_row ->> tg_argv[1]];
begin
  -- the library is everybody's, and is looked through on its own page
  if account is null then return null; end if;
  delete from search_entry where account_id = account and scope = tg_argv[0] and object_id = id;
  if tg_op = 'DELETE' or now_row ->> 'deleted_at' is not null then return null; end if;
  for i in 2 .. tg_nargs - 1 loop texts := texts || (now_row ->> tg_argv[i]); end loop;
  insert into search_entry (account_id, word, scope, object_id) select account, s.word, tg_argv[0], id from search_words(variadic texts) s;
  insert into search_word (account_id, word) select account, s.word from search_words(variadic texts) s on conflict do nothing;
  return null;
end $$;
`

const SEARCHED: readonly {
  readonly scope: string
  readonly table: string
  readonly id: string
  readonly columns: readonly string[]
  readonly isGone?: string
}[] = [
  { scope: 'project', table: 'project', id: 'project_id', columns: ['name', 'number'] },
  { scope: 'survey', table: 'survey', id: 'survey_id', columns: ['name'] },
  { scope: 'source', table: 'source', id: 'source_id', columns: ['name'] },
  { scope: 'supplier', table: 'supplier', id: 'supplier_id', columns: ['name'], isGone: 'deleted_at' },
  { scope: 'qualification', table: 'qualification', id: 'qualification_id', columns: ['name', 'precode'] },
]

/** The words by which projects, surveys, sources, suppliers and qualifications are found, kept by triggers whoever writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SEARCH_SQL).execute(db)
  await bindToAccount(db, ['search_entry', 'search_word'])
  for (const { scope, table, id, columns, isGone } of SEARCHED) {
    const watched = isGone === undefined ? columns : [...columns, isGone]
    const args = [scope, id, ...columns].map(value => `'${value}'`).join(', ')
    await sql
      .raw(
        `create trigger ${table}_search after insert or delete on ${table} for each row execute function index_for_search(${args});
         create trigger ${table}_search_again after update of ${watched.join(', ')} on ${table} for each row
           when (row(${watched.map(column => `old.${column}`).join(', ')}) is distinct from row(${watched.map(column => `new.${column}`).join(', ')}))
           execute function index_for_search(${args});
         with words as (
           select x.account_id, w.word, x.${id} as object_id
           from ${table} x, search_words(x.${id}::text, ${columns.map(column => `x.${column}`).join(', ')}) w where x.account_id is not null${isGone === undefined ? '' : ` and x.${isGone} is null`}),
         kept as (insert into search_word (account_id, word) select distinct account_id, word from words on conflict do nothing)
         insert into search_entry (account_id, word, scope, object_id) select account_id, word, '${scope}', object_id from words;`,
      )
      .execute(db)
  }
}
