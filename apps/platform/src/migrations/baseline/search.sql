-- The words by which projects, surveys, sources, suppliers and qualifications are found; triggers write them.

create extension if not exists fuzzystrmatch;

create table search_entry (
  account_id int not null references account,
  word text not null collate "C",
  scope text not null,
  object_id int not null,
  rank smallint not null default 0,
  primary key (account_id, word, scope, object_id) include (rank)
);
create index search_entry_by_object on search_entry (account_id, scope, object_id);

-- words are never removed: a word without an entry finds no object
create table search_word (
  account_id int not null references account,
  word text not null collate "C",
  primary key (account_id, word)
);

-- the words of texts, and a text of one piece without its marks, so that SH-7 is found as sh7; at most 60 characters each
create function search_words(variadic texts text[]) returns table(word text) language sql immutable parallel safe as $$
  select distinct left(w, 60) from unnest(texts) t,
    lateral (select regexp_split_to_table(lower(t), '[^[:alnum:]]+') union all
             select regexp_replace(lower(t), '[^[:alnum:]]+', '', 'g') where t !~ '\s') p (w)
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
create trigger project_search after insert or delete on project for each row execute function index_for_search('project', 'project_id', 'name', 'number');
create trigger project_search_again after update of name, number on project for each row when (((old.name is distinct from new.name) or (old.number is distinct from new.number))) execute function index_for_search('project', 'project_id', 'name', 'number');
create trigger survey_search after insert or delete on survey for each row execute function index_for_search('survey', 'survey_id', 'name');
create trigger survey_search_again after update of name on survey for each row when ((old.name is distinct from new.name)) execute function index_for_search('survey', 'survey_id', 'name');
create trigger supplier_search after insert or delete on supplier for each row execute function index_for_search('supplier', 'supplier_id', 'name');
create trigger supplier_search_again after update of name, deleted_at on supplier for each row when (((old.name is distinct from new.name) or (old.deleted_at is distinct from new.deleted_at))) execute function index_for_search('supplier', 'supplier_id', 'name');
create trigger source_search after insert or delete on source for each row execute function index_for_search('source', 'source_id', 'name');
create trigger source_search_again after update of name on source for each row when ((old.name is distinct from new.name)) execute function index_for_search('source', 'source_id', 'name');
create trigger qualification_search after insert or delete on qualification for each row execute function index_for_search('qualification', 'qualification_id', 'name', 'precode');
create trigger qualification_search_again after update of name, precode on qualification for each row when (((old.name is distinct from new.name) or (old.precode is distinct from new.precode))) execute function index_for_search('qualification', 'qualification_id', 'name', 'precode');

-- the order of statuses among results
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
create trigger project_searched_rank after insert or update of status, name, number on project for each row execute function rank_for_search('project', 'project_id');
create trigger survey_searched_rank after insert or update of status, name on survey for each row execute function rank_for_search('survey', 'survey_id');
create trigger source_searched_rank after insert or update of status, name on source for each row execute function rank_for_search('source', 'source_id');
