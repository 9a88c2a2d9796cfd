import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Disputes about rejected rows, one round each (docs/decisions/0067). One that is overturned is a stored request of a kind of its own, so that money, figures and statements follow it like any other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table reconciliation drop constraint reconciliation_kind_check;
       alter table reconciliation add constraint reconciliation_kind_check check (kind in ('file', 'text', 'choice', 'undo', 'dispute'));

       create table dispute (
         account_id int not null references account,
         dispute_id int primary key generated always as identity,
         reconciliation_id int not null references reconciliation,
         line int not null,
         supplier_id int not null,
         project_id int not null,
         rdud uuid not null,
         state text not null check (state in ('disputed', 'upheld', 'overturned', 'lapsed', 'settled')),
         evidence text not null check (length(evidence) <= 2000),
         -- a user, for the supplier; or the supplier's link
         raised_by int references app_user,
         raised_by_link int references statement_link,
         raised_at timestamptz not null,
         lapses_at timestamptz not null,
         decided_by int references app_user,
         decided_at timestamptz,
         decision_note text not null default '',
         overturned_by int references reconciliation,
         version int not null default 1,
         -- one round
         unique (account_id, reconciliation_id, line),
         check ((state = 'disputed') = (decided_at is null)),
         check ((state = 'overturned') = (overturned_by is not null)),
         foreign key (account_id, supplier_id) references supplier
       );
       create index dispute_of_account on dispute (account_id, state, dispute_id desc);
       create index dispute_waiting on dispute (account_id, rdud) where state = 'disputed';`,
    )
    .execute(db)
  await bindToAccount(db, ['dispute'])
}
