import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * Reconciliations (docs/decisions/0055): requests with their files, the lines that were sent, and what each line comes to. Lines stand as they came; rows are judged again with
 * each preview, until the request is stored. Rows refer to nothing by foreign keys: 100,000 of them are written at once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table account add column reconciliation_window_day smallint not null default 25 check (reconciliation_window_day between 1 and 28);

       create table reconciliation (
         account_id int not null references account,
         reconciliation_id int primary key generated always as identity,
         project_id int not null,
         number int not null,
         mode text not null check (mode in ('REJECT_LIST', 'ACCEPT_LIST')),
         version text not null check (version in ('old', 'new')),
         kind text not null check (kind in ('file', 'text', 'choice', 'undo')),
         channel text not null check (channel in ('screen', 'api')),
         state text not null check (state in ('uploaded', 'parsed', 'previewed', 'stored', 'failed', 'abandoned', 'undone')),
         filename text,
         sha256 bytea,
         rules_version int not null,
         note text not null,
         purchase_order text not null,
         undo_of int references reconciliation,
         undo_of_supplier int,
         unticked_reasons int[] not null default '{}',
         unticked_suppliers int[] not null default '{}',
         -- how often it was judged, and what the last time came to
         judged_at timestamptz,
         digest bytea,
         rows_count int not null default 0,
         rest_count int not null default 0,
         changes int not null default 0,
         open_suggestions int not null default 0,
         outcomes jsonb not null default '[]',
         rest_outcomes jsonb not null default '[]',
         sell_cents bigint not null default 0,
         supply_cents bigint not null default 0,
         undo_until timestamptz,
         undone_rows int not null default 0,
         fault text,
         created_by int references app_user,
         created_at timestamptz not null,
         stored_by int references app_user,
         stored_at timestamptz,
         unique (account_id, project_id, number),
         check ((kind = 'undo') = (undo_of is not null))
       );
       create index reconciliation_by_file on reconciliation (account_id, project_id, sha256) where sha256 is not null;
       create index reconciliation_undoes on reconciliation (undo_of) where undo_of is not null;

       create table reconciliation_file (
         account_id int not null references account,
         reconciliation_id int primary key references reconciliation,
         bytes bytea not null
       );
       alter table reconciliation_file alter column bytes set storage external;

       create table reconciliation_line (
         account_id int not null,
         reconciliation_id int not null,
         line int not null,
         -- sent, ticked, of the rest of an ACCEPT_LIST, or of what is undone
         origin text not null,
         raw_text text not null,
         -- the respondent that the text names as an RDUD, or as something else
         rdud uuid,
         key text not null,
         reason_code int,
         is_bad_reason boolean not null,
         comment text not null,
         suggested uuid,
         suggested_by text,
         is_confirmed boolean not null default false,
         is_unticked boolean not null default false,
         primary key (account_id, reconciliation_id, line)
       );

       create table reconciliation_row (
         account_id int not null,
         reconciliation_id int not null,
         line int not null,
         is_rest boolean not null,
         rdud uuid,
         match text not null,
         outcome text not null,
         is_applied boolean not null,
         verdict text not null,
         -- of an undo, the row that it restores
         undone_line int,
         changed_since boolean not null,
         from_code smallint,
         from_ended_at timestamptz,
         to_code smallint,
         late boolean,
         via_server boolean,
         restored_ended_at timestamptz,
         reason_code int,
         project_id int,
         source_id int,
         supplier_id int,
         rid text,
         sell_cents int,
         supply_cents int,
         completed_at timestamptz,
         deadline_at timestamptz,
         -- the request that undid it
         undone_by int,
         primary key (account_id, reconciliation_id, line)
       );
       create index reconciliation_row_applied on reconciliation_row (account_id, rdud) where is_applied;`,
    )
    .execute(db)
  await bindToAccount(db, ['reconciliation', 'reconciliation_file', 'reconciliation_line', 'reconciliation_row'])
}
