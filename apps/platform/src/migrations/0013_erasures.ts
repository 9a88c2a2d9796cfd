import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Erasures of respondents (docs/decisions/0116). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table erasure (
         account_id int not null references account,
         erasure_id int generated always as identity primary key,
         state text not null check (state in ('requested', 'confirmed', 'done', 'withdrawn')),
         rule text not null,
         reference text not null,
         -- as the request was shown, and what is erased so far; both are counts
         scope jsonb not null,
         erased jsonb not null,
         requested_by int not null references app_user,
         requested_at timestamptz not null,
         decided_by int references app_user,
         decided_at timestamptz,
         done_at timestamptz,
         -- one admin alone erases nobody
         constraint erasure_by_two check (state not in ('confirmed', 'done') or (decided_by is not null and decided_by <> requested_by))
       );
       create index erasure_of_account on erasure (account_id, erasure_id desc);
       create index erasure_unfinished on erasure (erasure_id) where state = 'confirmed';
       -- the RDUD alone: after the erasure it leads to no person
       create table erasure_person (
         account_id int not null,
         erasure_id int not null references erasure,
         rdud uuid not null,
         erased_at timestamptz,
         primary key (account_id, erasure_id, rdud)
       );
       revoke delete on erasure, erasure_person from desk_app, desk_system;`,
    )
    .execute(db)
  await bindToAccount(db, ['erasure', 'erasure_person'])
}
