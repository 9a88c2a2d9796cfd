import { sql, type Kysely } from 'kysely'

/**
 * One-time links to set a password, second factors with their recovery codes, and sign-ins that wait for one. Nothing of it
 * is open to desk_app: it belongs to a person, not to an account, and only its hashes or ciphertexts are here.
 */
const SIGN_IN_FLOWS_SQL = `
create table password_link (
  token_hash bytea primary key,
  user_id int not null references app_user,
  purpose text not null check (purpose in ('reset', 'welcome')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_link_by_user on password_link (user_id);

-- secret: nonce, tag and ciphertext of AES-256-GCM; last_step: the newest 30 seconds whose code was taken
create table second_factor (
  user_id int primary key references app_user,
  secret bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
create table recovery_code (
  user_id int not null references app_user,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- a password was right, and the second factor is still to come
create table sign_in_challenge (
  challenge_hash bytea primary key,
  user_id int not null references app_user,
  expires_at timestamptz not null,
  tries_left smallint not null
);
create index sign_in_challenge_by_end on sign_in_challenge (expires_at);

revoke all on password_link, second_factor, recovery_code, sign_in_challenge from desk_app;

alter table account add column second_factor_required boolean not null default false;
-- there is a confirmed second_factor: said here too, because every call reads this row
alter table app_user add column second_factor_on boolean not null default false;

-- who was deleted stays in the history, and leaves the name to whoever comes next
alter table app_user drop constraint app_user_username_key;
create unique index app_user_username_key on app_user (username) where deleted_at is null;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SIGN_IN_FLOWS_SQL).execute(db)
}
