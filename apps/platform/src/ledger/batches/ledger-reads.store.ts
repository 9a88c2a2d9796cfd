import type { RespondentCode } from '@desk/schema/respondents/state'
import type { StatusCode } from '@desk/schema/statuses/status'
import type { Tx } from '#kernel/db/tx'
import { readConditions } from '@desk/schema/respondents/conditions'
import { GrowingStatement } from './growing-statement.ts'
import {
  rollupKey,
  supplierKey,
  type HeldOut,
  type LengthSpread,
  type QuotaFacts,
  type RespondentRow,
  type RollupFacts,
  type Scope,
  type SourceState,
} from '../facts/ledger-facts.ts'
import { binaryArray } from './row-set.ts'

// Every row is looked up by its own key, in a lateral that the planner cannot turn around (offset 0).
//
// A rollup row is the lock of its scope: a transaction that changes a respondent, a bucket or a quota counter holds it. All take them in the order project, survey, source, each by id, so that there is no deadlock. The statement's snapshot is older than a lock that it had to wait for; `seen` is the version in the snapshot, and if it differs from the locked one, everything must be read again.
const WANTED = `
  back as materialized (
    select r.* from unnest($2::uuid[]) as u(rdud)
    cross join lateral (select ctid as place, * from respondent where account_id = $1 and rdud = u.rdud offset 0) r
  ), known as materialized (
    select r.* from unnest($3::int[], $4::text[]) as u(source_id, rid)
    cross join lateral (select ctid as place, * from respondent where account_id = $1 and source_id = u.source_id and rid = u.rid offset 0) r
  ), sourced as materialized (
    select s.*
    from (select source_id from back union select source_id from unnest($3::int[]) as u(source_id)) named
    cross join lateral (
      select source_id, survey_id, project_id, status, target, supply_price_cents, out_of_field_at
      from source where account_id = $1 and source_id = named.source_id offset 0
    ) s
  ), wanted as materialized (
    select distinct v.scope, v.scope_id
    from sourced s cross join lateral (values (1::smallint, s.project_id), (2::smallint, s.survey_id), (3::smallint, s.source_id)) as v(scope, scope_id)
    order by v.scope, v.scope_id
  )`

const RESPONDENT_COLUMNS = `
  rdud, source_id, supplier_id, rid, is_test, quota_no, place_freed, round(date_part('epoch', in_survey_at) * 1000), round(date_part('epoch', abandon_at) * 1000),
  code, late, via_server, interview_seconds, cpi_cents, sell_price_cents, round(date_part('epoch', ended_at) * 1000), place::text, hold_out`

// the first row's first column has the rollups, the sources, their quotas and the account's number of edits; each of the other rows is a respondent
const LOCK_AND_READ = new GrowingStatement(
  'ledger_lock_and_read',
  `with ${WANTED}, locked as materialized (
    select w.scope, w.scope_id, r.*, (select version from rollup s where s.account_id = $1 and s.scope = w.scope and s.scope_id = w.scope_id) as seen
    from wanted w cross join lateral (
      select version, entrants, completes, inflight, loi_count, loi_seconds, loi_below, loi_at, loi_median_seconds
      from rollup where account_id = $1 and scope = w.scope and scope_id = w.scope_id for update
    ) r
  )
  select json_build_array(
    (select json_agg(json_build_array(scope, scope_id, version, seen, entrants, completes, inflight, loi_count, loi_seconds, loi_below, loi_at, loi_median_seconds)) from locked),
    (select count(*) from wanted),
    (select json_agg(json_build_array(s.source_id, s.survey_id, s.project_id, s.status, y.status, p.status, s.target, y.target, s.supply_price_cents,
        coalesce(y.sell_price_cents, p.sell_price_cents), extract(epoch from least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at)) * 1000,
        coalesce((select completes_live from hour_bucket h where h.account_id = $1 and h.scope = 3 and h.scope_id = s.source_id and h.hour = to_timestamp($5::float8 / 1000)), 0),
        case when $6::boolean then (select json_build_array(l.lengths, l.ln_median, l.ln_mad) from length_spread l where l.account_id = $1 and l.source_id = s.source_id) end))
      from sourced s
      cross join lateral (select status, target, sell_price_cents, out_of_field_at from survey where account_id = $1 and survey_id = s.survey_id offset 0) y
      cross join lateral (select status, sell_price_cents, out_of_field_at from project where account_id = $1 and project_id = s.project_id offset 0) p),
    (select json_agg(json_build_array(s.source_id, q.quota_no, q.name, q.conditions, q.target, q.completes, q.inflight) order by q.quota_no)
      from sourced s cross join lateral (select * from source_quota where account_id = $1 and source_id = s.source_id offset 0) q),
    coalesce((select version from door_version where account_id = $1), 0)
  ), null::uuid, null::int, null::int, null::text, null::boolean, null::int, null::boolean, null::float8, null::float8,
    null::smallint, null::boolean, null::boolean, null::int, null::int, null::int, null::float8, null::text, null::text
  union all select null, ${RESPONDENT_COLUMNS} from back
  union all select null, ${RESPONDENT_COLUMNS} from known`,
)

const MAKE_ROLLUPS = new GrowingStatement(
  'ledger_make_rollups',
  `with ${WANTED} insert into rollup (account_id, scope, scope_id) select $1, scope, scope_id from wanted on conflict do nothing`,
)

type RollupTuple = [
  scope: Scope,
  scopeId: number,
  version: number,
  seen: number | null,
  entrants: number,
  completes: number,
  inflight: number,
  loiCount: number,
  loiSeconds: number | null,
  loiBelow: number,
  loiAt: number,
  loiMedianSeconds: number | null,
]
type SourceTuple = [
  sourceId: number,
  surveyId: number,
  projectId: number,
  status: StatusCode,
  surveyStatus: StatusCode,
  projectStatus: StatusCode,
  target: number,
  surveyTarget: number,
  supplyPriceCents: number | null,
  sellPriceCents: number | null,
  outOfFieldAtMs: number | null,
  completesThisHour: number,
  spread: [lengths: number, lnMedian: number, lnMad: number] | null,
]
type QuotaTuple = [
  sourceId: number,
  quotaNo: number,
  name: string,
  conditions: unknown,
  target: number,
  completes: number,
  inflight: number,
]
type HeadTuple = [
  head: [
    rollups: RollupTuple[] | null,
    wanted: number,
    sources: SourceTuple[] | null,
    quotas: QuotaTuple[] | null,
    doorVersion: number,
  ],
  ...noRespondent: null[],
]
type RespondentTuple = [
  null,
  string,
  number,
  number | null,
  string,
  boolean,
  number | null,
  boolean,
  number | null,
  number | null,
  RespondentCode,
  boolean,
  boolean,
  number | null,
  number | null,
  number | null,
  number | null,
  string,
  HeldOut | null,
]

function respondentRow(tuple: RespondentTuple): RespondentRow {
  return {
    hex: tuple[1].replaceAll('-', ''),
    place: tuple[17],
    sourceId: tuple[2],
    supplierId: tuple[3],
    rid: tuple[4],
    isTest: tuple[5],
    quotaNo: tuple[6],
    placeFreed: tuple[7],
    inSurveyAtMs: tuple[8],
    abandonAtMs: tuple[9],
    code: tuple[10],
    late: tuple[11],
    viaServer: tuple[12],
    interviewSeconds: tuple[13],
    cpiCents: tuple[14],
    sellPriceCents: tuple[15],
    endedAtMs: tuple[16],
    heldOut: tuple[18],
  }
}

function rollupFacts([
  scope,
  scopeId,
  version,
  ,
  entrants,
  completes,
  inflight,
  count,
  seconds,
  below,
  at,
  medianSeconds,
]: RollupTuple): RollupFacts {
  return { scope, scopeId, version, entrants, completes, inflight, loi: { count, seconds, below, at, medianSeconds } }
}

function sourceState(tuple: SourceTuple): SourceState {
  const [
    sourceId,
    surveyId,
    projectId,
    status,
    surveyStatus,
    projectStatus,
    target,
    surveyTarget,
    supplyPriceCents,
    sellPriceCents,
    outOfFieldAtMs,
    completesThisHour,
  ] = tuple
  return {
    sourceId,
    surveyId,
    projectId,
    status,
    surveyStatus,
    projectStatus,
    target,
    surveyTarget,
    supplyPriceCents,
    sellPriceCents,
    outOfFieldAtMs,
    completesThisHour,
  }
}

function quotasBySource(tuples: readonly QuotaTuple[]): Map<number, QuotaFacts[]> {
  const quotas = new Map<number, QuotaFacts[]>()
  for (const [sourceId, quotaNo, name, conditions, target, completes, inflight] of tuples) {
    const own = quotas.get(sourceId) ?? []
    quotas.set(sourceId, own)
    own.push({ quotaNo, name, conditions: readConditions(conditions), target, completes, inflight })
  }
  return quotas
}

function spreadsBySource(tuples: readonly SourceTuple[]): Map<number, LengthSpread> {
  const spreads = new Map<number, LengthSpread>()
  for (const tuple of tuples) {
    const [sourceId] = tuple
    const spread = tuple[12]
    if (spread === null) continue
    const [lengths, lnMedian, lnMad] = spread
    spreads.set(sourceId, { lengths, lnMedian, lnMad })
  }
  return spreads
}

export interface LockedState {
  /** The account's number of edits to the cached setups (study-setups.ts). */
  readonly doorVersion: number
  readonly rollups: ReadonlyMap<string, RollupFacts>
  readonly sources: readonly SourceState[]
  /** By source; none where it has none. */
  readonly quotas: ReadonlyMap<number, readonly QuotaFacts[]>
  readonly respondents: readonly RespondentRow[]
  /** Of the sources whose lengths were measured; null: not asked for. */
  readonly spreads: ReadonlyMap<number, LengthSpread> | null
  /** No rollup row was missing: whatever was sent after the locks was read under them. */
  readonly atOnce: boolean
}

const RESPONDENTS = new GrowingStatement(
  'ledger_respondents',
  `select null, ${RESPONDENT_COLUMNS} from (
     select r.* from unnest($2::uuid[]) as u(rdud)
     cross join lateral (select ctid as place, * from respondent where account_id = $1 and rdud = u.rdud offset 0) r
   ) back`,
)

/**
 * The respondents of these ids; the transaction holds the rollup rows of their sources, so that no other one changes
 * them.
 */
export async function readRespondents(
  tx: Tx,
  accountId: number,
  hexes: readonly string[],
): Promise<readonly RespondentRow[]> {
  const rows = await RESPONDENTS.rows<RespondentTuple>(tx, [accountId, binaryArray('uuid', hexes)], hexes.length)
  return rows.map(respondentRow)
}

/** No respondent has it. */
const NO_RID = ''

/**
 * Locks the rollup rows of every source, survey and project that a batch touches, and gives them with the sources, their quotas
 * and the respondents: those of these ids, and those that these entrants match.
 * @param sourceIds further sources that are touched
 * @param also.spreads how the interview lengths of the sources spread is read too
 */
export async function lockAndRead(
  tx: Tx,
  accountId: number,
  hexes: readonly string[],
  entrants: readonly { sourceId: number; rid: string }[],
  sourceIds: readonly number[],
  hourMs: number,
  also: { readonly spreads: boolean },
): Promise<LockedState> {
  const keys = [
    accountId,
    binaryArray('uuid', hexes),
    binaryArray('int', [...entrants.map(({ sourceId }) => sourceId), ...sourceIds]),
    binaryArray('text', [...entrants.map(({ rid }) => rid), ...sourceIds.map(() => NO_RID)]),
  ]
  const values = [...keys, hourMs, also.spreads]
  for (let atOnce = true; ;) {
    const [head, ...respondents] = await LOCK_AND_READ.rows<HeadTuple | RespondentTuple>(
      tx,
      values,
      hexes.length + entrants.length,
    )
    // the union's first row, and all the others
    const [[locked, wanted, sources, quotas, doorVersion]] = head as HeadTuple
    const rollups = locked ?? []
    if (rollups.length < wanted) {
      atOnce = false
      await MAKE_ROLLUPS.rows(tx, keys, 0)
    } else if (rollups.every(([, , version, seen]) => version === seen)) {
      return {
        doorVersion,
        rollups: new Map(rollups.map(rollup => [rollupKey(rollup[0], rollup[1]), rollupFacts(rollup)])),
        sources: (sources ?? []).map(sourceState),
        quotas: quotasBySource(quotas ?? []),
        respondents: (respondents as RespondentTuple[]).map(respondentRow),
        spreads: also.spreads ? spreadsBySource(sources ?? []) : null,
        atOnce,
      }
    }
  }
}

export interface SupplierOfSource {
  readonly sourceId: number
  readonly supplierId: number
}

const SUPPLIER_COMPLETES = new GrowingStatement(
  'ledger_supplier_completes',
  `select u.source_id, u.supplier_id, (s.code_30 + s.code_51)::int from unnest($2::int[], $3::int[]) as u(source_id, supplier_id)
   cross join lateral (select code_30, code_51 from supplier_rollup where account_id = $1 and source_id = u.source_id and supplier_id = u.supplier_id offset 0) s`,
)

/** Reads the completes of suppliers within sources whose rollups the transaction holds, by `supplierKey`; a supplier without respondents is left out. */
export async function readSupplierCompletes(
  tx: Tx,
  accountId: number,
  suppliers: readonly SupplierOfSource[],
): Promise<Map<string, number>> {
  if (suppliers.length === 0) return new Map()
  const values = [
    accountId,
    binaryArray(
      'int',
      suppliers.map(({ sourceId }) => sourceId),
    ),
    binaryArray(
      'int',
      suppliers.map(({ supplierId }) => supplierId),
    ),
  ]
  const rows = await SUPPLIER_COMPLETES.rows<[number, number, number]>(tx, values, suppliers.length)
  return new Map(rows.map(([sourceId, supplierId, completes]) => [supplierKey(sourceId, supplierId), completes]))
}
