import { inEveryGrain, unfoldedEndings } from '../batches/ending-counts.store.ts'

// by the hour of the entry, in the state of the last change; the entry of a refused one names the rule. It reads `folded`, the respondents' last changes
const ENDED = `
  ended as materialized (
    select f.account_id, floor(extract(epoch from e.at) / 3600)::int as hour, f.source_id, coalesce(r.supplier_id, 0) as supplier_id, f.code,
      case when f.code in (20, 21, 22) then coalesce(rule_family(e.detail ->> 'rule'), '') else '' end as rule, count(*)::int as respondents
    from folded f join respondent_event e on e.account_id = f.account_id and e.rdud = f.rdud and e.from_code is null
      join respondent r on r.account_id = f.account_id and r.rdud = f.rdud
    where not f.is_test group by 1, 2, 3, 4, 5, 6
  ), by_grain as materialized (
    select account_id, grain, slot, source_id, supplier_id, code, rule, sum(respondents)::int as respondents from (${inEveryGrain('ended')}) g group by 1, 2, 3, 4, 5, 6, 7
  )`

const STORED = `
  stored as materialized (
    select account_id, grain, slot, source_id, supplier_id, code, rule, sum(respondents)::int as respondents from (
      select account_id, grain, slot, source_id, supplier_id, code, rule, respondents from ending_count
      union all ${inEveryGrain(`(select t.account_id, l.* from ${unfoldedEndings('ending_line')}) u`)}
    ) parts group by 1, 2, 3, 4, 5, 6, 7
  )`

/** Finds counts of where entrants end that differ from the ledger. @param folded the expressions that give the respondents' last changes */
export const endingDrifts = (folded: string): string => `with ${folded}, ${ENDED}, ${STORED}
  select account_id, 'ending' as place, (array['hour', 'day', 'total', 'block', 'day total'])[grain] || ' ' || slot || ' source ' || source_id || ' supplier ' || supplier_id || ' code ' || code || ' ' || rule as what,
    coalesce(s.respondents, 0)::text as stored, coalesce(e.respondents, 0)::text as ledger
  from stored s full join by_grain e using (account_id, grain, slot, source_id, supplier_id, code, rule)
  where coalesce(s.respondents, 0) <> coalesce(e.respondents, 0)`

/** Counts them all again. */
export const endingRepairs = (folded: string): readonly string[] => [
  'delete from ending_line',
  'delete from ending_count',
  `with ${folded}, ${ENDED} insert into ending_count (account_id, grain, slot, source_id, supplier_id, code, rule, respondents)
   select account_id, grain, slot, source_id, supplier_id, code, rule, respondents from by_grain`,
]
