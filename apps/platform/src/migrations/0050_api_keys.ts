import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** The API keys of an account: of each only a hash, and the handle that finds it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table api_key (
         api_key_id int generated always as identity primary key,
         account_id int not null references account,
         user_id int not null references app_user,
         name text not null check (length(name) between 1 and 80),
         handle text not null unique check (handle ~ '^[0-9a-f]{12}$'),
         secret_hash bytea not null check (length(secret_hash) = 32),
         scopes text[] not null check (cardinality(scopes) > 0),
         created_at timestamptz not null,
         expires_at timestamptz not null check (expires_at > created_at),
         last_used_at timestamptz,
         last_used_address text,
         revoked_at timestamptz,
         revoked_by int references app_user
       );
       create index api_key_by_account on api_key (account_id, api_key_id desc);`,
    )
    .execute(db)
  await bindToAccount(db, ['api_key'])
}
