import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

/** Single sign-on (docs/decisions/0046): the provider of an account, its mail domains, who is who at it, sign-ons under way, and the sessions that began by one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table sso_config (
         account_id int primary key references account,
         kind text not null check (kind in ('oidc', 'saml')),
         issuer text not null,
         client_id text not null,
         client_secret bytea,
         is_on boolean not null,
         only_by_it boolean not null,
         makes_users boolean not null,
         -- never a super admin's
         new_users_role smallint not null check (new_users_role in (1, 2)),
         proved_at timestamptz,
         version int not null default 1,
         check (is_on or not only_by_it)
       );

       create table sso_domain (
         domain text primary key check (domain = lower(domain)),
         account_id int not null references account
       );
       create index sso_domain_of_account on sso_domain (account_id);

       create table sso_identity (
         account_id int not null references account,
         issuer text not null,
         subject text not null,
         user_id int not null references app_user,
         bound_at timestamptz not null,
         last_at timestamptz not null,
         primary key (account_id, issuer, subject),
         unique (account_id, issuer, user_id)
       );

       create table sso_pending (
         state_hash bytea primary key check (length(state_hash) = 32),
         browser_hash bytea not null check (length(browser_hash) = 32),
         account_id int not null references account on delete cascade,
         kind text not null,
         issuer text not null,
         nonce text not null,
         verifier text not null,
         return_path text,
         is_remembered boolean not null,
         -- what the provider sent by the browser
         answer text,
         expires_at timestamptz not null
       );
       create index sso_pending_by_expiry on sso_pending (expires_at);

       create table sso_session (
         session_id uuid primary key references login_session on delete cascade,
         account_id int not null,
         sign_out_url bytea
       );

       alter table sign_in_challenge add column sso_account_id int, add column sso_sign_out_url bytea;`,
    )
    .execute(db)
  await bindToAccount(db, ['sso_config', 'sso_domain', 'sso_identity', 'sso_pending', 'sso_session'])
  await sql.raw('revoke all on sso_pending, sso_session from desk_app').execute(db)
}
