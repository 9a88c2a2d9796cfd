import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Conversations with the assistant (docs/decisions/0072), each a user's own; an answer keeps the view that it was given in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table assistant_conversation (
         account_id int not null references account,
         conversation_id int not null generated always as identity,
         user_id int not null references app_user,
         title text not null,
         messages int not null default 0,
         began_at timestamptz not null,
         last_at timestamptz not null,
         primary key (account_id, conversation_id)
       );
       create index assistant_conversation_of_user on assistant_conversation (account_id, user_id, last_at desc);
       create index assistant_conversation_by_age on assistant_conversation (last_at);

       create table assistant_message (
         account_id int not null,
         conversation_id int not null,
         number int not null,
         is_internal_view boolean not null,
         answer jsonb not null,
         primary key (account_id, conversation_id, number),
         foreign key (account_id, conversation_id) references assistant_conversation on delete cascade
       );`,
    )
    .execute(db)
  await bindToAccount(db, ['assistant_conversation', 'assistant_message'])
}
