import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const [PROJECT, ACCOUNT] = [1, 5]

/**
 * Hold-out (docs/decisions/0069): who is let in against a rule, by a key of the account's, and whether their completes are billed. A survey's own settings of rules
 * have a version, and every version of all three is kept to go back to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `set constraints all immediate;
       alter table account add column hold_out_key uuid not null default gen_random_uuid();
       alter table account_defender
         add column hold_out_percent smallint not null default 0 check (hold_out_percent between 0 and 5),
         add column hold_out_billable boolean not null default false;
       -- null: as the account
       alter table project_defender
         add column hold_out_percent smallint check (hold_out_percent between 0 and 5),
         add column hold_out_billable boolean;
       -- null: not held out
       alter table respondent add column hold_out text check (hold_out in ('unbilled', 'billed'));
       alter table rule_verdict add column held_out boolean not null default false;

       -- the rules themselves are in defender_rule; before: what stood there until the last change
       create table survey_defender (
         account_id int not null,
         survey_id int not null,
         before jsonb,
         version int not null,
         primary key (account_id, survey_id),
         foreign key (account_id, survey_id) references survey
       );
       -- scope: 1 project, 2 survey, 5 account. hold_out: null of a survey, and of a project as its account
       create table defender_version (
         account_id int not null,
         scope smallint not null,
         scope_id int not null,
         version int not null,
         at timestamptz not null,
         user_id int,
         rules jsonb not null,
         hold_out jsonb,
         primary key (account_id, scope, scope_id, version)
       );
       insert into defender_version (account_id, scope, scope_id, version, at, rules)
         select account_id, ${ACCOUNT}, account_id, version, now(), rules from account_defender
         union all select account_id, ${PROJECT}, project_id, version, now(), rules from project_defender;

       create function door_hold_out_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select case wanted_scope
           when ${PROJECT} then (select jsonb_build_object('hold_out', jsonb_build_array(d.hold_out_percent, d.hold_out_billable))
             from project_defender d where d.account_id = account and d.project_id = wanted and d.hold_out_percent is not null)
           when ${ACCOUNT} then (select jsonb_build_object('hold_out', jsonb_build_array(d.hold_out_percent, d.hold_out_billable))
             from account_defender d where d.account_id = account and d.hold_out_percent > 0)
         end
       $$;
       alter function door_config_of(int, int, int) rename to door_config_without_hold_out;
       create function door_config_of(account int, wanted_scope int, wanted int) returns jsonb language sql stable as $$
         select door_config_without_hold_out(account, wanted_scope, wanted) || coalesce(door_hold_out_of(account, wanted_scope, wanted), '{}')
       $$;`,
    )
    .execute(db)
  await bindToAccount(db, ['survey_defender', 'defender_version'])
}
