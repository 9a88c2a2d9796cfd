import { sql, type Kysely } from 'kysely'

/** The names and links of the installation: one row, once somebody has stored them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table platform_settings (
         platform_id int primary key default 1 check (platform_id = 1),
         settings jsonb not null,
         version int not null
       );
       revoke all on platform_settings from desk_app;`,
    )
    .execute(db)
}
