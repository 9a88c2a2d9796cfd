import type { Tx } from '../db/tx.ts'
import type { LedgerEvent, LedgerLines, QuotaChange } from './batch-fold.ts'
import { GrowingStatement } from './growing-statement.ts'
import { SCOPES, type RespondentRow, type Scope } from './ledger-facts.ts'
import type { LoiPointer } from './loi-median.ts'
import { RowSet } from './row-set.ts'
import type { Tally } from './tally.ts'

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

type FreshRespondent = LedgerLines['fresh'][number]

const FRESH = new RowSet<FreshRespondent>([
  ['rdud', 'uuid', ({ row }) => row.hex],
  ['source_id', 'int', ({ row }) => row.sourceId],
  ['survey_id', 'int', ({ arrival }) => arrival.surveyId],
  ['project_id', 'int', ({ arrival }) => arrival.projectId],
  ['supplier_id', 'int', ({ row }) => row.supplierId],
  ['rid', 'text', ({ row }) => row.rid],
  ['code', 'smallint', ({ row }) => row.code],
  ['is_test', 'boolean', ({ row }) => row.isTest],
  ['late', 'boolean', ({ row }) => row.late],
  ['via_server', 'boolean', ({ row }) => row.viaServer],
  ['quota_no', 'int', ({ row }) => row.quotaNo],
  ['loi_stated_seconds', 'int', ({ arrival }) => arrival.loiStatedSeconds],
  ['interview_seconds', 'int', ({ row }) => row.interviewSeconds],
  ['cpi_cents', 'int', ({ row }) => row.cpiCents],
  ['sell_price_cents', 'int', ({ row }) => row.sellPriceCents],
  ['entered_at', 'timestamptz', ({ arrival }) => arrival.enteredAtMs],
  ['in_survey_at', 'timestamptz', ({ row }) => row.inSurveyAtMs],
  ['abandon_at', 'timestamptz', ({ row }) => row.abandonAtMs],
  ['ended_at', 'timestamptz', ({ row }) => row.endedAtMs],
  ['address', 'text', ({ arrival }) => arrival.address],
  ['fingerprint', 'text', ({ arrival }) => arrival.fingerprint],
])

const MOVED = new RowSet<RespondentRow>([
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

/** Those who fall due together, as a PostgreSQL array. */
interface DueGroup {
  readonly abandonAtMs: number
  readonly respondents: string
}

const DUE = new RowSet<DueGroup>([
  ['abandon_at', 'timestamptz', group => group.abandonAtMs],
  ['respondents', 'text', group => `{${group.respondents}}`],
])

const DUE_TOGETHER_MS = 1_000

/** One line of the queue of abandons for all who fall due within the same second, when the last of them does; those whose place is given back earlier stand in two. */
function dueGroups(fresh: readonly FreshRespondent[]): DueGroup[] {
  const groups = new Map<number, { abandonAtMs: number; respondents: string }>()
  const add = (hex: string, atMs: number): void => {
    const second = Math.floor(atMs / DUE_TOGETHER_MS)
    const group = groups.get(second)
    if (group === undefined) groups.set(second, { abandonAtMs: atMs, respondents: hex })
    else {
      group.abandonAtMs = Math.max(group.abandonAtMs, atMs)
      group.respondents += `,${hex}`
    }
  }
  for (const { row, arrival } of fresh) {
    if (row.abandonAtMs === null || row.code !== 11) continue
    add(row.hex, row.abandonAtMs)
    if (arrival.placeUntilMs !== null) add(row.hex, arrival.placeUntilMs)
  }
  return [...groups.values()]
}

const EVENTS = new RowSet<LedgerEvent>([
  ['at', 'timestamptz', ({ atMs }) => atMs],
  ['rdud', 'uuid', ({ hex }) => hex],
  ['source_id', 'int', ({ sourceId }) => sourceId],
  ['from_code', 'smallint', ({ from }) => from],
  ['to_code', 'smallint', ({ to }) => to],
  ['changed', 'boolean', ({ changed }) => changed],
  ['is_test', 'boolean', ({ isTest }) => isTest],
  ['interview_seconds', 'int', ({ interviewSeconds }) => interviewSeconds],
  ['cpi_cents', 'int', ({ cpiCents }) => cpiCents],
  ['sell_price_cents', 'int', ({ sellPriceCents }) => sellPriceCents],
  ['detail', 'text', ({ detail }) => (detail === null ? null : JSON.stringify(detail))],
])

const ROLLUPS = new RowSet<ScopeTally>([
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

interface HourRow {
  readonly scope: Scope
  readonly scopeId: number
  readonly hourMs: number
  readonly entrants: number
  readonly live: number
  readonly test: number
}

const HOURS = new RowSet<HourRow>([
  ['scope', 'smallint', row => row.scope],
  ['scope_id', 'int', row => row.scopeId],
  ['hour', 'timestamptz', row => row.hourMs],
  ['entrants', 'int', row => row.entrants],
  ['completes_live', 'int', row => row.live],
  ['completes_test', 'int', row => row.test],
])

/** Interview lengths are kept by source; those of a survey or a project are the sums over its sources. */
interface LoiRow {
  readonly sourceId: number
  readonly seconds: number
  readonly interviews: number
}

const LOIS = new RowSet<LoiRow>([
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

const FEED = new RowSet<FeedRow>([
  ['project_id', 'int', row => row.projectId],
  ['survey_id', 'int', row => row.surveyId],
  ['source_id', 'int', row => row.sourceId],
  ['hour', 'timestamptz', row => row.hourMs],
])

const RESPONDENT_COLUMNS = `rdud, source_id, survey_id, project_id, supplier_id, rid, code, is_test, late, via_server, quota_no, loi_stated_seconds,
  interview_seconds, cpi_cents, sell_price_cents`

const ROLLUP_COLUMNS = `scope, scope_id, entrants, eq_terms, terms, oqs, sq_terms, abandons, inflight, completes, expense_cents, revenue_cents,
  loi_count, loi_seconds, loi_below, loi_at, loi_median_seconds`

interface Part {
  readonly name: string
  readonly rows?: { readonly width: number; from(first: number): string }
  sql(from: string): string
}

const LINE_PARTS: readonly Part[] = [
  {
    name: 'fresh',
    rows: FRESH,
    sql: from => `insert into respondent (account_id, ${RESPONDENT_COLUMNS}, entered_at, in_survey_at, abandon_at, ended_at, address, fingerprint)
      select $1::int, ${RESPONDENT_COLUMNS}, u.entered_at, u.in_survey_at, u.abandon_at, u.ended_at, u.address::inet, u.fingerprint
      from ${from}`,
  },
  {
    name: 'due',
    rows: DUE,
    sql: from => `insert into abandon_due (account_id, abandon_at, respondents) select $1::int, u.abandon_at, u.respondents::uuid[] from ${from}`,
  },
  {
    name: 'logged',
    rows: EVENTS,
    sql: from => `insert into respondent_event (account_id, at, rdud, source_id, from_code, to_code, changed, is_test, interview_seconds, cpi_cents, sell_price_cents, detail)
      select $1::int, u.at, rdud, source_id, from_code, to_code, changed, is_test, interview_seconds, cpi_cents, sell_price_cents, u.detail::jsonb from ${from}`,
  },
]

const FIGURE_PARTS: readonly Part[] = [
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
        expense_cents = r.expense_cents + excluded.expense_cents, revenue_cents = r.revenue_cents + excluded.revenue_cents, loi_count = excluded.loi_count, loi_seconds = excluded.loi_seconds,
        loi_below = excluded.loi_below, loi_at = excluded.loi_at, loi_median_seconds = excluded.loi_median_seconds,
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

/** The account and the number of those who moved come first. */
const FIRST_PARAMETER = 3

/** Statements that change several tables at once, so that a batch makes few round trips whatever it holds. */
function together(parts: readonly Part[], select: string): string {
  let parameter = FIRST_PARAMETER
  const withs = parts.map(({ name, rows, sql }) => {
    const part = `${name} as (${sql(rows?.from(parameter) ?? '')})`
    parameter += rows?.width ?? 0
    return part
  })
  return `with ${withs.join(',\n')}\n${select}`
}

// where somebody changed a respondent without the lock, the batch is done again on what is there now
const WAKE = `select give_way_unless((select count(*) from moved) = $2::int, 'A respondent was changed without the lock of its source')::text,
  case when exists (select from fed) then pg_notify('desk_changes', ($1::int)::text)::text end`

const WRITE_LINES = new GrowingStatement('ledger_write_lines', together(LINE_PARTS, 'select $2::int'))
const WRITE_FIGURES = new GrowingStatement('ledger_write_figures', together(FIGURE_PARTS, WAKE))
const WRITE_BOTH = new GrowingStatement('ledger_write_both', together([...LINE_PARTS, ...FIGURE_PARTS], WAKE))

function lineValues({ fresh, events }: LedgerLines): Buffer[] {
  return [...FRESH.values(fresh), ...DUE.values(dueGroups(fresh)), ...EVENTS.values(events)]
}

/** Writes lines of the ledger, and who came with them. The batch holds the rollup rows' locks. */
export async function writeLines(tx: Tx, accountId: number, lines: LedgerLines): Promise<void> {
  await WRITE_LINES.rows(tx, [accountId, 0, ...lineValues(lines)], lines.events.length)
}

/**
 * Writes who moved and what a batch adds up to, and wakes the feed. The batch holds the rollup rows' locks.
 * @param lines those that are still to be written, with the same statement
 * @throws SerializationConflict when one of those who moved is not as they were read
 */
export async function writeFigures(tx: Tx, accountId: number, { moved, scopes, quotas, feed }: Figures, lines: LedgerLines | null): Promise<void> {
  const hours: HourRow[] = []
  const lois: LoiRow[] = []
  for (const { scope, scopeId, tally } of scopes) {
    for (const [hourMs, { entrants, completesLive, completesTest }] of tally.hours) {
      if (entrants !== 0 || completesLive !== 0 || completesTest !== 0) hours.push({ scope, scopeId, hourMs, entrants, live: completesLive, test: completesTest })
    }
    if (scope === SCOPES.source) for (const [seconds, interviews] of tally.loi) lois.push({ sourceId: scopeId, seconds, interviews })
  }
  const values = [...MOVED.values(moved), ...ROLLUPS.values(scopes), ...HOURS.values(hours), ...LOIS.values(lois), ...QUOTAS.values(quotas), ...FEED.values(feed)]
  const weight = moved.length + lois.length
  if (lines) await WRITE_BOTH.rows(tx, [accountId, moved.length, ...lineValues(lines), ...values], weight + lines.events.length)
  else await WRITE_FIGURES.rows(tx, [accountId, moved.length, ...values], weight)
}
