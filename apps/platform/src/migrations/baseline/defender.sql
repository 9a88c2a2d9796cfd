-- The rules of Defender, its lists, and its counts.

-- one row a rule that is on, by survey; threshold's unit is the rule's own (hours, count, ISO country)
create table defender_rule (
  account_id int not null,
  survey_id int not null,
  rule text not null check (rule in ('duplicate_rid', 'duplicate_fingerprint', 'duplicate_ip', 'activity', 'activity_watch', 'country', 'datacentre', 'fingerprint_missing', 'many_addresses', 'burst', 'ghost', 'speeder', 'straight_lining', 'open_ends', 'text_analytics', 'bot_score')),
  threshold int,
  window_hours int,
  mode text not null default 'refuse' check (mode in ('refuse', 'shadow', 'off')),
  primary key (account_id, survey_id, rule),
  foreign key (account_id, survey_id) references survey
);

-- respondents of these sources are refused (docs/decisions/0057)
create table source_exclusion (
  account_id int not null,
  source_id int not null,
  project_ids int[] not null,
  states text not null check (states in ('completes', 'entrants')),
  look_back_days int not null check (look_back_days between 1 and 3650),
  version int not null,
  primary key (account_id, source_id),
  foreign key (account_id, source_id) references source
);

create table supplier_exclusion (
  account_id int not null,
  supplier_id int not null,
  project_ids int[] not null,
  version int not null,
  primary key (account_id, supplier_id),
  foreign key (account_id, supplier_id) references supplier
);

-- of every project of the account
create table account_exclusion (
  account_id int primary key,
  supplier_ids int[] not null,
  version int not null
);

-- the account's default setting of each rule (docs/decisions/0058)
create table account_defender (
  account_id int primary key,
  rules jsonb not null,
  before jsonb,
  version int not null,
  hold_out_percent smallint not null default 0 check (hold_out_percent between 0 and 5),
  hold_out_billable boolean not null default false
);

-- a project's own setting; hold_out null: as the account (docs/decisions/0069)
create table project_defender (
  account_id int not null,
  project_id int not null,
  rules jsonb not null,
  before jsonb,
  version int not null,
  hold_out_percent smallint check (hold_out_percent between 0 and 5),
  hold_out_billable boolean,
  primary key (account_id, project_id),
  foreign key (account_id, project_id) references project
);

-- known respondents whom a source invites again (docs/decisions/0060)
create table recontact_list (
  account_id int not null,
  source_id int not null,
  people int not null check (people >= 0),
  version int not null,
  primary key (account_id, source_id),
  foreign key (account_id, source_id) references source
);

-- a removed person stays as a row: a later list finds their first RDUD by it
create table recontact_person (
  account_id int not null,
  source_id int not null,
  rid text not null,
  rdud uuid not null,
  ordud uuid not null,
  supplier_id int,
  added_at timestamptz not null,
  removed_at timestamptz,
  primary key (account_id, source_id, rid),
  foreign key (account_id, source_id) references recontact_list
);
create index recontact_person_by_rdud on recontact_person (account_id, source_id, rdud);

-- of the interview lengths of a source's completes: how many, the median of their logarithms, and the median of the distances from it
create table length_spread (
  account_id int not null,
  source_id int not null,
  lengths int not null,
  ln_median float8 not null,
  ln_mad float8 not null,
  primary key (account_id, source_id)
);

-- how often a supplier's respondents arrive, as sums that decay (docs/decisions/0068)
create table supplier_pace (
  account_id int not null,
  supplier_id int not null,
  since bigint not null,
  slot bigint not null,
  seen int not null,
  slots float8 not null,
  total float8 not null,
  squares float8 not null,
  primary key (account_id, supplier_id)
);

-- the rules themselves are in defender_rule; before: the rules until the last change
create table survey_defender (
  account_id int not null,
  survey_id int not null,
  before jsonb,
  version int not null,
  primary key (account_id, survey_id),
  foreign key (account_id, survey_id) references survey
);

-- scope: 1 project, 2 survey, 5 account. hold_out: null of a survey, and of a project as its account
create table defender_version (
  account_id int not null,
  scope smallint not null,
  scope_id int not null,
  version int not null,
  at timestamptz not null,
  user_id int,
  rules jsonb not null,
  hold_out jsonb,
  primary key (account_id, scope, scope_id, version)
);

-- the door looks its entrants up where an account has entries (docs/decisions/0070); prefixes: the lengths of networks that were ever listed
create table mark_list (
  account_id int primary key,
  entries int not null check (entries >= 0),
  version int not null,
  v4_prefixes smallint[] not null default '{}',
  v6_prefixes smallint[] not null default '{}'
);

-- value: as the ledger has a fingerprint, and an address as host() writes it
create table listed_mark (
  account_id int not null references mark_list,
  entry_id int generated always as identity,
  list text not null check (list in ('block', 'watch')),
  kind text not null check (kind in ('fingerprint', 'address', 'network')),
  value text not null,
  note text not null,
  added_by int not null,
  added_at timestamptz not null,
  until timestamptz,
  removed_by int,
  removed_at timestamptz,
  primary key (account_id, entry_id)
);
create unique index listed_mark_by_value on listed_mark (account_id, kind, value, list) where removed_at is null;
create index listed_mark_latest on listed_mark (account_id, list, entry_id);

-- the days of an account that are counted (docs/decisions/0074)
create table defender_day (
  account_id int not null,
  day int not null,
  counted_at timestamptz not null,
  took_ms int not null,
  primary key (account_id, day)
);

-- supplier_id: 0 of respondents without one; rule: empty of all entrants, * of those whom any rule flagged
create table defender_count (
  account_id int not null,
  day int not null,
  source_id int not null,
  supplier_id int not null,
  rule text not null,
  entrants int not null,
  refused int not null,
  completes int not null,
  reconciled int not null,
  rejected int not null,
  saved_cents bigint not null,
  lost_cents bigint not null,
  primary key (account_id, day, source_id, supplier_id, rule)
);

-- the present decision of a reviewer (docs/decisions/0075); review_change has every change
create table review_decision (
  account_id int not null,
  rdud uuid not null,
  user_id int not null,
  decision text not null check (decision in ('confirmed', 'dismissed')),
  reason_code int,
  at timestamptz not null,
  primary key (account_id, rdud, user_id)
);

-- decision: null where it was withdrawn
create table review_change (
  account_id int not null,
  rdud uuid not null,
  change_id bigint generated always as identity,
  user_id int not null,
  decision text check (decision in ('confirmed', 'dismissed')),
  reason_code int,
  at timestamptz not null,
  primary key (account_id, rdud, change_id)
);

-- network: the first 24 bits of an address, of IPv6 the first 48 bits and 2^48; host: the other bytes. Rows older than an hour are removed
create unlogged table network_address (
  network bigint not null,
  at timestamptz not null,
  account_id int not null,
  host bytea not null
);
create index network_address_by_network on network_address (network, account_id, host);

-- the networks of these lengths that an address lies in
create function networks_of(address inet, v4_prefixes smallint[], v6_prefixes smallint[]) returns setof text language sql immutable as $$ select network(set_masklen(address, n::int))::text from unnest(case family(address) when 4 then v4_prefixes else v6_prefixes end) n $$;
