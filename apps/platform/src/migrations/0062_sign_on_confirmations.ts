import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Sign-ons that confirm who the user of a session is (docs/decisions/0046), and what proves that a form of the provider came back by the browser that began. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table sso_pending
         -- set: it confirms the user of this session, and begins none
         add column session_id uuid references login_session on delete cascade,
         add column begun_at timestamptz not null default now(),
         -- the answer counts once the browser that began has brought it, or this ticket of it
         add column is_back boolean not null default false,
         add column ticket_hash bytea check (length(ticket_hash) = 32);
       create unique index sso_pending_by_ticket on sso_pending (ticket_hash) where ticket_hash is not null;

       create table sso_confirmation (
         token_hash bytea primary key check (length(token_hash) = 32),
         session_id uuid not null references login_session on delete cascade,
         account_id int not null references account,
         user_id int not null references app_user,
         issuer text not null,
         subject text not null,
         expires_at timestamptz not null
       );
       create index sso_confirmation_by_expiry on sso_confirmation (expires_at);`,
    )
    .execute(db)
  await bindToAccount(db, ['sso_confirmation'])
  await sql.raw('revoke all on sso_confirmation from desk_app').execute(db)
}
