import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Links by which one supplier sees its statements without a session (docs/decisions/0066). A token of 256 bits is known by its hash alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table statement_link (
         account_id int not null references account,
         statement_link_id int primary key generated always as identity,
         supplier_id int not null,
         -- null: every month
         month text check (month ~ '^\\d{4}-(0[1-9]|1[0-2])$'),
         note text not null,
         token_hash bytea not null unique check (length(token_hash) = 32),
         made_by int references app_user,
         made_at timestamptz not null,
         expires_at timestamptz not null,
         last_used_at timestamptz,
         last_used_address text,
         revoked_by int references app_user,
         revoked_at timestamptz,
         foreign key (account_id, supplier_id) references supplier
       );
       create index statement_link_of_account on statement_link (account_id, statement_link_id desc);`,
    )
    .execute(db)
  await bindToAccount(db, ['statement_link'])
}
