import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * The assistant by a language model (docs/decisions/0081): an account's own limits (null: the installation's), what it has used by month, and
 * what left the desk for an answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table account
         add column assistant_tokens_a_month bigint check (assistant_tokens_a_month >= 0),
         add column assistant_questions_a_minute int check (assistant_questions_a_minute >= 0);

       create table assistant_use (
         account_id int not null references account,
         month date not null,
         tokens bigint not null check (tokens >= 0),
         questions int not null,
         minute timestamptz not null,
         minute_questions int not null,
         primary key (account_id, month)
       );

       alter table assistant_message add column sent jsonb;`,
    )
    .execute(db)
  await bindToAccount(db, ['assistant_use'])
}
