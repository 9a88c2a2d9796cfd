import { sql, type Kysely } from 'kysely'
import { bindToAccount } from './account-rows.ts'

const [HOURS, DAYS, TOTALS] = [1, 2, 3]

/**
 * Where entrants end, by the hour in which they entered (docs/decisions/0071): how many of a source and supplier stand in each state, those refused at the door by
 * rule. A batch appends what it changes, all in one line, and a sweep adds the lines up; sums and lines together are the counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `-- hours: since 1970; suppliers: 0 of respondents without one; rules: empty of whoever no rule refused
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
       -- grain: ${HOURS} an hour of a source and supplier, ${DAYS} a day (UTC) of them, ${TOTALS} an hour of the account (source and supplier 0); slot: the hour or day since 1970
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

       -- the rules of one name: a qualification or a sub-quota is one of many
       create function rule_family(rule text) returns text language sql immutable as
         $$ select case when rule like 'qualification: %' then 'qualification' when rule like 'sub-quota: %' then 'sub-quota' else rule end $$;

       with ended as (
         select r.account_id, floor(extract(epoch from r.entered_at) / 3600)::int as hour, r.source_id, coalesce(r.supplier_id, 0) as supplier_id, r.code,
           coalesce(rule_family(v.rule), '') as rule, count(*)::int as respondents
         from respondent r left join lateral (
           select rule from rule_verdict x where x.account_id = r.account_id and x.rdud = r.rdud and x.refused and r.code in (20, 21, 22) order by place limit 1) v on true
         where not r.is_test group by 1, 2, 3, 4, 5, 6
       )
       insert into ending_count (account_id, grain, slot, source_id, supplier_id, code, rule, respondents)
       select account_id, ${HOURS}, hour, source_id, supplier_id, code, rule, respondents from ended
       union all select account_id, ${DAYS}, hour / 24, source_id, supplier_id, code, rule, sum(respondents) from ended group by 1, 3, 4, 5, 6, 7
       union all select account_id, ${TOTALS}, hour, 0, 0, code, rule, sum(respondents) from ended group by 1, 3, 6, 7;`,
    )
    .execute(db)
  await bindToAccount(db, ['ending_line', 'ending_count'])
}
