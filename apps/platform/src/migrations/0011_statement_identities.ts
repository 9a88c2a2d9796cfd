import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** The identities of the lines of suppliers' statements, beside their chains (docs/decisions/0113). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- it opens the commitment of a line; without a row the respondent is erased
       create table statement_identity (
         account_id int not null references account,
         month text not null,
         -- 0: without a supplier
         scope_id int not null,
         line int not null,
         rdud uuid not null,
         rid text not null,
         salt bytea not null check (length(salt) = 32),
         primary key (account_id, month, scope_id, line)
       );
       create index statement_identity_of_respondent on statement_identity (account_id, rdud);
       revoke update on statement_identity from desk_app, desk_system;`,
    )
    .execute(db)
  await bindToAccount(db, ['statement_identity'])
}
