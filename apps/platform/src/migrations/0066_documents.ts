import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/**
 * Documents of projects (docs/decisions/0056): a document has versions, each of one file, whose bytes lie in a store outside the database. Bytes without a version
 * are due to be removed: an upload notes its own before it writes them, and takes the note away in the transaction that stores the version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table document (
         account_id int not null references account,
         document_id int primary key generated always as identity,
         project_id int not null,
         name text not null check (length(name) between 1 and 200),
         kind text not null,
         note text check (length(note) <= 1000),
         version int not null default 1,
         newest int not null default 1,
         deleted_at timestamptz,
         unique (account_id, document_id),
         foreign key (account_id, project_id) references project
       );
       create index document_of_project on document (account_id, project_id);
       create index document_deleted on document (deleted_at) where deleted_at is not null;

       create table document_version (
         account_id int not null,
         document_id int not null,
         number int not null,
         file_id uuid not null unique,
         filename text not null check (length(filename) between 1 and 200),
         size_bytes bigint not null,
         sha256 text not null,
         media_type text not null,
         preview text,
         uploaded_by int references app_user,
         uploaded_at timestamptz not null,
         primary key (document_id, number),
         foreign key (account_id, document_id) references document (account_id, document_id) on delete cascade
       );

       create table document_bytes_due (
         account_id int not null references account,
         file_id uuid primary key,
         due_at timestamptz not null
       );
       create index document_bytes_by_time on document_bytes_due (due_at);`,
    )
    .execute(db)
  await bindToAccount(db, ['document', 'document_version', 'document_bytes_due'])
}
