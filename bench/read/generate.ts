import type { Study } from '@desk/platform/ledger/testing/study'
import type { BenchDatabase } from '../desk/database.ts'

const FILL_TIMEOUT_MS = 240_000
const DAYS = 14
const LONGEST_INTERVIEW_SECONDS = 1_200

/**
 * Fills the ledger with so many lines of one account, spread over these studies' sources and the last 14 days, and with
 * the rollups, hour buckets and interview lengths that the platform would have stored for them. Two lines a respondent:
 * in, and back.
 */
export async function fillLedger(
  { asOwner }: BenchDatabase,
  accountId: number,
  studies: readonly Study[],
  lines: number,
): Promise<void> {
  const sourceIds = studies.flatMap(study => study.sourceIds)
  await asOwner(`
    set statement_timeout = ${FILL_TIMEOUT_MS};
    set maintenance_work_mem = '512MB';
    set work_mem = '256MB';
    set synchronous_commit = off;
    begin;
    -- what is emptied in the transaction that fills it needs no log
    truncate respondent_event;
    drop index respondent_event_by_rdud;
    ${linesSql(accountId, sourceIds, Math.floor(lines / 2))}
    create index respondent_event_by_rdud on respondent_event (account_id, rdud);
    commit;
    ${ROLLUPS_SQL}
    analyze;`)
}

/** Three in eight complete, the others are turned away in the survey, or abandon it. */
function linesSql(accountId: number, sourceIds: readonly number[], respondents: number): string {
  const isComplete = 'step = 1 and outcome = 30'
  return `
    insert into respondent_event (account_id, at, position, rdud, source_id, from_code, to_code, changed, is_test, interview_seconds, cpi_cents)
    select ${accountId}, entered_at + step * interview_seconds * interval '1 second', 2 * respondent + step, lpad(to_hex(respondent), 32, '0')::uuid, source_id,
      case when step = 1 then 11 end, case when step = 0 then 11 else outcome end, true, false,
      case when ${isComplete} then interview_seconds end, case when ${isComplete} then 250 end
    from (
      select respondent, (array[${sourceIds.join(', ')}])[1 + respondent % ${sourceIds.length}] as source_id,
        (array[30, 31, 30, 32, 31, 30, 33, 40])[1 + respondent / ${sourceIds.length} % 8] as outcome,
        120 + respondent::bigint * 7919 % ${LONGEST_INTERVIEW_SECONDS - 120} as interview_seconds,
        now() - interval '${DAYS} days' + (respondent % ${DAYS * 86_400 - LONGEST_INTERVIEW_SECONDS}) * interval '1 second' as entered_at
      from generate_series(0, ${respondents} - 1) as respondent
    ) as respondents cross join generate_series(0, 1) as step;`
}

const SCOPES = `cross join lateral (values (1::smallint, s.project_id), (2::smallint, s.survey_id), (3::smallint, s.source_id)) as v(scope, scope_id)`

/** Folds the ledger into the figures, scope by scope, as the platform keeps them. */
const ROLLUPS_SQL = `
  create temp table by_hour as
    select account_id, source_id, date_trunc('hour', at) as hour, from_code, to_code, count(*) as n, count(*) filter (where cpi_cents > 0) as priced, coalesce(sum(cpi_cents), 0) as cents
    from respondent_event group by 1, 2, 3, 4, 5;
  insert into rollup (account_id, scope, scope_id, version, entrants, code_31, code_32, code_33, code_40, code_11, code_30, priced_completes, expense_cents, last_start_at, last_complete_at)
    select account_id, v.scope, v.scope_id, 1, coalesce(sum(n) filter (where from_code is null), 0), coalesce(sum(n) filter (where to_code = 31), 0),
      coalesce(sum(n) filter (where to_code = 32), 0), coalesce(sum(n) filter (where to_code = 33), 0), coalesce(sum(n) filter (where to_code = 40), 0),
      coalesce(sum(n) filter (where from_code is null), 0) - coalesce(sum(n) filter (where from_code is not null), 0),
      coalesce(sum(n) filter (where to_code = 30), 0), sum(priced), sum(cents), max(hour), max(hour) filter (where to_code = 30)
    from by_hour join source s using (account_id, source_id) ${SCOPES} group by 1, 2, 3;
  insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live)
    select account_id, v.scope, v.scope_id, hour, coalesce(sum(n) filter (where from_code is null), 0), coalesce(sum(n) filter (where to_code = 30), 0)
    from by_hour join source s using (account_id, source_id) ${SCOPES} group by 1, 2, 3, 4;
  create temp table by_length as
    select account_id, source_id, interview_seconds as seconds, count(*) as n from respondent_event where to_code = 30 group by 1, 2, 3;
  insert into loi_bucket (account_id, scope, scope_id, seconds, n)
    select account_id, v.scope, v.scope_id, seconds, sum(n) from by_length join source s using (account_id, source_id) ${SCOPES} group by 1, 2, 3, 4;
  update rollup r set loi_count = m.total, loi_seconds = m.seconds, loi_below = m.below, loi_at = m.n,
      loi_median_seconds = case when m.total % 2 = 1 or m.total / 2 < m.below + m.n then m.seconds else (m.seconds + m.above) / 2.0 end
    from (
      select account_id, scope, scope_id, seconds, n, sum(n) over upwards - n as below, sum(n) over (partition by account_id, scope, scope_id) as total, lead(seconds) over upwards as above
      from loi_bucket window upwards as (partition by account_id, scope, scope_id order by seconds)
    ) m
    where r.account_id = m.account_id and r.scope = m.scope and r.scope_id = m.scope_id and m.below < (m.total + 1) / 2 and (m.total + 1) / 2 <= m.below + m.n;`

/** The figures of some sources counted again from the ledger, as they would be without rollups. */
export function recountSql(sourceIds: readonly number[]): string {
  return `
    select source_id as "sourceId", count(*) filter (where from_code is null)::int as entrants, count(*) filter (where to_code = 31)::int as terms, count(*) filter (where to_code = 30)::int as completes,
      sum(cpi_cents)::int as "expenseCents", percentile_cont(0.5) within group (order by interview_seconds) as "loiMedianSeconds"
    from respondent_event where source_id = any('{${sourceIds.join(', ')}}') group by source_id order by source_id`
}
