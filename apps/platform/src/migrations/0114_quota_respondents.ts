import { sql, type Kysely } from 'kysely'

/**
 * The respondents of each sub-quota, in the order of their entries, and the lines that gave a place in one back: what a sub-quota's change is read from (docs/decisions/0062). No return writes to them. The respondents whose place was freed
 * have no index of their own any more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create index respondent_of_quota on respondent (account_id, source_id, quota_no, rdud) include (supplier_id, place_freed) where quota_no is not null;
       drop index respondent_freed;
       create index respondent_event_freed on respondent_event (account_id, source_id, at) where not changed and detail->>'rule' = 'sub_quota_place';`,
    )
    .execute(db)
}
