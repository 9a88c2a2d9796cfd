-- The number of transactions that changed the facts of an account, figures apart (docs/decisions/0038).

create table account_facts (
  account_id int primary key,
  version bigint not null
);

-- each change notes its account, and the commit counts up all of them in one order: no deadlock. Their triggers come before those of the door, by name
create function note_account_facts(account int) returns void language plpgsql as $$
       declare noted text := coalesce(nullif(current_setting('desk.facts_of', true), ''), ',');
       begin
         if account is not null and strpos(noted, ',' || account || ',') = 0 then
           perform set_config('desk.facts_of', noted || account || ',', true);
         end if;
       end $$;

create function note_facts_of_row() returns trigger language plpgsql as $$
       begin
         if tg_op = 'UPDATE' and old *= new then return null; end if;
         if tg_op <> 'INSERT' then perform note_account_facts(old.account_id); end if;
         if tg_op <> 'DELETE' then perform note_account_facts(new.account_id); end if;
         return null;
       end $$;

-- a user is shown in each of their accounts
create function note_facts_of_user() returns trigger language plpgsql security definer set search_path to '$user', 'public' as $$
       begin
         if tg_op = 'UPDATE' and old *= new then return null; end if;
         perform note_account_facts(m.account_id) from user_account m where m.user_id = coalesce(new.user_id, old.user_id);
         return null;
       end $$;

-- counts up, once for the transaction; no role writes the numbers otherwise
create function move_account_facts() returns trigger language plpgsql security definer set search_path to '$user', 'public' as $$
       declare noted text := current_setting('desk.facts_of', true);
       begin
         if coalesce(noted, '') = '' then return null; end if;
         perform set_config('desk.facts_of', '', true);
         insert into account_facts as f (account_id, version)
           select account::int, 1 from unnest(string_to_array(trim(both ',' from noted), ',')) as n (account) order by account::int
           on conflict (account_id) do update set version = f.version + 1;
         return null;
       end $$;

do $$
declare name text;
begin
  foreach name in array array[
    'account', 'user_account', 'business_unit', 'project', 'survey', 'supplier', 'supplier_redirect',
    'source', 'source_supplier', 'source_qualification', 'status_event', 'hash_key', 'defender_rule',
    'object_edit', 'qualification', 'qualification_text', 'qualification_option', 'quality_question',
    'rate_card', 'source_quota_group', 'source_redirect', 'source_template', 'allocation_template'
  ] loop
    execute format('create trigger account_facts_noted after insert or delete or update on %I for each row execute function note_facts_of_row()', name);
    execute format('create constraint trigger account_facts_moved after insert or delete or update on %I deferrable initially deferred for each row execute function move_account_facts()', name);
  end loop;
end $$;
create trigger account_facts_noted after insert or delete or update on app_user for each row execute function note_facts_of_user();
create constraint trigger account_facts_moved after insert or delete or update on app_user deferrable initially deferred for each row execute function move_account_facts();
-- the batches own the counters of a quota
create trigger account_facts_noted after insert or delete or update of account_id, source_id, quota_no, group_no, name, conditions, target on source_quota for each row execute function note_facts_of_row();
create constraint trigger account_facts_moved after insert or delete or update of account_id, source_id, quota_no, group_no, name, conditions, target on source_quota deferrable initially deferred for each row execute function move_account_facts();

revoke insert, update, delete on account_facts from desk_app, desk_system;
