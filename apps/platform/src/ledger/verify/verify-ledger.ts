import type { DeskDatabase } from '#kernel/db/desk-database'
import type { Tx } from '#kernel/db/tx'

/** A stored figure that is not what the ledger says. */
export interface Drift {
  readonly accountId: number
  readonly where: 'respondent' | 'rollup' | 'identity' | 'hour' | 'loi' | 'quota' | 'abandon'
  /** Such as `source 3001 completes`. */
  readonly what: string
  readonly stored: string
  readonly ledger: string
}

/** As many as anyone reads. */
const MAX_DRIFTS = 1_000
const TIMEOUT_MS = 600_000

// every respondent's last change is its state; what a complete carries stands in the event that made it one
const FOLDED = `
  freed as materialized (
    select distinct account_id, rdud from respondent_event where not changed and detail ->> 'rule' = 'sub_quota_place'
  ), folded as materialized (
    select distinct on (e.account_id, e.rdud) e.account_id, e.rdud, e.source_id, s.survey_id, s.project_id, e.to_code as code, e.is_test,
      e.interview_seconds, e.cpi_cents, e.sell_price_cents, e.at, p.rdud is not null as place_freed
    from respondent_event e join source s on s.account_id = e.account_id and s.source_id = e.source_id
      left join freed p on p.account_id = e.account_id and p.rdud = e.rdud
    where e.changed order by e.account_id, e.rdud, e.position desc
  ), entered as materialized (
    select e.account_id, s.source_id, s.survey_id, s.project_id, e.is_test, e.at, e.to_code
    from respondent_event e join source s on s.account_id = e.account_id and s.source_id = e.source_id where e.from_code is null
  )`

const SCOPES = `cross join lateral (values (1::smallint, x.project_id), (2::smallint, x.survey_id), (3::smallint, x.source_id)) as v(scope, scope_id)`
const SCOPE_NAME = `(array['project', 'survey', 'source'])[scope]`
const HOUR = `date_trunc('hour', x.at at time zone 'UTC') at time zone 'UTC'`

const COUNTS = `
  counted as materialized (
    select x.account_id, v.scope, v.scope_id,
      count(*) filter (where code = 20) as eq_terms, count(*) filter (where code in (21, 31)) as terms, count(*) filter (where code in (22, 32)) as oqs,
      count(*) filter (where code in (33, 34, 35, 50)) as sq_terms, count(*) filter (where code = 40) as abandons,
      count(*) filter (where code in (10, 11)) as inflight, count(*) filter (where code in (30, 51)) as completes,
      count(*) filter (where code in (30, 51) and cpi_cents > 0) as priced_completes,
      coalesce(sum(cpi_cents) filter (where code in (30, 51)), 0)::bigint as expense_cents,
      coalesce(sum(sell_price_cents) filter (where code in (30, 51)), 0)::bigint as revenue_cents,
      count(interview_seconds) filter (where code in (30, 51)) as loi_count,
      round((percentile_cont(0.5) within group (order by interview_seconds) filter (where code in (30, 51)))::numeric, 1) as loi_median_seconds
    from folded x ${SCOPES} where not is_test group by 1, 2, 3
  ), came as materialized (
    select x.account_id, v.scope, v.scope_id, count(*) as entrants from entered x ${SCOPES} where not is_test group by 1, 2, 3
  ), truth as materialized (
    select account_id, scope, scope_id, coalesce(entrants, 0) as entrants, coalesce(eq_terms, 0) as eq_terms, coalesce(terms, 0) as terms, coalesce(oqs, 0) as oqs,
      coalesce(sq_terms, 0) as sq_terms, coalesce(abandons, 0) as abandons, coalesce(inflight, 0) as inflight, coalesce(completes, 0) as completes,
      coalesce(priced_completes, 0) as priced_completes, coalesce(expense_cents, 0) as expense_cents, coalesce(revenue_cents, 0) as revenue_cents, coalesce(loi_count, 0) as loi_count, loi_median_seconds
    from counted full join came using (account_id, scope, scope_id)
  )`

const COUNT_COLUMNS = [
  'entrants',
  'eq_terms',
  'terms',
  'oqs',
  'sq_terms',
  'abandons',
  'inflight',
  'completes',
  'priced_completes',
  'expense_cents',
  'revenue_cents',
  'loi_count',
  'loi_median_seconds',
] as const

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

/** What a respondent's row has of the ledger, whose column says so; how long an interview took it says of completes alone. */
const ROW_FIGURES = [
  ['code', 'f.code'],
  ['cpi_cents', 'f.cpi_cents'],
  ['sell_price_cents', 'f.sell_price_cents'],
  ['place_freed', 'f.place_freed'],
  ['interview_seconds', 'case when f.code in (30, 51) then f.interview_seconds else r.interview_seconds end'],
] as const

const QUEUED = `
  unqueued as materialized (
    select r.account_id, r.rdud, r.abandon_at from respondent r
    left join (select account_id, abandon_at, unnest(respondents) as rdud from abandon_due) q on q.account_id = r.account_id and q.rdud = r.rdud and q.abandon_at >= r.abandon_at
    where r.code in (10, 11) and r.abandon_at is not null and q.rdud is null
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
  // where the medians' pointers stand
  `with ${FOLDED}, ${LOIS}, below as (
     select r.account_id, r.scope, r.scope_id, r.loi_seconds, r.loi_below, r.loi_at, r.loi_count,
       coalesce(sum(l.n) filter (where l.seconds < r.loi_seconds), 0) as true_below, coalesce(sum(l.n) filter (where l.seconds = r.loi_seconds), 0) as true_at
     from rollup r left join lengths l using (account_id, scope, scope_id) group by r.account_id, r.scope, r.scope_id)
   select account_id, 'loi' as place, ${SCOPE_NAME} || ' ' || scope_id || ' pointer' as what,
     coalesce(loi_seconds::text, 'none') || ': ' || loi_below || ' below, ' || loi_at || ' at' as stored, true_below || ' below, ' || true_at || ' at' as ledger
   from below where loi_below <> true_below or loi_at <> true_at or (loi_count > 0 and not (loi_below < (loi_count + 1) / 2 and (loi_count + 1) / 2 <= loi_below + loi_at))`,
  // the identity of domain.md §3
  `select account_id, 'identity' as place, ${SCOPE_NAME} || ' ' || scope_id || ' entrants' as what, entrants::text as stored,
     (eq_terms + terms + oqs + sq_terms + abandons + inflight + completes)::text as ledger
   from rollup where entrants <> eq_terms + terms + oqs + sq_terms + abandons + inflight + completes`,
  `with ${FOLDED}, ${HOURS}
   select account_id, 'hour' as place, ${SCOPE_NAME} || ' ' || scope_id || ' ' || to_char(hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24"Z"') || ' ' || c.name as what, c.stored::text as stored, c.ledger::text as ledger
   from hour_bucket b full join hours t using (account_id, scope, scope_id, hour)
   cross join lateral (values ('entrants', coalesce(b.entrants, 0), coalesce(t.entrants, 0)), ('completes_live', coalesce(b.completes_live, 0), coalesce(t.completes_live, 0)),
     ('completes_test', coalesce(b.completes_test, 0), coalesce(t.completes_test, 0))) as c(name, stored, ledger) where c.stored <> c.ledger`,
  `with ${FOLDED}, ${LOIS}
   select account_id, 'loi' as place, ${SCOPE_NAME} || ' ' || scope_id || ' ' || seconds || ' s' as what, coalesce(b.n, 0)::text as stored, coalesce(t.n, 0)::text as ledger
   from (select * from loi_bucket where scope = 3) b full join (select * from lengths where scope = 3) t using (account_id, scope, scope_id, seconds)
   where coalesce(b.n, 0) <> coalesce(t.n, 0)`,
  `with ${FOLDED}, ${QUOTAS}
   select account_id, 'quota' as place, 'source ' || source_id || ' quota ' || quota_no || ' ' || c.name as what, c.stored::text as stored, c.ledger::text as ledger
   -- whoever came by a quota that was taken out since is in no counter any more
   from source_quota q left join places t using (account_id, source_id, quota_no)
   cross join lateral (values ('completes', coalesce(q.completes, 0), coalesce(t.completes, 0)), ('inflight', coalesce(q.inflight, 0), coalesce(t.inflight, 0))) as c(name, stored, ledger)
   where c.stored <> c.ledger`,
  // whoever is in progress will become an abandon one day
  `with ${QUEUED} select account_id, 'abandon' as place, 'respondent ' || rdud as what, 'not queued' as stored, 'in progress' as ledger from unqueued`,
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
 * Recomputes respondents, rollups, hour and interview-length buckets, medians and quota counters from the ledger's events, and
 * checks the identity and the queue of abandons, all in one snapshot (domain.md §3).
 * @returns what differs, at most 1,000; empty when all is right
 */
export function verifyLedger(database: DeskDatabase): Promise<Drift[]> {
  return database.readAsSystem(findDrifts, { timeoutMs: TIMEOUT_MS })
}

const ALL_COLUMNS = COUNT_COLUMNS.filter(name => name !== 'loi_count' && name !== 'loi_median_seconds')

/** Statements that write what the ledger says over what is stored; traffic waits meanwhile. */
const REPAIRS: readonly string[] = [
  `lock table rollup, hour_bucket, loi_bucket, respondent, source_quota, abandon_due in share row exclusive mode`,
  `with ${FOLDED} update respondent r set ${ROW_FIGURES.map(([name, ledger]) => `${name} = ${ledger}`).join(', ')} from folded f
   where f.account_id = r.account_id and f.rdud = r.rdud and (${ROW_FIGURES.map(([name, ledger]) => `r.${name} is distinct from ${ledger}`).join(' or ')})`,
  `with ${QUEUED} insert into abandon_due (account_id, abandon_at, respondents) select account_id, abandon_at, array[rdud] from unqueued`,
  `delete from loi_bucket`,
  `with ${FOLDED}, ${LOIS} insert into loi_bucket (account_id, scope, scope_id, seconds, n) select account_id, scope, scope_id, seconds, n from lengths where scope = 3`,
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
   update rollup r set version = r.version + 1, ${ALL_COLUMNS.map(name => `${name} = coalesce(t.${name}, 0)`).join(', ')},
     loi_count = coalesce(t.loi_count, 0), loi_median_seconds = t.loi_median_seconds, loi_seconds = m.seconds, loi_below = coalesce(m.below, 0), loi_at = coalesce(m.n, 0)
   from rollup o left join truth t using (account_id, scope, scope_id) left join middles m using (account_id, scope, scope_id)
   where o.account_id = r.account_id and o.scope = r.scope and o.scope_id = r.scope_id`,
  `insert into change_feed (account_id, kind, project_id, survey_id, source_id) select account_id, 1, project_id, survey_id, source_id from source`,
  `select pg_notify('desk_changes', '')`,
]

/** Writes what the ledger says over everything that verifyLedger compares; respondents wait until it is done. */
export async function repairLedger(database: DeskDatabase): Promise<void> {
  await database.asSystem(
    async tx => {
      for (const statement of REPAIRS) await tx.client.query({ text: statement })
    },
    { timeoutMs: TIMEOUT_MS },
  )
}
