import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** What the door keeps between batches (study-setups.ts). */
const KEPT = [
  'account',
  'hash_key',
  'survey',
  'defender_rule',
  'source',
  'source_supplier',
  'source_redirect',
  'source_qualification',
  'supplier',
  'supplier_redirect',
]

/**
 * Counts the edits of what the door keeps, for each account: a batch that reads the number that it knows knows the setups too (docs/decisions/0023). The trigger
 * runs at the commit, so that no edit waits for another one's number while it holds what the other one needs, and counts once for each transaction.
 * A migration that changes rows of these tables and then their columns says `set constraints all immediate` in between.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table door_version (account_id int primary key, version bigint not null);
       create function count_door_edit() returns trigger language plpgsql as $$
       declare edited int := coalesce(new.account_id, old.account_id);
       begin
         if current_setting('desk.door_edited', true) is distinct from edited::text then
           insert into door_version as d (account_id, version) values (edited, 1) on conflict (account_id) do update set version = d.version + 1;
           perform set_config('desk.door_edited', edited::text, true);
         end if;
         return null;
       end $$;`,
    )
    .execute(db)
  await bindToAccount(db, ['door_version'])
  for (const table of KEPT) {
    await sql
      .raw(
        `create constraint trigger door_edit after insert or delete or update on ${table} deferrable initially deferred for each row execute function count_door_edit()`,
      )
      .execute(db)
  }
}
