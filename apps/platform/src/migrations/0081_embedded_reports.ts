import { sql, type Kysely } from 'kysely'

/** Embedded reports: whether an account has them and in which workspace, and the ids of the installation's reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table account
         add column embedded_reports boolean not null default false,
         add column bi_workspace_id uuid;
       create table embed_settings (
         embed_settings_id int primary key default 1 check (embed_settings_id = 1),
         settings jsonb not null,
         version int not null
       );
       revoke all on embed_settings from desk_app;`,
    )
    .execute(db)
}
