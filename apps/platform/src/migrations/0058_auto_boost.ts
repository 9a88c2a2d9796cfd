import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * Auto-Boost (docs/decisions/0049): how each source is raised, and since when its pace is watched: the completes that it had then, and the version of the source.
 * An edit that an agent makes names it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table source_boost (
         account_id int not null,
         source_id int not null,
         step_cents int not null check (step_cents between 1 and 20000),
         cap_cents int not null check (cap_cents between 1 and 20000),
         interval_minutes int not null check (interval_minutes between 15 and 10080),
         watched_from timestamptz not null,
         watched_completes int not null,
         watched_version int not null,
         primary key (account_id, source_id),
         foreign key (account_id, source_id) references source
       ) with (fillfactor = 60);
       alter table object_edit add column agent text check (agent in ('auto_boost'));`,
    )
    .execute(db)
  await bindToAccount(db, ['source_boost'])
}
