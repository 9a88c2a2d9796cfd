-- Single sign-on (docs/decisions/0046).

-- the provider of an account, by OpenID Connect or by SAML 2.0
create table sso_config (
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
  sso_url text,
  certificates text,
  constraint sso_config_check check (is_on or (not only_by_it))
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

-- a sign-on under way
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
  -- sent by the provider through the browser
  answer text,
  expires_at timestamptz not null,
  -- set: it confirms the user of this session, and begins none
  session_id uuid references login_session on delete cascade,
  begun_at timestamptz not null default now(),
  -- the answer counts once the browser that began has brought it, or this ticket of it
  is_back boolean not null default false,
  ticket_hash bytea check (length(ticket_hash) = 32)
);
create index sso_pending_by_expiry on sso_pending (expires_at);
create unique index sso_pending_by_ticket on sso_pending (ticket_hash) where ticket_hash is not null;

-- a session that began by a sign-on
create table sso_session (
  session_id uuid primary key references login_session on delete cascade,
  account_id int not null,
  sign_out_url bytea
);

-- an assertion signs on once, also when it is posted twice at one moment
create table sso_assertion (
  account_id int not null,
  issuer text not null,
  assertion_id text not null,
  expires_at timestamptz not null,
  primary key (account_id, issuer, assertion_id)
);
create index sso_assertion_by_expiry on sso_assertion (expires_at);

-- a form of the provider came back by the browser that began
create table sso_confirmation (
  token_hash bytea primary key check (length(token_hash) = 32),
  session_id uuid not null references login_session on delete cascade,
  account_id int not null references account,
  user_id int not null references app_user,
  issuer text not null,
  subject text not null,
  expires_at timestamptz not null
);
create index sso_confirmation_by_expiry on sso_confirmation (expires_at);

revoke all on sso_pending, sso_session, sso_assertion, sso_confirmation from desk_app;
