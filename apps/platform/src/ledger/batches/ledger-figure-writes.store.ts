import type { EndingCount, SupplierCounts } from './batch-tallies.ts'
import type { AddressSeen, SupplierArrivals } from '../door/crowds.ts'
import { crowdParts } from './crowds.store.ts'
import { unlessEmpty, type FilledPart, type Part } from './joint-statement.ts'
import { SCOPES, type RespondentRow, type Scope } from '../facts/ledger-facts.ts'
import type { LoiPointer } from '../facts/loi-median.ts'
import type { QuotaChange } from '../facts/quota-places.ts'
import { binaryArray, RowSet, type Column } from './row-set.ts'
import { CODES, type Tally } from '../facts/tally.ts'

export interface ScopeTally {
  readonly scope: Scope
  readonly scopeId: number
  readonly tally: Tally
  readonly loi: LoiPointer
}

/**
 * The cause that woke the feed: a source whose figures moved, in an hour whose bucket moved (null: none that a chart
 * shows).
 */
export interface FeedRow {
  readonly projectId: number
  readonly surveyId: number
  readonly sourceId: number
  readonly hourMs: number | null
  /** New completes, as a PostgreSQL array; null: none, or another row of the source has them. */
  readonly completes: string | null
}

export interface Figures {
  readonly suppliers: readonly SupplierCounts[]
  readonly endings: readonly EndingCount[]
  readonly moved: readonly RespondentRow[]
  readonly scopes: readonly ScopeTally[]
  readonly quotas: readonly QuotaChange[]
  readonly feed: readonly FeedRow[]
  readonly arrivals: readonly SupplierArrivals[]
  readonly addresses: readonly AddressSeen[]
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
  ['entrants', 'int', ({ tally }) => tally.entrants],
  ...CODES.map(
    code => [`code_${code}`, 'int', ({ tally }: ScopeTally) => tally.byCode[code]] satisfies Column<ScopeTally>,
  ),
  ['priced_completes', 'int', ({ tally }) => tally.pricedCompletes],
  ['expense_cents', 'bigint', ({ tally }) => tally.expenseCents],
  ['revenue_cents', 'bigint', ({ tally }) => tally.revenueCents],
  ['priced_revenue_cents', 'bigint', ({ tally }) => tally.pricedRevenueCents],
  ['loi_count', 'bigint', ({ loi }) => loi.count],
  ['loi_seconds', 'int', ({ loi }) => loi.seconds],
  ['loi_below', 'bigint', ({ loi }) => loi.below],
  ['loi_at', 'bigint', ({ loi }) => loi.at],
  ['loi_median_seconds', 'float8', ({ loi }) => loi.medianSeconds],
  ['last_start_at', 'timestamptz', ({ tally }) => tally.lastStartAtMs],
  ['last_complete_at', 'timestamptz', ({ tally }) => tally.lastCompleteAtMs],
])

export const SUPPLIERS = new RowSet<SupplierCounts>([
  ['source_id', 'int', ({ sourceId }) => sourceId],
  ['supplier_id', 'int', ({ supplierId }) => supplierId],
  ['entrants', 'int', ({ counts }) => counts.entrants],
  ...CODES.map(
    code =>
      [`code_${code}`, 'int', ({ counts }: SupplierCounts) => counts.byCode[code]] satisfies Column<SupplierCounts>,
  ),
  ['priced_completes', 'int', ({ counts }) => counts.pricedCompletes],
  ['expense_cents', 'bigint', ({ counts }) => counts.expenseCents],
  ['revenue_cents', 'bigint', ({ counts }) => counts.revenueCents],
  ['priced_revenue_cents', 'bigint', ({ counts }) => counts.pricedRevenueCents],
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

/** Interview lengths are stored by source; a survey or a project sums them over its sources. */
export interface LengthRow {
  readonly sourceId: number
  readonly seconds: number
  readonly interviews: number
}

/** All lengths of a batch are one line. */
export const LENGTHS = {
  width: 3,
  names: 'source_ids, seconds, interviews',
  from: (first: number) =>
    `(select $${first}::int[] as source_ids, $${first + 1}::int[] as seconds, $${first + 2}::int[] as interviews) u`,
  values: (rows: readonly LengthRow[]): Buffer[] =>
    (['sourceId', 'seconds', 'interviews'] as const).map(name =>
      binaryArray(
        'int',
        rows.map(row => row[name]),
      ),
    ),
}

/** All that a batch changes of where entrants end is one line. */
const ENDINGS = {
  width: 6,
  names: 'hours, source_ids, supplier_ids, codes, rules, respondents',
  from: (first: number) =>
    `(select $${first}::int[] as hours, $${first + 1}::int[] as source_ids, $${first + 2}::int[] as supplier_ids, $${first + 3}::int[] as codes,
      $${first + 4}::text[] as rules, $${first + 5}::int[] as respondents) u`,
  values: (rows: readonly EndingCount[]): Buffer[] => [
    ...(['hour', 'sourceId', 'supplierId', 'code'] as const).map(name =>
      binaryArray(
        'int',
        rows.map(row => row[name]),
      ),
    ),
    binaryArray(
      'text',
      rows.map(({ rule }) => rule),
    ),
    binaryArray(
      'int',
      rows.map(({ respondents }) => respondents),
    ),
  ],
}

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
  ['completes', 'uuid[]', row => row.completes],
])

/** The additions to a rollup of any scope. */
const ADDED = [
  'entrants',
  ...CODES.map(code => `code_${code}`),
  'priced_completes',
  'expense_cents',
  'revenue_cents',
  'priced_revenue_cents',
]
const LOI = ['loi_count', 'loi_seconds', 'loi_below', 'loi_at', 'loi_median_seconds']
const added = (to: string, names: readonly string[] = ADDED): string =>
  names.map(name => `${name} = ${to}.${name} + u.${name}`).join(', ')

/** Changed respondents, by the row's ctid, which cannot change under the batch's lock: no index is read, and no plan can be bad. */
export const MOVED_PART: Part = {
  name: 'moved',
  rows: MOVED,
  sql: from => `update respondent r set code = u.code, late = u.late, via_server = u.via_server, place_freed = u.place_freed, interview_seconds = u.interview_seconds,
      cpi_cents = u.cpi_cents, sell_price_cents = u.sell_price_cents, ended_at = u.ended_at
    from ${from} where r.ctid = u.place::tid and r.account_id = $1::int and r.rdud = u.rdud returning 1`,
}
// the batch has locked them, so that they are there
const ROLLUPS_PART: Part = {
  name: 'rolled',
  rows: ROLLUPS,
  sql: from => `update rollup r set version = r.version + 1, ${added('r')}, ${LOI.map(name => `${name} = u.${name}`).join(', ')},
      last_start_at = greatest(r.last_start_at, u.last_start_at), last_complete_at = greatest(r.last_complete_at, u.last_complete_at)
    from ${from} where r.account_id = $1::int and r.scope = u.scope and r.scope_id = u.scope_id`,
}
// most of these are there as well: changing a row costs less than finding it in the way of a new one
const SUPPLIERS_PART: Part = { name: 'by_supplier', rows: SUPPLIERS, sql: from => `select * from ${from}` }
const SUPPLIED_PARTS: readonly Part[] = [
  {
    name: 'supplied',
    sql: () => `update supplier_rollup s set ${added('s')} from by_supplier u
      where s.account_id = $1::int and s.source_id = u.source_id and s.supplier_id = u.supplier_id returning s.source_id, s.supplier_id`,
  },
  {
    name: 'first_supplied',
    sql: () => `insert into supplier_rollup (account_id, ${SUPPLIERS.names}) select $1::int, ${SUPPLIERS.names}
      from by_supplier where (source_id, supplier_id) not in (select source_id, supplier_id from supplied)`,
  },
]
const HOURS_PART: Part = { name: 'by_hour', rows: HOURS, sql: from => `select * from ${from}` }
const HOUR_PARTS: readonly Part[] = [
  {
    name: 'hours',
    sql: () => `update hour_bucket h set ${added('h', ['entrants', 'completes_live', 'completes_test'])} from by_hour u
      where h.account_id = $1::int and h.scope = u.scope and h.scope_id = u.scope_id and h.hour = u.hour returning h.scope, h.scope_id, h.hour`,
  },
  {
    name: 'first_hours',
    sql: () => `insert into hour_bucket (account_id, ${HOURS.names}) select $1::int, ${HOURS.names}
      from by_hour where (scope, scope_id, hour) not in (select scope, scope_id, hour from hours)`,
  },
]
const LENGTHS_PART: Part = {
  name: 'lengths',
  rows: LENGTHS,
  sql: from => `insert into loi_line (account_id, ${LENGTHS.names}) select $1::int, ${LENGTHS.names} from ${from}`,
}
const ENDINGS_PART: Part = {
  name: 'endings',
  rows: ENDINGS,
  sql: from => `insert into ending_line (account_id, ${ENDINGS.names}) select $1::int, ${ENDINGS.names} from ${from}`,
}
const QUOTAS_PART: Part = {
  name: 'counted',
  rows: QUOTAS,
  sql: from => `update source_quota q set completes = q.completes + u.completes, inflight = q.inflight + u.inflight
    from ${from} where q.account_id = $1::int and q.source_id = u.source_id and q.quota_no = u.quota_no`,
}
const FEED_PART: Part = {
  name: 'fed',
  rows: FEED,
  sql: from => `insert into change_feed (account_id, kind, project_id, survey_id, source_id, hour, completes)
    select $1::int, 1, project_id, survey_id, source_id, u.hour, u.completes from ${from} returning 1`,
}

/** The changed respondents, and the additions to every figure; `weight`: how many rows of the ledger they meet. */
export function figureParts({ moved, scopes, suppliers, endings, quotas, feed, arrivals, addresses }: Figures): {
  parts: FilledPart[]
  weight: number
} {
  const hours: HourRow[] = []
  const lengths: LengthRow[] = []
  for (const { scope, scopeId, tally } of scopes) {
    for (const [hourMs, { entrants, completesLive, completesTest }] of tally.hours) {
      if (entrants !== 0 || completesLive !== 0 || completesTest !== 0)
        hours.push({ scope, scopeId, hourMs, entrants, live: completesLive, test: completesTest })
    }
    if (scope === SCOPES.source)
      for (const [seconds, interviews] of tally.loi) lengths.push({ sourceId: scopeId, seconds, interviews })
  }
  const parts: FilledPart[] = [
    // these two are asked for by what follows the parts
    { part: MOVED_PART, values: MOVED.values(moved) },
    { part: FEED_PART, values: FEED.values(feed) },
    { part: ROLLUPS_PART, values: ROLLUPS.values(scopes) },
    { part: SUPPLIERS_PART, values: SUPPLIERS.values(suppliers) },
    ...SUPPLIED_PARTS.map(part => ({ part, values: [] })),
    { part: HOURS_PART, values: HOURS.values(hours) },
    ...HOUR_PARTS.map(part => ({ part, values: [] })),
    ...unlessEmpty(LENGTHS_PART, LENGTHS, lengths),
    ...unlessEmpty(ENDINGS_PART, ENDINGS, endings),
    ...unlessEmpty(QUOTAS_PART, QUOTAS, quotas),
    ...crowdParts(arrivals, addresses),
  ]
  return { parts, weight: moved.length + lengths.length }
}
