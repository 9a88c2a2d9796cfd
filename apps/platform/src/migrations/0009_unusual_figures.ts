import { sql, type Kysely } from 'kysely'

/** The rule that every account begins with has the alert about unusual figures (docs/decisions/0109). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `update alert_rule set kinds = kinds || '{unusual_figures}'
         where user_id is null and kinds = '{auto_paused,target_reached,behind_pace,webhook_off,link_check_failed,will_not_be_full}';
       do $$ begin
         execute replace(pg_get_functiondef('give_alert_rule'::regproc), 'will_not_be_full', 'will_not_be_full,unusual_figures');
       end $$;`,
    )
    .execute(db)
}
