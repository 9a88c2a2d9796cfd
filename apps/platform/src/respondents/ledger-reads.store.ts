import type { RespondentCode } from '@desk/schema/respondents/state'
import type { StatusCode } from '@desk/schema/statuses/status'
import type { Tx } from '../db/tx.ts'
import { readCondition, readConditions, UNMEETABLE } from './conditions.ts'
import { rollupKey, type DefenderRule, type Duplicates, type RespondentRow, type RollupFacts, type Scope, type SourceFacts, type SupplierFacts } from './ledger-facts.ts'
import type { LoiBucket } from './loi-median.ts'
import type { RedirectUrls } from './redirects.ts'
import { arrayLiteral } from './row-set.ts'

// On the hot path every row is looked up by its own key, in a lateral of its own that the planner cannot turn around: a plan
// made while a table was small must not scan an account's respondents once there are millions.

// The scopes of the sources that a batch names or whose respondents it names. A rollup row is the lock of its scope: whoever
// changes a respondent, a bucket or a quota counter holds it. Everyone takes them in this order, so that nobody waits in a ring.
const WANTED_SCOPES = `
  with named as (
    select r.source_id from unnest($2::uuid[]) as u(rdud)
    cross join lateral (select source_id from respondent where account_id = $1 and rdud = u.rdud limit 1) r
    union
    select source_id from unnest($3::int[]) as u(source_id)
  ), wanted as (
    select distinct v.scope, v.scope_id
    from named cross join lateral (select project_id, survey_id, source_id from source where account_id = $1 and source_id = named.source_id limit 1) s
    cross join lateral (values (1::smallint, s.project_id), (2::smallint, s.survey_id), (3::smallint, s.source_id)) as v(scope, scope_id)
    order by v.scope, v.scope_id
  )`

const LOCK_ROLLUPS = `${WANTED_SCOPES}
  select w.scope, w.scope_id, r.entrants, r.completes, r.inflight, r.loi_count, r.loi_seconds, r.loi_below, r.loi_at, r.loi_median_seconds,
    (select count(*) from wanted) as wanted
  from wanted w cross join lateral (
    select * from rollup where account_id = $1 and scope = w.scope and scope_id = w.scope_id for update
  ) r`

const MAKE_ROLLUPS = `${WANTED_SCOPES}
  insert into rollup (account_id, scope, scope_id) select $1, scope, scope_id from wanted on conflict do nothing`

interface RollupRow {
  scope: Scope
  scope_id: number
  entrants: number
  completes: number
  inflight: number
  loi_count: number
  loi_seconds: number | null
  loi_below: number
  loi_at: number
  loi_median_seconds: number | null
  wanted: number
}

/** Locks the rollup rows of every source, survey and project that a batch touches, and gives them; makes those that are missing. */
export async function lockRollups(tx: Tx, accountId: number, hexes: readonly string[], sourceIds: readonly number[]): Promise<Map<string, RollupFacts>> {
  const values = [accountId, arrayLiteral(hexes), arrayLiteral(sourceIds)]
  const lock = () => tx.client.query<RollupRow>({ name: 'ledger_lock_rollups', text: LOCK_ROLLUPS, values })
  let { rows } = await lock()
  if (rows.length === 0 || rows.length < (rows[0]?.wanted ?? 0)) {
    const made = await tx.client.query({ name: 'ledger_make_rollups', text: MAKE_ROLLUPS, values })
    if ((made.rowCount ?? 0) > 0 || rows.length > 0) rows = (await lock()).rows
  }
  return new Map(
    rows.map(row => [
      rollupKey(row.scope, row.scope_id),
      {
        scope: row.scope,
        scopeId: row.scope_id,
        entrants: row.entrants,
        completes: row.completes,
        inflight: row.inflight,
        loi: { count: row.loi_count, seconds: row.loi_seconds, below: row.loi_below, at: row.loi_at, medianSeconds: row.loi_median_seconds },
      },
    ]),
  )
}

const RESPONDENT_COLUMNS = `
  r.rdud, r.source_id, r.supplier_id, r.rid, r.is_test, r.quota_no, r.loi_stated_seconds,
  (extract(epoch from r.entered_at) * 1000)::float8, (extract(epoch from r.in_survey_at) * 1000)::float8, (extract(epoch from r.abandon_at) * 1000)::float8,
  host(r.address), r.fingerprint, r.code, r.late, r.via_server, r.interview_seconds, r.cpi_cents, (extract(epoch from r.ended_at) * 1000)::float8`

type RespondentTuple = [
  string, number, number | null, string, boolean, number | null, number,
  number, number | null, number | null,
  string | null, string | null, RespondentCode, boolean, boolean, number | null, number | null, number | null,
]

function respondentRow(tuple: RespondentTuple): RespondentRow {
  return {
    hex: tuple[0].replaceAll('-', ''),
    sourceId: tuple[1],
    supplierId: tuple[2],
    rid: tuple[3],
    isTest: tuple[4],
    quotaNo: tuple[5],
    loiStatedSeconds: tuple[6],
    enteredAtMs: tuple[7],
    inSurveyAtMs: tuple[8],
    abandonAtMs: tuple[9],
    address: tuple[10],
    fingerprint: tuple[11],
    code: tuple[12],
    late: tuple[13],
    viaServer: tuple[14],
    interviewSeconds: tuple[15],
    cpiCents: tuple[16],
    endedAtMs: tuple[17],
  }
}

/** The respondents of these ids. */
export async function readRespondents(tx: Tx, accountId: number, hexes: readonly string[]): Promise<RespondentRow[]> {
  if (hexes.length === 0) return []
  const { rows } = await tx.client.query<RespondentTuple>({
    name: 'ledger_respondents',
    text: `select ${RESPONDENT_COLUMNS} from unnest($2::uuid[]) as u(rdud)
      cross join lateral (select * from respondent where account_id = $1 and rdud = u.rdud limit 1) r`,
    values: [accountId, arrayLiteral(hexes)],
    rowMode: 'array',
  })
  return rows.map(respondentRow)
}

/** The respondents that these suppliers' ids have on these sources already. */
export async function readKnownEntrants(tx: Tx, accountId: number, entrants: readonly { sourceId: number; rid: string }[]): Promise<RespondentRow[]> {
  if (entrants.length === 0) return []
  const { rows } = await tx.client.query<RespondentTuple>({
    name: 'ledger_known_entrants',
    text: `select ${RESPONDENT_COLUMNS}
      from unnest($2::int[], $3::text[]) as u(source_id, rid)
      cross join lateral (select * from respondent where account_id = $1 and source_id = u.source_id and rid = u.rid limit 1) r`,
    values: [accountId, arrayLiteral(entrants.map(({ sourceId }) => sourceId)), arrayLiteral(entrants.map(({ rid }) => rid))],
    rowMode: 'array',
  })
  return rows.map(respondentRow)
}

const READ_FACTS = `
  select
    (select coalesce(json_agg(json_build_object(
        'sourceId', s.source_id, 'surveyId', s.survey_id, 'projectId', s.project_id,
        'status', s.status, 'surveyStatus', y.status, 'projectStatus', p.status,
        'type', s.type, 'target', s.target, 'surveyTarget', y.target, 'supplyPriceCents', s.supply_price_cents,
        'calculationType', s.calculation_type, 'clickBalancing', s.click_balancing, 'pacing', s.pacing,
        'outOfFieldAtMs', extract(epoch from least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at)) * 1000,
        'testToken', s.test_token, 'surveyUrl', y.survey_url, 'loiMinutes', y.loi_minutes, 'irPercent', y.ir_percent,
        'country', (select iso2 from country c where c.country_id = coalesce(s.country_id, y.country_id)),
        'autoPauseRules', y.auto_pause_rules,
        'completesThisHour', coalesce((select completes_live from hour_bucket h
          where h.account_id = $1 and h.scope = 3 and h.scope_id = s.source_id and h.hour = to_timestamp($4::float8 / 1000)), 0),
        'supplierPricesCents', (select coalesce(json_agg(json_build_array(ss.supplier_id, ss.supply_price_cents)), '[]')
          from source_supplier ss where ss.account_id = $1 and ss.source_id = s.source_id),
        'qualifications', (select coalesce(json_agg(json_build_object('name', q.name, 'condition', q.condition) order by q.qualification_no), '[]')
          from source_qualification q where q.account_id = $1 and q.source_id = s.source_id),
        'quotas', (select coalesce(json_agg(json_build_object('quotaNo', q.quota_no, 'name', q.name, 'conditions', q.conditions,
            'target', q.target, 'completes', q.completes, 'inflight', q.inflight) order by q.quota_no), '[]')
          from source_quota q where q.account_id = $1 and q.source_id = s.source_id),
        'rules', (select coalesce(json_agg(json_build_object('rule', d.rule, 'threshold', d.threshold, 'windowHours', d.window_hours)
            order by array_position(array['duplicate_fingerprint', 'duplicate_ip', 'country', 'datacentre'], d.rule)), '[]')
          from defender_rule d where d.account_id = $1 and d.survey_id = s.survey_id)
      )), '[]')
      from source s join survey y on y.account_id = $1 and y.survey_id = s.survey_id join project p on p.account_id = $1 and p.project_id = s.project_id
      where s.account_id = $1 and s.source_id = any($2::int[])) as sources,
    (select coalesce(json_agg(json_build_array(su.supplier_id, su.supplier_cpi_cents,
        (select coalesce(json_object_agg(r.type, r.url), '{}') from supplier_redirect r where r.account_id = $1 and r.supplier_id = su.supplier_id))), '[]')
      from supplier su
      where su.account_id = $1 and (su.supplier_id = any($3::int[])
        or su.supplier_id in (select supplier_id from source_supplier ss where ss.account_id = $1 and ss.source_id = any($2::int[])))) as suppliers,
    coalesce((select hash_required from account where account_id = $1), false) as "hashRequired",
    (select coalesce(json_agg(secret order by hash_key_id), '[]') from hash_key
      where account_id = $1 and valid_from <= to_timestamp($5::float8 / 1000)
        and (valid_until is null or valid_until > to_timestamp($5::float8 / 1000))) as "hashSecrets"`

interface StoredSource extends Omit<SourceFacts, 'supplierPricesCents' | 'qualifications' | 'quotas'> {
  readonly status: StatusCode
  readonly supplierPricesCents: readonly [number, number | null][]
  readonly qualifications: readonly { name: string; condition: unknown }[]
  readonly quotas: readonly { quotaNo: number; name: string; conditions: unknown; target: number; completes: number; inflight: number }[]
  readonly rules: readonly DefenderRule[]
}

interface StoredFacts {
  sources: readonly StoredSource[]
  suppliers: readonly [number, number, RedirectUrls][]
  hashRequired: boolean
  hashSecrets: readonly string[]
}

export interface StudyFacts {
  readonly sources: ReadonlyMap<number, SourceFacts>
  readonly suppliers: ReadonlyMap<number, SupplierFacts>
  readonly hashRequired: boolean
  readonly hashSecrets: readonly string[]
}

/** What the door and the return need to know of these sources now, of their suppliers, and of the account's hash keys. */
export async function readStudyFacts(
  tx: Tx,
  accountId: number,
  wanted: { sourceIds: readonly number[]; supplierIds: readonly number[]; nowMs: number; hourMs: number },
): Promise<StudyFacts> {
  const { rows } = await tx.client.query<StoredFacts>({
    name: 'ledger_study_facts',
    text: READ_FACTS,
    values: [accountId, arrayLiteral(wanted.sourceIds), arrayLiteral(wanted.supplierIds), wanted.hourMs, wanted.nowMs],
  })
  const [stored] = rows
  if (!stored) throw new Error('A query without a FROM gives one row')
  return {
    sources: new Map(
      stored.sources.map(source => [
        source.sourceId,
        {
          ...source,
          supplierPricesCents: new Map(source.supplierPricesCents),
          qualifications: source.qualifications.map(({ name, condition }) => ({ name, condition: readCondition(condition) ?? UNMEETABLE })),
          quotas: source.quotas.map(quota => ({ ...quota, conditions: readConditions(quota.conditions) })),
        },
      ]),
    ),
    suppliers: new Map(stored.suppliers.map(([supplierId, cpiCents, redirects]) => [supplierId, { cpiCents, redirects }])),
    hashRequired: stored.hashRequired,
    hashSecrets: stored.hashSecrets,
  }
}

export interface DuplicateQuest {
  readonly number: number
  readonly surveyId: number
  readonly fingerprint: string | null
  readonly fingerprintSinceMs: number | null
  readonly address: string | null
  readonly addressSinceMs: number | null
}

/** Counts the survey's other respondents of the same fingerprint and address, by the quest's number. */
export async function countDuplicates(tx: Tx, accountId: number, quests: readonly DuplicateQuest[]): Promise<Map<number, Duplicates>> {
  if (quests.length === 0) return new Map()
  const { rows } = await tx.client.query<[number, number, number]>({
    name: 'ledger_duplicates',
    text: `select u.number,
        case when u.fingerprint_since is null then 0 else (select count(*) from respondent r
          where r.account_id = $1 and r.survey_id = u.survey_id and r.fingerprint = u.fingerprint and r.entered_at > to_timestamp(u.fingerprint_since / 1000) and not r.is_test) end,
        case when u.address_since is null then 0 else (select count(*) from respondent r
          where r.account_id = $1 and r.survey_id = u.survey_id and r.address = u.address::inet and r.entered_at > to_timestamp(u.address_since / 1000) and not r.is_test) end
      from unnest($2::int[], $3::int[], $4::text[], $5::float8[], $6::text[], $7::float8[]) as u(number, survey_id, fingerprint, fingerprint_since, address, address_since)`,
    values: [
      accountId,
      arrayLiteral(quests.map(quest => quest.number)),
      arrayLiteral(quests.map(quest => quest.surveyId)),
      arrayLiteral(quests.map(quest => quest.fingerprint)),
      arrayLiteral(quests.map(quest => quest.fingerprintSinceMs)),
      arrayLiteral(quests.map(quest => quest.address)),
      arrayLiteral(quests.map(quest => quest.addressSinceMs)),
    ],
    rowMode: 'array',
  })
  return new Map(rows.map(([number, sameFingerprint, sameAddress]) => [number, { sameFingerprint, sameAddress }]))
}

export interface MedianQuest {
  readonly scope: Scope
  readonly scopeId: number
  readonly seconds: number
  readonly needed: number
}

/** The stored buckets around each median, as many on either side as its quest needs. */
export async function readLoiNeighbours(tx: Tx, accountId: number, quests: readonly MedianQuest[]): Promise<Map<string, LoiBucket[]>> {
  const neighbours = new Map<string, LoiBucket[]>(quests.map(({ scope, scopeId }) => [rollupKey(scope, scopeId), []]))
  if (quests.length === 0) return neighbours
  const { rows } = await tx.client.query<[Scope, number, number, number]>({
    name: 'ledger_loi_neighbours',
    text: `select u.scope, u.scope_id, b.seconds, b.n
      from unnest($2::smallint[], $3::int[], $4::int[], $5::int[]) as u(scope, scope_id, pointer, needed)
      cross join lateral (
        (select seconds, n from loi_bucket where account_id = $1 and scope = u.scope and scope_id = u.scope_id and seconds > u.pointer and n > 0 order by seconds limit u.needed)
        union all
        (select seconds, n from loi_bucket where account_id = $1 and scope = u.scope and scope_id = u.scope_id and seconds < u.pointer and n > 0 order by seconds desc limit u.needed)
      ) b`,
    values: [
      accountId,
      arrayLiteral(quests.map(({ scope }) => scope)),
      arrayLiteral(quests.map(({ scopeId }) => scopeId)),
      arrayLiteral(quests.map(({ seconds }) => seconds)),
      arrayLiteral(quests.map(({ needed }) => needed)),
    ],
    rowMode: 'array',
  })
  for (const [scope, scopeId, seconds, interviews] of rows) neighbours.get(rollupKey(scope, scopeId))?.push([seconds, interviews])
  return neighbours
}
