-- The append-only ledger by month, the present state of respondents, the rollups that every read uses, and the change feed. scope: 1 project, 2 survey, 3 source.

create sequence ledger_position;

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
  -- of a complete: the sell price in force when it was made
  sell_price_cents int,
  -- the place in the sub-quota was given to others already (docs/decisions/0022)
  place_freed boolean not null default false,
  -- null: not held out
  hold_out text check (hold_out in ('unbilled', 'billed')),
  primary key (account_id, rdud)
) with (fillfactor = 45);
-- tests are few among the respondents, and are asked for by survey
create index respondent_tests on respondent (account_id, survey_id) where is_test;
-- holds a rid unique in its source, and finds it without the source (Ctrl K, Explain)
create unique index respondent_by_rid on respondent (account_id, rid, source_id);
create index respondent_by_fingerprint on respondent (account_id, fingerprint, entered_at) where fingerprint is not null;
create index respondent_by_address on respondent (account_id, address, entered_at) where address is not null;
-- a sub-quota's change is read from it, in the order of the entries (docs/decisions/0062)
create index respondent_of_quota on respondent (account_id, source_id, quota_no, rdud) include (supplier_id, place_freed) where quota_no is not null;

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
  detail jsonb,
  sell_price_cents int,
  -- from here on what the door knew of an entrant, on the line of the entry (docs/decisions/0032)
  country text,
  language text,
  device smallint,
  from_datacentre boolean,
  same_fingerprint int,
  same_address int,
  answers jsonb,
  door_version bigint,
  -- entries of the same rid into the survey by other sources
  same_rid int,
  -- the account's entries by the fingerprint or the address in 24 hours, the more of both
  attempts int
) partition by range (at);
create index respondent_event_by_rdud on respondent_event (account_id, rdud);
-- lines that make a complete, or one no more; those that no statement has yet are found here by position
create index respondent_event_cost on respondent_event (account_id, position) where changed and (not is_test) and ((to_code in (30, 51)) <> coalesce((from_code in (30, 51)), false));
create index respondent_event_of_source on respondent_event (account_id, source_id, position) where changed and (not is_test);
-- the auto-pause sweep counts a source's failing returns of the last hour by it
create index respondent_event_failing on respondent_event (account_id, source_id, at) where ((to_code = 35) or ((to_code = 33) and ((detail ->> 'rule') = 'ghost'))) and changed;
-- the lines of respondent_event_cost that a request has made, or that make a complete no more
create index respondent_event_adjusts on respondent_event (account_id, position) where changed and (not is_test) and ((to_code in (30, 51)) <> coalesce((from_code in (30, 51)), false)) and (not ((to_code in (30, 51)) and ((detail ? 'request') is not true)));
create index respondent_event_freed on respondent_event (account_id, source_id, at) where (not changed) and ((detail ->> 'rule') = 'sub_quota_place');
create table respondent_event_rest partition of respondent_event default;
-- rows are reached through the parent alone, where the policy applies
revoke all on respondent_event_rest from desk_app, desk_system;

-- a column for each code; the columns of the figures are their sums (docs/decisions/0032)
create table rollup (
  account_id int not null,
  scope smallint not null,
  scope_id int not null,
  version bigint not null default 0,
  entrants bigint not null default 0,
  expense_cents bigint not null default 0,
  loi_count bigint not null default 0,
  loi_seconds int,
  loi_below bigint not null default 0,
  loi_at bigint not null default 0,
  loi_median_seconds numeric(8,1),
  last_start_at timestamptz,
  last_complete_at timestamptz,
  revenue_cents bigint not null default 0,
  priced_completes bigint not null default 0,
  code_10 bigint not null default 0,
  code_11 bigint not null default 0,
  code_20 bigint not null default 0,
  code_21 bigint not null default 0,
  code_22 bigint not null default 0,
  code_30 bigint not null default 0,
  code_31 bigint not null default 0,
  code_32 bigint not null default 0,
  code_33 bigint not null default 0,
  code_34 bigint not null default 0,
  code_35 bigint not null default 0,
  code_40 bigint not null default 0,
  code_50 bigint not null default 0,
  code_51 bigint not null default 0,
  eq_terms bigint generated always as (code_20) stored,
  terms bigint generated always as (code_21 + code_31) stored,
  oqs bigint generated always as (code_22 + code_32) stored,
  sq_terms bigint generated always as (((code_33 + code_34) + code_35) + code_50) stored,
  abandons bigint generated always as (code_40) stored,
  inflight bigint generated always as (code_10 + code_11) stored,
  completes bigint generated always as (code_30 + code_51) stored,
  priced_revenue_cents bigint not null default 0,
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

-- the interview lengths of a source; those of a survey or project are summed where a median is needed (§3.20)
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
  at timestamptz not null default clock_timestamp(),
  -- the respondents who became completes, for webhooks
  completes uuid[]
);
create index change_feed_in_order on change_feed (xid, position);

-- respondents who came together and become abandons together (§4.4)
create table abandon_due (
  account_id int constraint abandon_due_account_id_not_null1 not null,
  abandon_at timestamptz constraint abandon_due_abandon_at_not_null1 not null,
  respondents uuid[] not null
);
create index abandon_due_by_time on abandon_due (abandon_at);

-- the counts of each supplier within a source; 0: respondents without a supplier
create table supplier_rollup (
  account_id int not null,
  source_id int not null,
  supplier_id int not null,
  entrants bigint not null default 0,
  code_10 bigint not null default 0,
  code_11 bigint not null default 0,
  code_20 bigint not null default 0,
  code_21 bigint not null default 0,
  code_22 bigint not null default 0,
  code_30 bigint not null default 0,
  code_31 bigint not null default 0,
  code_32 bigint not null default 0,
  code_33 bigint not null default 0,
  code_34 bigint not null default 0,
  code_35 bigint not null default 0,
  code_40 bigint not null default 0,
  code_50 bigint not null default 0,
  code_51 bigint not null default 0,
  priced_completes bigint not null default 0,
  expense_cents bigint not null default 0,
  revenue_cents bigint not null default 0,
  priced_revenue_cents bigint not null default 0,
  primary key (account_id, source_id, supplier_id)
) with (fillfactor = 40);

-- place: the order in which the door asks; the first that refused has decided
create table rule_verdict (
  account_id int not null,
  rdud uuid not null,
  place smallint not null,
  source_id int not null,
  at timestamptz not null,
  rule text not null,
  refused boolean not null,
  threshold text not null,
  value text not null,
  -- the setting that the rule had: null of rules without one, and of older verdicts
  set_by text,
  at_return boolean not null default false,
  held_out boolean not null default false,
  primary key (account_id, rdud, place)
);

-- the lengths that a batch changes (docs/decisions/0033): a source, a length in seconds, and how many interviews of it came; negative: left
create table loi_line (
  account_id int not null,
  source_ids int[] not null,
  seconds int[] not null,
  interviews int[] not null
);
create index loi_line_by_account on loi_line (account_id);

-- the reader of that name has read everything below xid; unread rows are not pruned
create table feed_reader (
  name text primary key,
  xid xid8 not null
);

-- the lines of the ledger summed by hour, quarter of a day and day of UTC (docs/decisions/0062); source 0: the whole account
create table ledger_sum (
  account_id int not null references account,
  source_id int not null,
  grain text not null check (grain in ('hour', 'quarter', 'day')),
  starts_at timestamptz not null,
  -- 0: respondents without a supplier
  supplier_id int not null,
  -- 0: an entry
  from_code smallint not null,
  to_code smallint not null,
  cause text not null,
  -- the rule that refused, or the reason of a reconciliation
  reason text not null,
  -- 0: no reconciliation
  request int not null,
  respondents int not null,
  expense_cents bigint not null,
  revenue_cents bigint not null,
  priced_completes int not null,
  -- of completes with a known length: seconds of the interviews, and the stated ones
  interview_seconds bigint not null,
  stated_seconds bigint not null,
  first_position bigint not null,
  last_position bigint not null,
  priced_revenue_cents bigint not null default 0,
  primary key (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, cause, reason, request)
) with (fillfactor = 80);

-- up to which of a source's lines the sums go
create table ledger_folded (
  account_id int not null references account,
  source_id int not null,
  position bigint not null,
  -- of the source's rollup when its sums were whole; null: more lines are waiting
  version bigint,
  primary key (account_id, source_id)
) with (fillfactor = 60);

-- the endings that a batch changes, by the hour of the entry (docs/decisions/0071)
create table ending_line (
  account_id int not null,
  hours int[] not null,
  source_ids int[] not null,
  supplier_ids int[] not null,
  codes int[] not null,
  rules text[] not null,
  respondents int[] not null
);
create index ending_line_by_account on ending_line (account_id);

-- grain: 1 an hour of a source and supplier, 2 a day (UTC) and 4 a block of 28 days of them, 3 an hour and 5 a day of the account (source and supplier 0); slot: the period since 1970
create table ending_count (
  account_id int not null,
  grain smallint not null,
  slot int not null,
  source_id int not null,
  supplier_id int not null,
  code smallint not null,
  rule text not null,
  respondents int not null,
  primary key (account_id, grain, slot, source_id, supplier_id, code, rule)
) with (fillfactor = 70);

create function ensure_ledger_months(first timestamptz, last timestamptz) returns void language plpgsql security definer set search_path to 'public', 'pg_temp' as $$
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
revoke all on function ensure_ledger_months(timestamptz, timestamptz) from public;
grant execute on function ensure_ledger_months(timestamptz, timestamptz) to desk_system;

-- a statement of a batch can say that the batch must give way, so that the commit can travel with it
create function give_way_unless(fits boolean, why text) returns void language plpgsql as $$
       begin
         if fits is not true then raise exception '%', why using errcode = 'serialization_failure'; end if;
       end $$;

-- the rules of one name: a qualification or a sub-quota is one of many
create function rule_family(rule text) returns text language sql immutable as $$ select case when rule like 'qualification: %' then 'qualification' when rule like 'sub-quota: %' then 'sub-quota' else rule end $$;

-- the sweep makes the later months
select ensure_ledger_months(now() - interval '1 month', now() + interval '2 months');

revoke all on feed_reader from desk_app;
