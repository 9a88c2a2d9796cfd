import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Effects of acts on a source, each judged once (docs/decisions/0110). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table act_effect (
         account_id int not null references account,
         source_id int not null,
         -- of the act in the history
         at timestamptz not null,
         kind text not null,
         -- null: the effect is known
         cannot_tell text,
         hours int not null,
         expected int not null,
         actual int not null,
         completes int not null,
         low int not null,
         high int not null,
         like_count int not null,
         primary key (account_id, source_id, at)
       );
       revoke update, delete on act_effect from desk_app, desk_system;`,
    )
    .execute(db)
  await bindToAccount(db, ['act_effect'])
}
