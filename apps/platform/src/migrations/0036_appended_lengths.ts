import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * A batch appends the interview lengths that it changes, all in one line, and a sweep adds them to the buckets (docs/decisions/0033): the buckets and the lines together
 * are the histogram. At each index stand a source, a length in seconds and how many interviews of it came; negative: left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table loi_line (
         account_id int not null,
         source_ids int[] not null,
         seconds int[] not null,
         interviews int[] not null
       );
       create index loi_line_by_account on loi_line (account_id);`,
    )
    .execute(db)
  await bindToAccount(db, ['loi_line'])
}
