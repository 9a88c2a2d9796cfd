import { sql, type Kysely } from 'kysely'

/** A version of a rate card keeps the CSV that it was read from, so that its export is the same file, and who uploaded it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table rate_card
         add column corner text not null default '',
         add column filename text check (length(filename) between 1 and 200),
         add column csv bytea,
         add column uploaded_at timestamptz,
         add column uploaded_by int references app_user;`,
    )
    .execute(db)
}
