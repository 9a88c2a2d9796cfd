import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const [PROJECT, SUPPLIER, ACCOUNT] = [1, 4, 5]
const RULES = [
  'duplicate_rid',
  'duplicate_fingerprint',
  'duplicate_ip',
  'activity',
  'activity_watch',
  'country',
  'datacentre',
  'fingerprint_missing',
]

/**
 * Whose setting of a Defender rule judges whom (docs/decisions/0058): the account's default, the project's own, and the supplier's level, of which level 7 is what
 * "custom security" was. Each is part of what the door keeps every version of; the account's is a scope of its own. Suppliers of before stay at the account's default,
 * which is empty until somebody saves it, so that nobody is refused who was not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- rules: [{rule, mode, threshold, window_hours}]; before: what stood there until the last change
       create table account_defender (
         account_id int primary key,
         rules jsonb not null,
         before jsonb,
         version int not null
       );
       create table project_defender (
         account_id int not null,
         project_id int not null,
         rules jsonb not null,
         before jsonb,
         version int not null,
         primary key (account_id, project_id),
         foreign key (account_id, project_id) references project
       );
       alter table defender_rule drop constraint defender_rule_rule_check;
       alter table defender_rule add constraint defender_rule_rule_check check (rule in (${RULES.map(rule => `'${rule}'`).join(', ')}));
       alter table supplier add column security_level smallint not null default 6 check (security_level between 1 and 7);

       -- whose setting of the rule it was: null of rules that nobody sets, and of verdicts of before
       alter table rule_verdict add column set_by text;
       -- same_rid: entries of the same rid into the survey by other sources; attempts: the account's entries by the fingerprint or the address in 24 hours, the more of both
       alter table respondent_event add column same_rid int, add column attempts int;`,
    )
    .execute(db)
  await bindToAccount(db, ['account_defender', 'project_defender'])
  await sql
    .raw(
      `create function door_defender_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when ${PROJECT} then (select jsonb_build_object('defender', d.rules) from project_defender d
             where d.account_id = account and d.project_id = wanted and jsonb_array_length(d.rules) > 0)
           when ${SUPPLIER} then (select jsonb_build_object('security', jsonb_build_object('level', u.security_level, 'activity_enabled', u.activity_enabled, 'token_threshold', u.token_threshold))
             from supplier u where u.account_id = account and u.supplier_id = wanted and u.security_level <> 6)
         end
       $$;
       alter function door_config_of(int, int, int) rename to door_config_without_defender;
       create function door_config_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when ${ACCOUNT} then (select jsonb_build_object('defender', d.rules) from account_defender d where d.account_id = account)
           else door_config_without_defender(account, wanted_scope, wanted) || coalesce(door_defender_of(account, wanted_scope, wanted), '{}')
         end
       $$;

       create function count_defender_edit() returns trigger language plpgsql as $$
       declare account int := coalesce(new.account_id, old.account_id);
       begin
         if current_setting('desk.door_edited', true) is distinct from account::text then
           insert into door_version as d (account_id, version) values (account, 1) on conflict (account_id) do update set version = d.version + 1;
           perform set_config('desk.door_edited', account::text, true);
         end if;
         if tg_table_name = 'account_defender' then perform keep_door_config(account, ${ACCOUNT}, account);
         else perform keep_door_config(account, ${PROJECT}, coalesce(new.project_id, old.project_id)); end if;
         return null;
       end $$;
       create constraint trigger door_edit after insert or delete or update on account_defender
         deferrable initially deferred for each row execute function count_defender_edit();
       create constraint trigger door_edit after insert or delete or update on project_defender
         deferrable initially deferred for each row execute function count_defender_edit();

       update supplier set security_level = 7 where custom_security;
       set constraints all immediate;
       alter table supplier drop column custom_security;`,
    )
    .execute(db)
}
