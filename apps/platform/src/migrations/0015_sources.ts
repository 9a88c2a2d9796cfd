import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const SOURCES_SQL = `
-- each editor of a source has its own version, so that none gets in another's way
alter table source add column quals_version int not null default 1;
alter table source add column suppliers_version int not null default 1;
-- a number is not given twice: respondents are counted by it
alter table source add column last_quota_no int not null default 0;
-- its qualifications or quotas can never be met: it may be kept, and not launched
alter table source add column quotas_unmeetable boolean not null default false;
alter table source add column alias text;
alter table source add column auto_boost boolean not null default false;

-- quotas of a group share its conditions, which stand at the head of each one's own; a group without a row has neither name nor target
create table source_quota_group (
  account_id int not null,
  source_id int not null,
  group_no int not null,
  name text not null,
  conditions jsonb not null,
  target int,
  primary key (account_id, source_id, group_no),
  foreign key (account_id, source_id) references source
);
alter table source_quota add column group_no int not null default 1;

-- where a classic source takes its respondents back; a type that is not here goes to the supplier's own redirect
create table source_redirect (
  account_id int not null,
  source_id int not null,
  type text not null check (type in ('complete', 'termination', 'overquota', 'quality', 'security', 'default')),
  url text not null,
  primary key (account_id, source_id, type),
  foreign key (account_id, source_id) references source
);
`

/** Sources are edited: versions of what is edited by itself, nested quotas, own redirects, and aliases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SOURCES_SQL).execute(db)
  await bindToAccount(db, ['source_quota_group', 'source_redirect'])
}
