import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** The chain of live surveys is tried by test respondents (docs/decisions/0103). The rule that every account begins with alerts of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table survey add column link_check boolean not null default true;
       alter table account add column link_check_hosts_off text;
       create table link_check (
         account_id int not null,
         survey_id int not null,
         checked_at timestamptz not null,
         -- null: its host asked not to be called
         fault text,
         -- in a row
         failures int not null,
         primary key (account_id, survey_id),
         foreign key (account_id, survey_id) references survey on delete cascade
       );
       update alert_rule set kinds = kinds || '{link_check_failed}'
         where user_id is null and kinds = '{auto_paused,target_reached,behind_pace,webhook_off}';
       do $$ begin
         execute replace(pg_get_functiondef('give_alert_rule'::regproc), 'behind_pace,webhook_off', 'behind_pace,webhook_off,link_check_failed');
       end $$;`,
    )
    .execute(db)
  await bindToAccount(db, ['link_check'])
}
