import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** One line of the queue of abandons (§4.4) for all who came together, instead of one each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table abandon_due rename to abandon_due_of_one;
       create table abandon_due (
         account_id int not null,
         abandon_at timestamptz not null,
         respondents uuid[] not null
       );
       create index abandon_due_by_time on abandon_due (abandon_at);
       insert into abandon_due (account_id, abandon_at, respondents) select account_id, abandon_at, array[rdud] from abandon_due_of_one;
       drop table abandon_due_of_one;`,
    )
    .execute(db)
  await bindToAccount(db, ['abandon_due'])
}
