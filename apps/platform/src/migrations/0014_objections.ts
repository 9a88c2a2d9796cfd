import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** People whom the door judges by each study's own rules alone (docs/decisions/0118). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table objection (
         account_id int not null references account,
         objection_id int generated always as identity primary key,
         supplier_id int not null,
         rid text not null,
         made_by int not null references app_user,
         made_at timestamptz not null,
         withdrawn_by int references app_user,
         withdrawn_at timestamptz
       );
       create unique index objection_in_force on objection (account_id, supplier_id, rid) where withdrawn_at is null;
       create index objection_of_person on objection (account_id, rid);
       create constraint trigger door_edit after insert or update on objection deferrable initially deferred for each row execute function count_mark_edit();`,
    )
    .execute(db)
  await bindToAccount(db, ['objection'])
}
