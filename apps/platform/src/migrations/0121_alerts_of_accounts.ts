import { sql, type Kysely } from 'kysely'

/**
 * Alerts of the account itself, which have no project (docs/decisions/0047): a webhook that the desk has switched off. The rule that each account began with asks for them,
 * unless it is of one project.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table alert
         alter column project_id drop not null,
         drop constraint alert_scope_check,
         add constraint alert_scope_check check (scope in ('account', 'project', 'survey', 'source')),
         add constraint alert_without_project check ((scope = 'account') = (project_id is null));

       create or replace function give_alert_rule() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
       begin
         insert into alert_rule (account_id, name, kinds, scope, bell, digest, is_on)
         values (new.account_id, 'What needs a look', '{auto_paused,target_reached,behind_pace,webhook_off}', 'all', 'managers_and_admins', true, true);
         return null;
       end $$;
       -- a person has made every other rule
       update alert_rule set kinds = kinds || 'webhook_off'::text, version = version + 1
         where user_id is null and created_by is null and scope = 'all' and not 'webhook_off' = any(kinds);`,
    )
    .execute(db)
}
