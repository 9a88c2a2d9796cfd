import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const TABLES = ['statement_period', 'statement', 'statement_line', 'statement_key']

/**
 * Closed periods with their statements (docs/decisions/0059). A month without a row is open. Each line stands for one line of the ledger, by its position, so that none is
 * in two statements. Nothing here is ever changed: no role may, nor does the owner without taking the triggers away.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table statement_period (
         account_id int not null references account,
         month text not null check (month ~ '^\\d{4}-(0[1-9]|1[0-2])$'),
         closed_at timestamptz not null,
         -- null: it closed by itself
         closed_by int references app_user,
         primary key (account_id, month)
       );

       create table statement (
         account_id int not null,
         month text not null,
         -- 0: respondents without a supplier
         supplier_id int not null,
         supplier_name text not null,
         lines int not null,
         completes int not null,
         complete_cents bigint not null,
         adjustments int not null,
         adjustment_cents bigint not null,
         total_cents bigint not null,
         start_hash bytea not null check (length(start_hash) = 32),
         head bytea not null check (length(head) = 32),
         -- canonical JSON: what was signed
         seal text not null,
         signature bytea not null,
         public_key bytea not null,
         parts jsonb not null,
         primary key (account_id, month, supplier_id),
         foreign key (account_id, month) references statement_period
       );

       create table statement_line (
         account_id int not null,
         month text not null,
         supplier_id int not null,
         line int not null check (line > 0),
         -- of the ledger's line
         position bigint not null,
         -- canonical JSON: what is hashed
         content text not null,
         hash bytea not null check (length(hash) = 32),
         primary key (account_id, month, supplier_id, line),
         unique (account_id, position)
       );

       create table statement_key (
         account_id int not null references account,
         key_no int primary key generated always as identity,
         public_key bytea not null check (length(public_key) = 32),
         fingerprint bytea not null unique check (length(fingerprint) = 32),
         sealed bytea not null,
         created_at timestamptz not null
       );
       create index statement_key_of_account on statement_key (account_id, key_no desc);

       -- lines that make a complete, or no complete any more: what is not in a statement yet is found among them by position, however late a line came
       create index respondent_event_cost on respondent_event (account_id, position)
         where changed and not is_test and (to_code in (30, 51)) <> coalesce(from_code in (30, 51), false);

       create function refuse_statement_change() returns trigger language plpgsql as $$
       begin
         raise exception 'A closed period takes no change: % of % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
       end $$;`,
    )
    .execute(db)
  await bindToAccount(db, TABLES)
  for (const table of TABLES)
    await sql
      .raw(
        `create trigger never_changed before update or delete on ${table} for each row execute function refuse_statement_change();
         create trigger never_emptied before truncate on ${table} for each statement execute function refuse_statement_change();
         revoke all on ${table} from desk_app, desk_system;
         grant select, insert on ${table} to desk_app, desk_system;`,
      )
      .execute(db)
}
