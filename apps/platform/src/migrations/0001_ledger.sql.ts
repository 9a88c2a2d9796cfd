export const LEDGER_TABLES = [
  'respondent',
  'respondent_event',
  'rollup',
  'hour_bucket',
  'loi_bucket',
  'change_feed',
] as const

/**
 * The append-only ledger by month, the respondents' present state, the rollups that every read uses, and the change feed.
 * Scope codes: 1 project, 2 survey, 3 source.
 */
export const LEDGER_SQL = `
create table respondent (
  account_id int not null,
  rdud uuid not null,
  source_id int not null,
  survey_id int not null,
  project_id int not null,
  supplier_id int,
  rid text not null,
  code smallint not null,
  is_test boolean not null default false,
  late boolean not null default false,
  via_server boolean not null default false,
  quota_no int,
  loi_stated_seconds int not null,
  interview_seconds int,
  cpi_cents int,
  entered_at timestamptz not null,
  in_survey_at timestamptz,
  abandon_at timestamptz,
  ended_at timestamptz,
  address inet,
  fingerprint text,
  primary key (account_id, rdud)
) with (fillfactor = 80);
create unique index respondent_by_rid on respondent (account_id, source_id, rid);
create index respondent_open on respondent (abandon_at) where code in (10, 11);
create index respondent_by_fingerprint on respondent (account_id, survey_id, fingerprint) where fingerprint is not null;
create index respondent_by_address on respondent (account_id, survey_id, address, entered_at) where address is not null;

create sequence ledger_position;
-- detail: rule, threshold, value of a refusal; inbound code, hash verdict, late, repeat of a return
create table respondent_event (
  account_id int not null,
  at timestamptz not null,
  position bigint not null default nextval('ledger_position'),
  rdud uuid not null,
  source_id int not null,
  from_code smallint,
  to_code smallint not null,
  changed boolean not null,
  is_test boolean not null,
  interview_seconds int,
  cpi_cents int,
  detail jsonb
) partition by range (at);
create index respondent_event_by_rdud on respondent_event (account_id, rdud);
create table respondent_event_rest partition of respondent_event default;
-- rows are reached through the parent alone, where the policy stands
revoke all on respondent_event_rest from desk_app, desk_system;
grant usage on sequence ledger_position to desk_app, desk_system;

create function ensure_ledger_months(first timestamptz, last timestamptz) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare month timestamptz := date_trunc('month', first at time zone 'UTC') at time zone 'UTC';
        next_month timestamptz;
        part text;
begin
  while month <= last loop
    next_month := (date_trunc('month', month at time zone 'UTC') + interval '1 month') at time zone 'UTC';
    part := 'respondent_event_' || to_char(month at time zone 'UTC', 'YYYYMM');
    if to_regclass(part) is null then
      begin
        execute format('create table %I partition of respondent_event for values from (%L) to (%L)', part, month, next_month);
        execute format('revoke all on %I from desk_app, desk_system', part);
      exception when duplicate_table or check_violation then null;
      end;
    end if;
    month := next_month;
  end loop;
end $$;
select ensure_ledger_months(now() - interval '1 month', now() + interval '2 months');

create table rollup (
  account_id int not null,
  scope smallint not null,
  scope_id int not null,
  version bigint not null default 0,
  entrants bigint not null default 0,
  eq_terms bigint not null default 0,
  terms bigint not null default 0,
  oqs bigint not null default 0,
  sq_terms bigint not null default 0,
  abandons bigint not null default 0,
  inflight bigint not null default 0,
  completes bigint not null default 0,
  expense_cents bigint not null default 0,
  loi_count bigint not null default 0,
  loi_seconds int,
  loi_below bigint not null default 0,
  loi_at bigint not null default 0,
  loi_median_seconds numeric(8,1),
  last_start_at timestamptz,
  last_complete_at timestamptz,
  primary key (account_id, scope, scope_id)
) with (fillfactor = 40);

create table hour_bucket (
  account_id int not null,
  scope smallint not null,
  scope_id int not null,
  hour timestamptz not null,
  entrants int not null default 0,
  completes_live int not null default 0,
  completes_test int not null default 0,
  primary key (account_id, scope, scope_id, hour)
) with (fillfactor = 60);

create table loi_bucket (
  account_id int not null,
  scope smallint not null,
  scope_id int not null,
  seconds int not null,
  n int not null,
  primary key (account_id, scope, scope_id, seconds)
) with (fillfactor = 70);

-- kind: 1 figures of a source moved, 2 a status changed, 3 a session ended
create table change_feed (
  account_id int not null,
  position bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  kind smallint not null,
  project_id int,
  survey_id int,
  source_id int,
  hour timestamptz,
  body jsonb,
  at timestamptz not null default clock_timestamp()
);
create index change_feed_in_order on change_feed (xid, position);

-- which account a source belongs to: the public links know only the source
create function account_of_source(wanted int) returns int language sql stable security definer set search_path = public, pg_temp as
  'select account_id from source where source_id = wanted';
revoke all on function ensure_ledger_months(timestamptz, timestamptz) from public;
revoke all on function account_of_source(int) from public;
grant execute on function ensure_ledger_months(timestamptz, timestamptz) to desk_system;
grant execute on function account_of_source(int) to desk_app, desk_system;
`
