import { sql, type Kysely } from 'kysely'

/** The fingerprint of the key that sealed the secrets of this database (operate.md §2). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- one row, since the first start
       create table key_fingerprint (
         key_fingerprint_id int default 1 primary key check (key_fingerprint_id = 1),
         fingerprint text not null
       );
       revoke all on key_fingerprint from desk_app, desk_system;`,
    )
    .execute(db)
}
