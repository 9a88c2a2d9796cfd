import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const JOURNALS_SQL = `
-- the owner is in the key: the same id from somebody else is another journal, and tells nobody that this one is there
create table journal (
  account_id int not null references account,
  journal_no bigint generated always as identity,
  journal_id uuid not null,
  user_id int not null references app_user,
  build text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  first_entry_ms float8 not null,
  last_entry_ms float8 not null,
  entries int not null default 0,
  errors int not null default 0,
  kept_entries int not null default 0,
  kept_bytes bigint not null default 0,
  contiguous_seq int not null default 0,
  highest_seq int not null default 0,
  -- JSON as text: jsonb refuses halves of surrogate pairs, which people can type
  checkpoint text not null,
  checkpoint_seq int not null,
  routes text[] not null default '{}',
  error_texts text[] not null default '{}',
  primary key (account_id, journal_no),
  unique (account_id, user_id, journal_id)
);
create index journal_by_id on journal (journal_id, journal_no);
create index journal_by_time on journal (last_at desc);

create table journal_entry (
  account_id int not null,
  journal_no bigint not null,
  seq int not null,
  at_ms float8 not null,
  machine text not null,
  version text not null,
  event text not null,
  fingerprint text not null,
  primary key (account_id, journal_no, seq),
  foreign key (account_id, journal_no) references journal on delete cascade
);

create table journal_look (
  account_id int not null,
  journal_no bigint not null,
  look_no bigint generated always as identity,
  user_id int not null references app_user,
  by_link boolean not null,
  at timestamptz not null,
  primary key (account_id, journal_no, look_no),
  foreign key (account_id, journal_no) references journal on delete cascade
);

create table journal_link (
  token_hash bytea primary key,
  account_id int not null,
  journal_no bigint not null,
  seq int,
  made_by int not null references app_user,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (account_id, journal_no) references journal on delete cascade
);
create index journal_link_by_journal on journal_link (account_id, journal_no);
`
const TABLES = ['journal', 'journal_entry', 'journal_look', 'journal_link'] as const

/** Journals of what people did in the browser, who looked at them, and the links that open them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(JOURNALS_SQL).execute(db)
  await bindToAccount(db, TABLES)
}
