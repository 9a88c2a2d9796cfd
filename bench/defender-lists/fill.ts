import { inEveryGrain } from '@desk/platform/ledger/batches/ending-counts.store'
import type { BenchDatabase } from '../desk/database.ts'

const FILL_TIMEOUT_MS = 480_000

interface Filled {
  readonly respondents: number
  readonly days: number
  readonly endMs: number
  readonly marks: number
}

/**
 * Fills one account with respondents spread evenly over the last days: one in ten is refused as a duplicate device, one
 * in twenty for a country, the others come back. Two lines of the ledger each, ids by the time of the entry, as the
 * platform makes them, and the counts that batches and sweep would have stored.
 */
export async function fillRespondents(
  { asOwner }: BenchDatabase,
  {
    accountId,
    sourceIds,
    supplierId,
  }: { readonly accountId: number; readonly sourceIds: readonly number[]; readonly supplierId: number },
  { respondents, days, endMs, marks }: Filled,
): Promise<void> {
  const stepMs = (days * 86_400_000) / respondents
  await asOwner(`
    set statement_timeout = ${FILL_TIMEOUT_MS};
    set maintenance_work_mem = '512MB';
    set work_mem = '256MB';
    set synchronous_commit = off;
    begin;
    truncate respondent, respondent_event, rule_verdict;
    drop index respondent_by_rid, respondent_by_fingerprint, respondent_by_address, respondent_event_by_rdud;
    create temp table made on commit drop as
      select n, (lpad(to_hex(floor(ms)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 19))::uuid as rdud, to_timestamp(ms / 1000) as at,
        (array[${sourceIds.join(', ')}])[1 + n % ${sourceIds.length}] as source_id,
        case when n % 10 = 3 then 20 when n % 20 = 7 then 20 else (array[30, 31, 32, 33, 40])[1 + n % 5] end as code
      from (select n, ${endMs - days * 86_400_000}::float8 + n * ${stepMs}::float8 as ms from generate_series(0, ${respondents} - 1) n) g;
    insert into respondent (account_id, rdud, source_id, survey_id, project_id, supplier_id, rid, code, loi_stated_seconds, entered_at, in_survey_at, ended_at, address, fingerprint)
      select ${accountId}, m.rdud, m.source_id, s.survey_id, s.project_id, ${supplierId}, 'rid-' || n, code, 600, at, case when code = 20 then null else at end, at + interval '9 minutes',
        '10.0.0.0'::inet + (n::bigint * 7919 % 60000), case when n % 10 = 3 then 'device-' || n % 1000 else 'device-' || n end
      from made m join source s on s.account_id = ${accountId} and s.source_id = m.source_id;
    insert into respondent_event (account_id, at, position, rdud, source_id, from_code, to_code, changed, is_test)
      select ${accountId}, at + step * interval '9 minutes', 2 * n::bigint + step, rdud, source_id, case when step = 1 then 11 end, case when step = 0 and code <> 20 then 11 else code end, true, false
      from made cross join generate_series(0, 1) step;
    insert into rule_verdict (account_id, rdud, place, source_id, at, rule, refused, threshold, value)
      select ${accountId}, rdud, 1, source_id, at, case when n % 10 = 3 then 'duplicate_fingerprint' else 'country' end, true, '1 in 24 h', '2 others' from made where code = 20;
    create unique index respondent_by_rid on respondent (account_id, rid, source_id);
    create index respondent_by_fingerprint on respondent (account_id, fingerprint, entered_at) where fingerprint is not null;
    create index respondent_by_address on respondent (account_id, address, entered_at) where address is not null;
    create index respondent_event_by_rdud on respondent_event (account_id, rdud);
    insert into ending_count (account_id, grain, slot, source_id, supplier_id, code, rule, respondents)
      with ended as (
        select ${accountId} as account_id, floor(extract(epoch from at) / 3600)::int as hour, source_id, ${supplierId} as supplier_id, code, case when code <> 20 then '' when n % 10 = 3 then 'duplicate_fingerprint' else 'country' end as rule, count(*)::int as respondents
        from made group by 1, 2, 3, 4, 5, 6)
      select account_id, grain, slot, source_id, supplier_id, code, rule, sum(respondents) from (${inEveryGrain('ended')}) g group by 1, 2, 3, 4, 5, 6, 7;
    insert into mark_list values (${accountId}, ${marks}, 1);
    insert into listed_mark (account_id, list, kind, value, note, added_by, added_at)
      select ${accountId}, 'block', 'fingerprint', 'farm-' || n, '', 1, now() from generate_series(1, ${marks}) n;
    commit;
    analyze;`)
}

/** The overview without stored counts: every respondent of the time, and the verdict that decided. */
export const PEER_SQL = `
  select r.source_id, r.supplier_id, r.code, date_trunc('hour', r.entered_at) as hour, v.rule, count(*)
  from respondent r left join rule_verdict v on v.account_id = r.account_id and v.rdud = r.rdud and v.refused and v.place = 1
  where r.account_id = $1 and r.entered_at >= $2 and not r.is_test group by 1, 2, 3, 4, 5`
