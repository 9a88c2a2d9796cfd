import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** How long an account stores data of people, and its last sweep (docs/decisions/0115). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- an account without a row has the defaults
       create table retention (
         account_id int primary key references account,
         marks_days int not null check (marks_days >= 30),
         identities_days int not null check (identities_days > 0),
         journals_days int not null check (journals_days > 0),
         version int not null default 1
       );
       create table retention_sweep (
         account_id int primary key references account,
         swept_at timestamptz not null,
         marks int not null,
         identities int not null,
         -- the respondents before these have no marks, no identities any more
         marks_from uuid not null,
         identities_from uuid not null
       );
       -- accounts of an update have a week to choose their periods
       insert into retention_sweep select account_id, now() + interval '6 days', 0, 0, u.start, u.start
       from account, (select '00000000-0000-0000-0000-000000000000'::uuid as start) u;`,
    )
    .execute(db)
  await bindToAccount(db, ['retention', 'retention_sweep'])
}
