import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const EDITS_SQL = `
-- changes: [{"field": wire name, "from": value, "to": value}], of the fields that changed alone
create table object_edit (
  account_id int not null references account,
  edit_no bigint generated always as identity,
  scope text not null,
  object_id int not null,
  act text not null check (act in ('created', 'edited', 'deleted')),
  user_id int references app_user,
  changes jsonb not null,
  at timestamptz not null,
  primary key (account_id, edit_no)
);
create index object_edit_by_object on object_edit (account_id, scope, object_id, edit_no desc);

-- version counts changes of status; this one changes of everything else, so that neither gets in the other's way
alter table project add column edit_version int not null default 1;
alter table survey add column edit_version int not null default 1;
alter table source add column edit_version int not null default 1;

-- what a project's surveys start with
alter table project add column survey_url text;
alter table project add column device_types smallint[];
`

/** Who changed what of an object and when, and versions that tell a stale edit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(EDITS_SQL).execute(db)
  await bindToAccount(db, ['object_edit'])
}
