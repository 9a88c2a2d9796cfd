import { sql, type Kysely } from 'kysely'

/** The moment since which the erasure log, a file outside the database, has an erasure (docs/decisions/0119). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table erasure add column logged_at timestamptz;
       drop index erasure_unfinished;
       create index erasure_unfinished on erasure (erasure_id) where state = 'confirmed' or (state = 'done' and logged_at is null);`,
    )
    .execute(db)
}
