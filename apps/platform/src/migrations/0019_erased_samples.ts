import { sql, type Kysely } from 'kysely'

/**
 * The planner's statistics quote values and bounds of columns, and a small erasure lets them stay. A sweep takes them again
 * (docs/decisions/0124).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table erasure add column samples_at timestamptz;
       create function sample_again() returns void language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
       begin
         analyze respondent (rid, address, fingerprint);
         analyze respondent_event (answers, detail);
         analyze rule_verdict (value);
         analyze statement_identity (rid);
         analyze reconciliation_row (rid);
         analyze reconciliation_line_portion (raw_text, key, comment);
         analyze recontact_person (rid);
         analyze dispute (evidence, decision_note);
         analyze listed_mark (value, note);
         analyze webhook_delivery (body);
         analyze change_feed (body);
       end $$;
       revoke all on function sample_again() from public;
       grant execute on function sample_again() to desk_system;`,
    )
    .execute(db)
}
