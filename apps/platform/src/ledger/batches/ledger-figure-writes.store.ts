import { SCOPES, type RespondentRow, type Scope } from '../facts/ledger-facts.ts'
import type { LoiPointer } from '../facts/loi-median.ts'
import type { QuotaChange } from '../facts/quota-places.ts'
import type { Tally } from '../facts/tally.ts'
import type { Part } from './joint-statement.ts'
import { RowSet } from './row-set.ts'

export interface ScopeTally {
  readonly scope: Scope
  readonly scopeId: number
  readonly tally: Tally
  readonly loi: LoiPointer
}

/** What woke the feed: a source whose figures moved, in an hour whose bucket moved (null: none that a chart shows). */
export interface FeedRow {
  readonly projectId: number
  readonly surveyId: number
  readonly sourceId: number
  readonly hourMs: number | null
}

export interface Figures {
  readonly moved: readonly RespondentRow[]
  readonly scopes: readonly ScopeTally[]
  readonly quotas: readonly QuotaChange[]
  readonly feed: readonly FeedRow[]
}

export const MOVED = new RowSet<RespondentRow>([
  ['rdud', 'uuid', row => row.hex],
  ['place', 'text', row => row.place],
  ['code', 'smallint', row => row.code],
  ['late', 'boolean', row => row.late],
  ['via_server', 'boolean', row => row.viaServer],
  ['place_freed', 'boolean', row => row.placeFreed],
  ['interview_seconds', 'int', row => row.interviewSeconds],
  ['cpi_cents', 'int', row => row.cpiCents],
  ['sell_price_cents', 'int', row => row.sellPriceCents],
  ['ended_at', 'timestamptz', row => row.endedAtMs],
])

export const ROLLUPS = new RowSet<ScopeTally>([
  ['scope', 'smallint', ({ scope }) => scope],
  ['scope_id', 'int', ({ scopeId }) => scopeId],
  ['entrants', 'bigint', ({ tally }) => tally.entrants],
  ['eq_terms', 'bigint', ({ tally }) => tally.columns.eqTerms],
  ['terms', 'bigint', ({ tally }) => tally.columns.terms],
  ['oqs', 'bigint', ({ tally }) => tally.columns.oQs],
  ['sq_terms', 'bigint', ({ tally }) => tally.columns.sqTerms],
  ['abandons', 'bigint', ({ tally }) => tally.columns.abandons],
  ['inflight', 'bigint', ({ tally }) => tally.columns.inflight],
  ['completes', 'bigint', ({ tally }) => tally.columns.completes],
  ['priced_completes', 'bigint', ({ tally }) => tally.pricedCompletes],
  ['expense_cents', 'bigint', ({ tally }) => tally.expenseCents],
  ['revenue_cents', 'bigint', ({ tally }) => tally.revenueCents],
  ['loi_count', 'bigint', ({ loi }) => loi.count],
  ['loi_seconds', 'int', ({ loi }) => loi.seconds],
  ['loi_below', 'bigint', ({ loi }) => loi.below],
  ['loi_at', 'bigint', ({ loi }) => loi.at],
  ['loi_median_seconds', 'float8', ({ loi }) => loi.medianSeconds],
  ['last_start_at', 'timestamptz', ({ tally }) => tally.lastStartAtMs],
  ['last_complete_at', 'timestamptz', ({ tally }) => tally.lastCompleteAtMs],
])

export interface HourRow {
  readonly scope: Scope
  readonly scopeId: number
  readonly hourMs: number
  readonly entrants: number
  readonly live: number
  readonly test: number
}

export const HOURS = new RowSet<HourRow>([
  ['scope', 'smallint', row => row.scope],
  ['scope_id', 'int', row => row.scopeId],
  ['hour', 'timestamptz', row => row.hourMs],
  ['entrants', 'int', row => row.entrants],
  ['completes_live', 'int', row => row.live],
  ['completes_test', 'int', row => row.test],
])

/** Interview lengths are kept by source; those of a survey or a project are the sums over its sources. */
export interface LoiRow {
  readonly sourceId: number
  readonly seconds: number
  readonly interviews: number
}

export const LOIS = new RowSet<LoiRow>([
  ['source_id', 'int', row => row.sourceId],
  ['seconds', 'int', row => row.seconds],
  ['n', 'int', row => row.interviews],
])

const QUOTAS = new RowSet<QuotaChange>([
  ['source_id', 'int', change => change.sourceId],
  ['quota_no', 'int', change => change.quotaNo],
  ['completes', 'int', change => change.completes],
  ['inflight', 'int', change => change.inflight],
])

export const FEED = new RowSet<FeedRow>([
  ['project_id', 'int', row => row.projectId],
  ['survey_id', 'int', row => row.surveyId],
  ['source_id', 'int', row => row.sourceId],
  ['hour', 'timestamptz', row => row.hourMs],
])

const ROLLUP_COLUMNS = `scope, scope_id, entrants, eq_terms, terms, oqs, sq_terms, abandons, inflight, completes, priced_completes, expense_cents, revenue_cents,
  loi_count, loi_seconds, loi_below, loi_at, loi_median_seconds`

/** Who moved, and what a batch adds to every figure. */
export const FIGURE_PARTS: readonly Part[] = [
  // by the row's place, which nobody can have changed under the batch's lock: no index is asked, and no plan can be a bad one
  {
    name: 'moved',
    rows: MOVED,
    sql: from => `update respondent r set code = u.code, late = u.late, via_server = u.via_server, place_freed = u.place_freed, interview_seconds = u.interview_seconds,
        cpi_cents = u.cpi_cents, sell_price_cents = u.sell_price_cents, ended_at = u.ended_at
      from ${from} where r.ctid = u.place::tid and r.account_id = $1::int and r.rdud = u.rdud returning 1`,
  },
  {
    name: 'rolled',
    rows: ROLLUPS,
    sql: from => `insert into rollup as r (account_id, version, ${ROLLUP_COLUMNS}, last_start_at, last_complete_at)
      select $1::int, 1, ${ROLLUP_COLUMNS}, u.last_start_at, u.last_complete_at from ${from}
      on conflict (account_id, scope, scope_id) do update set version = r.version + 1, entrants = r.entrants + excluded.entrants,
        eq_terms = r.eq_terms + excluded.eq_terms, terms = r.terms + excluded.terms, oqs = r.oqs + excluded.oqs, sq_terms = r.sq_terms + excluded.sq_terms,
        abandons = r.abandons + excluded.abandons, inflight = r.inflight + excluded.inflight, completes = r.completes + excluded.completes,
        priced_completes = r.priced_completes + excluded.priced_completes, expense_cents = r.expense_cents + excluded.expense_cents, revenue_cents = r.revenue_cents + excluded.revenue_cents,
        loi_count = excluded.loi_count, loi_seconds = excluded.loi_seconds, loi_below = excluded.loi_below, loi_at = excluded.loi_at, loi_median_seconds = excluded.loi_median_seconds,
        last_start_at = greatest(r.last_start_at, excluded.last_start_at), last_complete_at = greatest(r.last_complete_at, excluded.last_complete_at)`,
  },
  {
    name: 'hours',
    rows: HOURS,
    sql: from => `insert into hour_bucket as h (account_id, scope, scope_id, hour, entrants, completes_live, completes_test)
      select $1::int, scope, scope_id, u.hour, entrants, completes_live, completes_test from ${from}
      on conflict (account_id, scope, scope_id, hour) do update set entrants = h.entrants + excluded.entrants,
        completes_live = h.completes_live + excluded.completes_live, completes_test = h.completes_test + excluded.completes_test`,
  },
  // most lengths have been seen before: changing a row costs less than finding it in the way of a new one
  { name: 'lengths', rows: LOIS, sql: from => `select source_id, seconds, n from ${from}` },
  {
    name: 'seen',
    sql: () => `update loi_bucket b set n = b.n + l.n from lengths l
      where b.account_id = $1::int and b.scope = 3 and b.scope_id = l.source_id and b.seconds = l.seconds returning b.scope_id as source_id, b.seconds`,
  },
  {
    name: 'lois',
    sql: () => `insert into loi_bucket (account_id, scope, scope_id, seconds, n)
      select $1::int, 3, source_id, seconds, n from lengths where (source_id, seconds) not in (select source_id, seconds from seen)`,
  },
  {
    name: 'counted',
    rows: QUOTAS,
    sql: from => `update source_quota q set completes = q.completes + u.completes, inflight = q.inflight + u.inflight
      from ${from} where q.account_id = $1::int and q.source_id = u.source_id and q.quota_no = u.quota_no`,
  },
  {
    name: 'fed',
    rows: FEED,
    sql: from => `insert into change_feed (account_id, kind, project_id, survey_id, source_id, hour)
      select $1::int, 1, project_id, survey_id, source_id, u.hour from ${from} returning 1`,
  },
]

/** What `FIGURE_PARTS` write, a buffer a column; `weight`: how many rows of the ledger they meet. */
export function figureValues({ moved, scopes, quotas, feed }: Figures): { values: Buffer[]; weight: number } {
  const hours: HourRow[] = []
  const lois: LoiRow[] = []
  for (const { scope, scopeId, tally } of scopes) {
    for (const [hourMs, { entrants, completesLive, completesTest }] of tally.hours) {
      if (entrants !== 0 || completesLive !== 0 || completesTest !== 0)
        hours.push({ scope, scopeId, hourMs, entrants, live: completesLive, test: completesTest })
    }
    if (scope === SCOPES.source)
      for (const [seconds, interviews] of tally.loi) lois.push({ sourceId: scopeId, seconds, interviews })
  }
  const values = [
    ...MOVED.values(moved),
    ...ROLLUPS.values(scopes),
    ...HOURS.values(hours),
    ...LOIS.values(lois),
    ...QUOTAS.values(quotas),
    ...FEED.values(feed),
  ]
  return { values, weight: moved.length + lois.length }
}
