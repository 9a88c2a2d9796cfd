import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * Webhooks (docs/decisions/0045): the feed names those who became completes, and remembers how far each reader that must miss nothing has come; endpoints, each with
 * a queue of its own, whose rows are the delivery log as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table change_feed add column completes uuid[];

       -- everything below xid was taken by the reader of that name; what is not taken is not pruned
       create table feed_reader (name text primary key, xid xid8 not null);
       revoke all on feed_reader from desk_app;

       create table webhook (
         account_id int not null references account,
         webhook_id int primary key generated always as identity,
         description text not null,
         url text not null,
         kinds text[] not null,
         filter_scope text check (filter_scope in ('project', 'survey', 'source')),
         filter_id int,
         is_on boolean not null,
         -- events of before are none of its business
         on_since timestamptz not null default clock_timestamp(),
         off_reason text,
         secret bytea not null,
         secret_ends_with text not null,
         old_secret bytea,
         old_secret_until timestamptz,
         -- the number of the last message in its queue, and of the last one that is done with
         queued_to bigint not null default 0,
         done_to bigint not null default 0,
         failing_since timestamptz,
         failures int not null default 0,
         last_fault text,
         retry_at timestamptz,
         leased_by uuid,
         leased_until timestamptz,
         created_at timestamptz not null,
         created_by int references app_user,
         version int not null default 1,
         check ((filter_scope is null) = (filter_id is null))
       ) with (fillfactor = 50);
       create index webhook_of_account on webhook (account_id);

       create table webhook_delivery (
         account_id int not null,
         webhook_id int not null references webhook on delete cascade,
         number bigint not null,
         event_id uuid not null,
         kind text not null,
         body text not null,
         state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
         queued_at timestamptz not null default clock_timestamp(),
         replay_of bigint,
         attempts_count int not null default 0,
         attempts jsonb not null default '[]',
         primary key (webhook_id, number)
       ) with (fillfactor = 70);
       create index webhook_delivery_by_time on webhook_delivery (webhook_id, queued_at);`,
    )
    .execute(db)
  await bindToAccount(db, ['webhook', 'webhook_delivery'])
}
