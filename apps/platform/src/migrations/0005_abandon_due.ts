import { sql, type Kysely } from 'kysely'

/**
 * Keeps who is to become an abandon, and when, in a queue of its own (§4.4) instead of an index over everyone's state: a return
 * then changes no index of respondent, and its new row fits beside the old one (a heap-only update).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table abandon_due (
         account_id int not null,
         abandon_at timestamptz not null,
         rdud uuid not null,
         primary key (abandon_at, account_id, rdud)
       );
       alter table abandon_due enable row level security;
       create policy own_account on abandon_due to desk_app
         using (account_id = (select nullif(current_setting('desk.account', true), '')::int))
         with check (account_id = (select nullif(current_setting('desk.account', true), '')::int));
       create policy whole_house on abandon_due to desk_system using (true) with check (true);
       insert into abandon_due (account_id, abandon_at, rdud) select account_id, abandon_at, rdud from respondent where code in (10, 11) and abandon_at is not null;
       drop index respondent_open;
       alter table respondent set (fillfactor = 55);`,
    )
    .execute(db)
}
