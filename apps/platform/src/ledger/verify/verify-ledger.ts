import { FIGURE_COLUMNS } from '@desk/schema/columns/figure-columns'
import { COUNT_COLUMNS as COLUMNS_OF_STATES } from '@desk/schema/respondents/state'
import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'
import { CODES } from '../facts/tally.ts'
import { endingDrifts, endingRepairs } from './verify-endings.ts'

/** A stored figure that differs from the ledger. */
export interface Drift {
  readonly accountId: number
  readonly where:
    | 'respondent'
    | 'rollup'
    | 'supplier'
    | 'identity'
    | 'hour'
    | 'loi'
    | 'quota'
    | 'abandon'
    | 'verdict'
    | 'sum'
    | 'door'
    | 'ending'
  /** Such as `source 3001 completes`. */
  readonly what: string
  readonly stored: string
  readonly ledger: string
}

/** As many as anyone reads. */
const MAX_DRIFTS = 1_000
const TIMEOUT_MS = 600_000

// a respondent's last change is its state; a complete's prices are in the event that made it one
const FOLDED = `
  freed as materialized (
    select distinct account_id, rdud from respondent_event where not changed and detail ->> 'rule' = 'sub_quota_place'
  ), held as materialized (
    select account_id, rdud, detail ->> 'heldOut' as hold_out from respondent_event where from_code is null and detail ? 'heldOut'
  ), folded as materialized (
    select distinct on (e.account_id, e.rdud) e.account_id, e.rdud, e.source_id, s.survey_id, s.project_id, e.to_code as code, e.is_test,
      e.interview_seconds, e.cpi_cents, e.sell_price_cents,
      -- what an undo restores counts in the hour in which it had counted
      coalesce(to_timestamp((e.detail ->> 'endedAtMs')::float8 / 1000), e.at) as at, p.rdud is not null as place_freed, h.hold_out
    from respondent_event e join source s on s.account_id = e.account_id and s.source_id = e.source_id
      left join freed p on p.account_id = e.account_id and p.rdud = e.rdud
      left join held h on h.account_id = e.account_id and h.rdud = e.rdud
    where e.changed order by e.account_id, e.rdud, e.position desc
  ), entered as materialized (
    select e.account_id, s.source_id, s.survey_id, s.project_id, e.is_test, e.at, e.to_code
    from respondent_event e join source s on s.account_id = e.account_id and s.source_id = e.source_id where e.from_code is null
  )`

const SCOPES = `cross join lateral (values (1::smallint, x.project_id), (2::smallint, x.survey_id), (3::smallint, x.source_id)) as v(scope, scope_id)`
const SCOPE_NAME = `(array['project', 'survey', 'source'])[scope]`
const HOUR = `date_trunc('hour', x.at at time zone 'UTC') at time zone 'UTC'`

/** Respondents by state: one column per state. */
const STANDING = COLUMNS_OF_STATES.map(column => FIGURE_COLUMNS[column].rollup).join(' + ')

const BY_CODE = CODES.map(code => `code_${code}`)
/** Of respondents `x` who are no tests: how many are in each state, and the cost and revenue of the completes. */
const COUNTED = `${CODES.map(code => `count(*) filter (where x.code = ${code}) as code_${code}`).join(', ')},
      count(*) filter (where x.code in (30, 51) and x.cpi_cents > 0) as priced_completes,
      coalesce(sum(x.cpi_cents) filter (where x.code in (30, 51)), 0)::bigint as expense_cents,
      coalesce(sum(x.sell_price_cents) filter (where x.code in (30, 51)), 0)::bigint as revenue_cents,
      coalesce(sum(x.sell_price_cents) filter (where x.code in (30, 51) and x.cpi_cents > 0), 0)::bigint as priced_revenue_cents`
const MONEY = ['priced_completes', 'expense_cents', 'revenue_cents', 'priced_revenue_cents']
const ADDED = ['entrants', ...BY_CODE, ...MONEY]

const COUNTS = `
  counted as materialized (
    select x.account_id, v.scope, v.scope_id, ${COUNTED},
      count(interview_seconds) filter (where code in (30, 51)) as loi_count,
      round((percentile_cont(0.5) within group (order by interview_seconds) filter (where code in (30, 51)))::numeric, 1) as loi_median_seconds
    from folded x ${SCOPES} where not is_test group by 1, 2, 3
  ), came as materialized (
    select x.account_id, v.scope, v.scope_id, count(*) as entrants from entered x ${SCOPES} where not is_test group by 1, 2, 3
  ), truth as materialized (
    select account_id, scope, scope_id, ${[...ADDED, 'loi_count'].map(name => `coalesce(${name}, 0) as ${name}`).join(', ')}, loi_median_seconds
    from counted full join came using (account_id, scope, scope_id)
  )`

const COUNT_COLUMNS = [...ADDED, 'loi_count', 'loi_median_seconds']

const SUPPLIERS = `
  supplied as materialized (
    select x.account_id, x.source_id, coalesce(r.supplier_id, 0) as supplier_id, count(*) as entrants, ${COUNTED}
    from folded x join respondent r on r.account_id = x.account_id and r.rdud = x.rdud where not x.is_test group by 1, 2, 3
  )`

/** The stored histogram: the buckets, and the lines that no sweep has added to them yet. */
const STORED_LENGTHS = `
  stored as materialized (
    select account_id, scope, scope_id, seconds, sum(n)::int as n from (
      select account_id, scope, scope_id, seconds, n from loi_bucket where scope = 3
      union all
      select t.account_id, 3, l.* from loi_line t cross join lateral unnest(t.source_ids, t.seconds, t.interviews) as l(source_id, seconds, n)
    ) both_parts group by 1, 2, 3, 4
  )`

// of an entry, the first rule that refused has decided; no rule refused an admitted one
const VERDICTS = `
  decided as materialized (
    select e.account_id, e.rdud, e.source_id, e.at, e.detail ->> 'rule' as rule, e.detail ->> 'threshold' as threshold, e.detail ->> 'value' as value, v.rule as stored
    from respondent_event e left join lateral (
      select rule from rule_verdict where account_id = e.account_id and rdud = e.rdud and refused and not at_return order by place limit 1) v on true
    where e.from_code is null and e.detail ->> 'rule' is distinct from v.rule
  )`

// the settings by which the door judges, and their last stored version
const DOOR = `
  parts as materialized (
    select account_id, 1 as scope, project_id as scope_id from project
    union all select account_id, 2, survey_id from survey
    union all select account_id, 3, source_id from source
    union all select account_id, 4, supplier_id from supplier
    union all select account_id, 5, account_id from account_defender
  ), unkept as materialized (
    select p.*, present.config, kept.version from parts p
    cross join lateral (select door_config_of(p.account_id, p.scope, p.scope_id) as config) present
    left join lateral (
      select version, config from door_config where account_id = p.account_id and scope = p.scope and scope_id = p.scope_id order by version desc limit 1) kept on true
    where present.config is distinct from kept.config
  )`

const LOIS = `
  lengths as materialized (
    select x.account_id, v.scope, v.scope_id, x.interview_seconds as seconds, count(*)::int as n
    from folded x ${SCOPES} where not is_test and code in (30, 51) and interview_seconds is not null group by 1, 2, 3, 4
  )`

const HOURS = `
  hours as materialized (
    select account_id, scope, scope_id, hour, sum(entrants)::int as entrants, sum(live)::int as completes_live, sum(test)::int as completes_test from (
      select x.account_id, v.scope, v.scope_id, ${HOUR} as hour, 1 as entrants, 0 as live, 0 as test from entered x ${SCOPES} where not is_test
      union all
      select x.account_id, v.scope, v.scope_id, ${HOUR}, 0, (not is_test)::int, is_test::int from folded x ${SCOPES} where code in (30, 51)
    ) parts group by 1, 2, 3, 4
  )`

const QUOTAS = `
  places as materialized (
    select f.account_id, f.source_id, r.quota_no, count(*) filter (where f.code in (30, 51))::int as completes, count(*) filter (where f.code in (10, 11) and not f.place_freed)::int as inflight
    from folded f join respondent r on r.account_id = f.account_id and r.rdud = f.rdud where r.quota_no is not null and not f.is_test group by 1, 2, 3
  )`

/**
 * The columns of a respondent's row that repeat the ledger; the length of an interview is there for completes alone.
 */
const ROW_FIGURES = [
  ['code', 'f.code'],
  ['cpi_cents', 'f.cpi_cents'],
  ['sell_price_cents', 'f.sell_price_cents'],
  ['place_freed', 'f.place_freed'],
  ['hold_out', 'f.hold_out'],
  ['interview_seconds', 'case when f.code in (30, 51) then f.interview_seconds else r.interview_seconds end'],
] as const

const QUEUED = `
  unqueued as materialized (
    select r.account_id, r.rdud, r.abandon_at from respondent r
    left join (select account_id, abandon_at, unnest(respondents) as rdud from abandon_due) q on q.account_id = r.account_id and q.rdud = r.rdud and q.abandon_at >= r.abandon_at
    where r.code in (10, 11) and r.abandon_at is not null and q.rdud is null
  )`

/**
 * The sums of the lines up to `ledger_folded` for hours, quarters of days and days, by supplier and states, of
 * sources and of the whole account (source 0).
 */
const SUMS = `
  lines as materialized (
    select e.account_id, e.source_id, e.at, coalesce(r.supplier_id, 0) as supplier_id, coalesce(e.from_code, 0) as from_code, e.to_code
    from respondent_event e
      join ledger_folded f on f.account_id = e.account_id and f.source_id = e.source_id and e.position <= f.position
      left join respondent r on r.account_id = e.account_id and r.rdud = e.rdud
    where e.changed and not e.is_test
  ), summed_of_sources as materialized (
    select account_id, source_id, grain, date_bin(length, at, '1970-01-01 00:00:00Z') as starts_at, supplier_id, from_code, to_code, count(*) as respondents
    from lines cross join (values ('hour', interval '1 hour'), ('quarter', interval '6 hours'), ('day', interval '24 hours')) as g(grain, length) group by 1, 2, 3, 4, 5, 6, 7
  ), summed as materialized (
    select * from summed_of_sources
    union all
    select account_id, 0, grain, starts_at, supplier_id, from_code, to_code, sum(respondents) from summed_of_sources group by 1, 3, 4, 5, 6, 7
  ), sums as materialized (
    select account_id, source_id, grain, starts_at, supplier_id, from_code, to_code, sum(respondents) as respondents from ledger_sum group by 1, 2, 3, 4, 5, 6, 7
  )`

const DRIFTS: readonly string[] = [
  // the respondents' present rows
  `with ${FOLDED}
   select coalesce(f.account_id, r.account_id) as account_id, 'respondent' as place, 'respondent ' || coalesce(f.rdud, r.rdud) || ' ' || c.name as what, c.stored, c.ledger
   from folded f full join respondent r on r.account_id = f.account_id and r.rdud = f.rdud
   cross join lateral (values ${ROW_FIGURES.map(([name, ledger]) => `('${name}', (r.${name})::text, (${ledger})::text)`).join(', ')}) as c(name, stored, ledger) where c.stored is distinct from c.ledger`,
  // the rollups, column by column
  `with ${FOLDED}, ${COUNTS}
   select account_id, 'rollup' as place, ${SCOPE_NAME} || ' ' || scope_id || ' ' || c.name as what, c.stored::text as stored, c.ledger::text as ledger
   from rollup r full join truth t using (account_id, scope, scope_id)
   cross join lateral (values ${COUNT_COLUMNS.map(name => `('${name}', r.${name}::numeric, t.${name}::numeric)`).join(', ')}) as c(name, stored, ledger)
   where case when c.name = 'loi_median_seconds' then c.stored is distinct from c.ledger else coalesce(c.stored, 0) <> coalesce(c.ledger, 0) end`,
  // the same of each supplier within a source
  `with ${FOLDED}, ${SUPPLIERS}
   select account_id, 'supplier' as place, 'source ' || source_id || ' supplier ' || supplier_id || ' ' || c.name as what, c.stored::text as stored, c.ledger::text as ledger
   from supplier_rollup r full join supplied t using (account_id, source_id, supplier_id)
   cross join lateral (values ${ADDED.map(name => `('${name}', coalesce(r.${name}, 0)::numeric, coalesce(t.${name}, 0)::numeric)`).join(', ')}) as c(name, stored, ledger)
   where c.stored <> c.ledger`,
  // the medians' pointers
  `with ${FOLDED}, ${LOIS}, below as (
     select r.account_id, r.scope, r.scope_id, r.loi_seconds, r.loi_below, r.loi_at, r.loi_count,
       coalesce(sum(l.n) filter (where l.seconds < r.loi_seconds), 0) as true_below, coalesce(sum(l.n) filter (where l.seconds = r.loi_seconds), 0) as true_at
     from rollup r left join lengths l using (account_id, scope, scope_id) group by r.account_id, r.scope, r.scope_id)
   select account_id, 'loi' as place, ${SCOPE_NAME} || ' ' || scope_id || ' pointer' as what,
     coalesce(loi_seconds::text, 'none') || ': ' || loi_below || ' below, ' || loi_at || ' at' as stored, true_below || ' below, ' || true_at || ' at' as ledger
   from below where loi_below <> true_below or loi_at <> true_at or (loi_count > 0 and not (loi_below < (loi_count + 1) / 2 and (loi_count + 1) / 2 <= loi_below + loi_at))`,
  // the identity of domain.md §3
  `select account_id, 'identity' as place, ${SCOPE_NAME} || ' ' || scope_id || ' entrants' as what, entrants::text as stored,
     (${STANDING})::text as ledger
   from rollup where entrants <> ${STANDING}`,
  `with ${FOLDED}, ${HOURS}
   select account_id, 'hour' as place, ${SCOPE_NAME} || ' ' || scope_id || ' ' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24"Z"') || ' ' || c.name as what, c.stored::text as stored, c.ledger::text as ledger
   from hour_bucket b full join hours t using (account_id, scope, scope_id, hour)
   cross join lateral (values ('entrants', coalesce(b.entrants, 0), coalesce(t.entrants, 0)), ('completes_live', coalesce(b.completes_live, 0), coalesce(t.completes_live, 0)),
     ('completes_test', coalesce(b.completes_test, 0), coalesce(t.completes_test, 0))) as c(name, stored, ledger) where c.stored <> c.ledger`,
  `with ${FOLDED}, ${LOIS}, ${STORED_LENGTHS}
   select account_id, 'loi' as place, ${SCOPE_NAME} || ' ' || scope_id || ' ' || seconds || ' s' as what, coalesce(b.n, 0)::text as stored, coalesce(t.n, 0)::text as ledger
   from stored b full join (select * from lengths where scope = 3) t using (account_id, scope, scope_id, seconds)
   where coalesce(b.n, 0) <> coalesce(t.n, 0)`,
  `with ${FOLDED}, ${QUOTAS}
   select account_id, 'quota' as place, 'source ' || source_id || ' quota ' || quota_no || ' ' || c.name as what, c.stored::text as stored, c.ledger::text as ledger
   -- whoever came by a quota that was taken out since is in no counter any more
   from source_quota q left join places t using (account_id, source_id, quota_no)
   cross join lateral (values ('completes', coalesce(q.completes, 0), coalesce(t.completes, 0)), ('inflight', coalesce(q.inflight, 0), coalesce(t.inflight, 0))) as c(name, stored, ledger)
   where c.stored <> c.ledger`,
  // every respondent in progress is due to become an abandon
  `with ${QUEUED} select account_id, 'abandon' as place, 'respondent ' || rdud as what, 'not queued' as stored, 'in progress' as ledger from unqueued`,
  `with ${VERDICTS} select account_id, 'verdict' as place, 'respondent ' || rdud as what, stored, rule as ledger from decided`,
  `with ${SUMS}
   select account_id, 'sum' as place, case source_id when 0 then 'account' else 'source ' || source_id end || ' ' || grain || ' ' || to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24"Z"') || ' ' || from_code || ' to ' || to_code as what,
     coalesce(b.respondents, 0)::text as stored, coalesce(t.respondents, 0)::text as ledger
   from sums b full join summed t using (account_id, source_id, grain, starts_at, supplier_id, from_code, to_code) where coalesce(b.respondents, 0) <> coalesce(t.respondents, 0) order by 3`,
  // not in the ledger: recomputed from the tables of the setups
  `with ${DOOR} select account_id, 'door' as place, (array['project', 'survey', 'source', 'supplier', 'account'])[scope] || ' ' || scope_id as what,
     coalesce('version ' || version, 'none') as stored, 'another one' as ledger from unkept`,
  endingDrifts(FOLDED),
]

interface StoredDrift {
  readonly account_id: number
  readonly place: Drift['where']
  readonly what: string
  readonly stored: string | null
  readonly ledger: string | null
}

async function findDrifts(tx: Tx): Promise<Drift[]> {
  const drifts: Drift[] = []
  for (const statement of DRIFTS) {
    const { rows } = await tx.client.query<StoredDrift>({ text: `${statement} limit ${MAX_DRIFTS}` })
    drifts.push(
      ...rows.map(({ account_id: accountId, place, what, stored, ledger }) => ({
        accountId,
        where: place,
        what,
        stored: stored ?? 'none',
        ledger: ledger ?? 'none',
      })),
    )
  }
  return drifts.slice(0, MAX_DRIFTS)
}

/**
 * Recomputes respondents, rollups, those of suppliers, hour and interview-length buckets, medians and quota counters
 * from the ledger's events, and checks the identity, the queue of abandons, the verdicts and the stored versions of
 * the door's settings, all in one snapshot (domain.md §3).
 * @returns the differences, at most 1,000; empty when all is right
 */
export function verifyLedger(database: DeskDatabase): Promise<Drift[]> {
  return database.readAsSystem(findDrifts, { timeoutMs: TIMEOUT_MS })
}

/** Statements that overwrite stored figures from the ledger; traffic waits until they end. */
const REPAIRS: readonly string[] = [
  `lock table rollup, supplier_rollup, hour_bucket, loi_bucket, loi_line, respondent, rule_verdict, source_quota, abandon_due, door_config, ledger_sum, ledger_folded, ending_line, ending_count in share row exclusive mode`,
  `with ${FOLDED} update respondent r set ${ROW_FIGURES.map(([name, ledger]) => `${name} = ${ledger}`).join(', ')} from folded f
   where f.account_id = r.account_id and f.rdud = r.rdud and (${ROW_FIGURES.map(([name, ledger]) => `r.${name} is distinct from ${ledger}`).join(' or ')})`,
  `with ${QUEUED} insert into abandon_due (account_id, abandon_at, respondents) select account_id, abandon_at, array[rdud] from unqueued`,
  `delete from loi_line`,
  `delete from loi_bucket`,
  `with ${FOLDED}, ${LOIS} insert into loi_bucket (account_id, scope, scope_id, seconds, n) select account_id, scope, scope_id, seconds, n from lengths where scope = 3`,
  `delete from supplier_rollup`,
  `with ${FOLDED}, ${SUPPLIERS} insert into supplier_rollup (account_id, source_id, supplier_id, ${ADDED.join(', ')})
   select account_id, source_id, supplier_id, ${ADDED.join(', ')} from supplied`,
  // the other rules that spoke against them are unknown
  `with ${VERDICTS} delete from rule_verdict v using decided d where v.account_id = d.account_id and v.rdud = d.rdud and v.refused and not v.at_return`,
  `with ${VERDICTS} insert into rule_verdict (account_id, rdud, place, source_id, at, rule, refused, threshold, value)
   select account_id, rdud, 0, source_id, at, rule, true, coalesce(threshold, ''), coalesce(value, '') from decided where rule is not null`,
  ...endingRepairs(FOLDED),
  `with ${DOOR} select keep_door_config(account_id, scope, scope_id) from unkept`,
  // a sweep adds up all lines again; until then they are read themselves
  `delete from ledger_sum`,
  `delete from ledger_folded`,
  `delete from hour_bucket`,
  `with ${FOLDED}, ${HOURS} insert into hour_bucket (account_id, scope, scope_id, hour, entrants, completes_live, completes_test)
   select account_id, scope, scope_id, hour, entrants, completes_live, completes_test from hours`,
  `with ${FOLDED}, ${QUOTAS} update source_quota q set completes = coalesce(t.completes, 0), inflight = coalesce(t.inflight, 0)
   from source_quota o left join places t using (account_id, source_id, quota_no)
   where o.account_id = q.account_id and o.source_id = q.source_id and o.quota_no = q.quota_no`,
  `with ${FOLDED}, ${COUNTS} insert into rollup (account_id, scope, scope_id) select account_id, scope, scope_id from truth on conflict do nothing`,
  `with ${FOLDED}, ${COUNTS}, ${LOIS}, middles as (
     select t.account_id, t.scope, t.scope_id, t.loi_count, t.loi_median_seconds, m.seconds, m.below, m.n from truth t left join lateral (
       select seconds, n, cumulative - n as below from (select seconds, n, sum(n) over (order by seconds) as cumulative from lengths b
         where b.account_id = t.account_id and b.scope = t.scope and b.scope_id = t.scope_id) c
       where cumulative >= (t.loi_count + 1) / 2 order by seconds limit 1) m on t.loi_count > 0
   )
   update rollup r set version = r.version + 1, ${ADDED.map(name => `${name} = coalesce(t.${name}, 0)`).join(', ')},
     loi_count = coalesce(t.loi_count, 0), loi_median_seconds = t.loi_median_seconds, loi_seconds = m.seconds, loi_below = coalesce(m.below, 0), loi_at = coalesce(m.n, 0)
   from rollup o left join truth t using (account_id, scope, scope_id) left join middles m using (account_id, scope, scope_id)
   where o.account_id = r.account_id and o.scope = r.scope and o.scope_id = r.scope_id`,
  `insert into change_feed (account_id, kind, project_id, survey_id, source_id) select account_id, 1, project_id, survey_id, source_id from source`,
  `select pg_notify('desk_changes', '')`,
]

/** Overwrites everything that verifyLedger compares from the ledger; respondents wait until then. */
export async function repairLedger(database: DeskDatabase): Promise<void> {
  await database.asSystem(
    async tx => {
      for (const statement of REPAIRS) await tx.client.query({ text: statement })
    },
    { timeoutMs: TIMEOUT_MS },
  )
}
