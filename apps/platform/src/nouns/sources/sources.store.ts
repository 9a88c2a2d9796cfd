import type { Source, SourceSurvey, SourceType } from '@desk/schema/sources/source'
import type { WarnedSource } from '@desk/schema/sources/source-warnings'
import { STATUS_CODES, type StatusCode } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { requireFound } from '#kernel/edits/require-found'
import { userName } from '#kernel/history/user-name'
import { effectiveStatus, SCOPE_CODES } from '#statuses/status-sql'

interface SourceRow {
  readonly id: number
  readonly surveyId: number
  readonly projectId: number
  readonly name: string
  readonly type: SourceType
  readonly target: number
  readonly status: StatusCode
  readonly effectiveStatus: StatusCode
  readonly statusReason: string | null
  readonly statusChangedBy: string | null
  readonly statusChangedAt: Date
  readonly version: number
  readonly editVersion: number
  readonly calculationType: number
  readonly clickBalancing: boolean
  readonly pacing: number
  readonly holdPlaces: number
  readonly countryId: number | null
  readonly countryName: string | null
  readonly supplyPriceCents: number | null
  readonly suppliers: readonly (NonNullable<Source['suppliers']>[number] & { readonly priceCents: number | null })[]
  readonly completes: number
  readonly surveyOutOfFieldAt: Date | null
  readonly sellPriceCents: number | null
  readonly outOfFieldAt: Date | null
  readonly outOfFieldZoneCode: number
  readonly alias: string | null
  readonly autoBoost: boolean
  readonly boost: BoostSettings | null
}

/** How Auto-Boost raises a source's price (docs/decisions/0049). */
export interface BoostSettings {
  readonly stepCents: number
  readonly capCents: number
  readonly minutes: number
}

/** A source without its allowed statuses and the caller's permissions, and the prices that its warnings are judged by. */
export interface StoredSource extends Omit<Source, 'allowed' | 'live_blocks' | 'warnings'> {
  readonly warned: Pick<WarnedSource, 'sellPrice' | 'supplyPrice' | 'suppliers'>
}

const inUnits = (cents: number | null): number | null => (cents === null ? null : cents / 100)

// written alike wherever it is read, so that it can be compared as text
const boostOf = (source: string) =>
  sql.raw(`(select jsonb_build_object('stepCents', b.step_cents, 'capCents', b.cap_cents, 'minutes', b.interval_minutes)
             from source_boost b where b.account_id = ${source}.account_id and b.source_id = ${source}.source_id)`)

export async function findSource(tx: Tx, accountId: number, sourceId: number): Promise<StoredSource | undefined> {
  const [source] = await findSources(tx, accountId, [sourceId])
  return source
}

/** The account's own among these sources, in the order of their ids. */
export async function findSources(
  tx: Tx,
  accountId: number,
  sourceIds: readonly number[],
): Promise<readonly StoredSource[]> {
  const { rows } = await sql<SourceRow>`
    select s.source_id as id, s.survey_id as "surveyId", s.project_id as "projectId", s.name, s.type, s.target, s.status,
           ${effectiveStatus('s.status', 'v.status', 'p.status')} as "effectiveStatus", s.status_reason as "statusReason",
           ${userName('s.account_id', 's.status_changed_by')} as "statusChangedBy", s.status_changed_at as "statusChangedAt", s.version,
           s.edit_version as "editVersion", s.calculation_type as "calculationType", s.click_balancing as "clickBalancing", s.pacing, s.hold_places as "holdPlaces",
           s.country_id as "countryId", (select name from country c where c.country_id = s.country_id) as "countryName",
           s.supply_price_cents as "supplyPriceCents", s.out_of_field_at as "outOfFieldAt", s.out_of_field_zone_code as "outOfFieldZoneCode",
           s.alias, s.auto_boost as "autoBoost", ${boostOf('s')} as boost, coalesce(r.completes, 0) as completes,
           v.out_of_field_at as "surveyOutOfFieldAt", coalesce(v.sell_price_cents, p.sell_price_cents) as "sellPriceCents",
           coalesce((
             select jsonb_agg(jsonb_build_object('pm_sup_ud', k.supplier_id, 'name', k.name, 'allocation', x.allocation_percent / 100, 'priceCents', x.supply_price_cents)
                              order by x.allocation_percent desc, k.supplier_id)
             from source_supplier x join supplier k on k.account_id = x.account_id and k.supplier_id = x.supplier_id
             where x.account_id = s.account_id and x.source_id = s.source_id), '[]') as suppliers
    from source s
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    left join rollup r on r.account_id = s.account_id and r.scope = ${sql.lit(SCOPE_CODES.source)} and r.scope_id = s.source_id
    where s.account_id = ${accountId} and s.source_id = any(${sourceIds}::int[]) order by s.source_id`.execute(tx)
  return rows.map(storedSourceOf)
}

function storedSourceOf(row: SourceRow): StoredSource {
  const supplyPrice = inUnits(row.supplyPriceCents)
  return {
    stmid: row.id,
    pm_sy_ud: row.surveyId,
    pm_proj_ud: row.projectId,
    name: row.name,
    type: row.type,
    isLucid: row.type === 'lucid',
    respondents: row.target,
    statusid: row.status,
    effective_statusid: row.effectiveStatus,
    status_reason: row.statusReason,
    status_changed_by: row.statusChangedBy,
    status_changed_at: row.statusChangedAt.toISOString(),
    status_version: row.version,
    calculation_type_code_ud: row.calculationType,
    click_balancing: row.clickBalancing,
    pacing: row.pacing,
    hold_places: row.holdPlaces,
    country_id: row.countryId,
    completes: row.completes,
    supplier_cpi: supplyPrice,
    suppliers: row.suppliers.map(({ priceCents: _price, ...supplier }) => supplier),
    out_of_field_date: row.outOfFieldAt?.toISOString() ?? null,
    out_of_field_time_zone_code: row.outOfFieldZoneCode,
    survey_out_of_field_date: row.surveyOutOfFieldAt?.toISOString() ?? null,
    country_name: row.countryName,
    alias: row.alias,
    auto_boost: row.autoBoost,
    boost_step: row.boost === null ? null : row.boost.stepCents / 100,
    boost_cap: row.boost === null ? null : row.boost.capCents / 100,
    boost_minutes: row.boost?.minutes ?? null,
    version: row.editVersion,
    warned: {
      sellPrice: inUnits(row.sellPriceCents),
      supplyPrice,
      suppliers: row.suppliers.map(({ name, priceCents }) => ({ name, supplier_cpi: inUnits(priceCents) })),
    },
  }
}

/** The survey above a source, with its own status. */
export async function findSourceSurvey(tx: Tx, accountId: number, sourceId: number): Promise<SourceSurvey | undefined> {
  const { rows } = await sql<SourceSurvey>`
    select v.survey_id as pm_sy_ud, v.name as pm_sy_name, p.project_id as pm_proj_ud, p.name as pm_proj_name, v.status as statusid
    from source s
    join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
    join project p on p.account_id = s.account_id and p.project_id = s.project_id
    where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(tx)
  return rows[0]
}

/** The stored fields of a source's form. */
export interface SourceColumns {
  readonly name: string
  readonly target: number
  readonly supplyPriceCents: number | null
  readonly calculationType: number
  readonly clickBalancing: boolean
  readonly pacing: number
  readonly holdPlaces: number
  readonly countryId: number | null
  readonly outOfFieldAt: Date | null
  readonly outOfFieldZoneCode: number
}

/** The fields of a source that never change, or that its form does not change. */
export interface SourcePlace {
  readonly sourceId: number
  readonly surveyId: number
  readonly projectId: number
  readonly type: SourceType
  readonly status: StatusCode
  readonly statusVersion: number
  readonly editVersion: number
  readonly qualsVersion: number
  readonly suppliersVersion: number
  readonly lastQuotaNo: number
  readonly testToken: string
  readonly alias: string | null
  readonly autoBoost: boolean
  readonly boost: BoostSettings | null
  /** No supplier is paid the source's Supply Price: there are some, and each has a price of its own. */
  readonly hasOnlyOwnPrices: boolean
}

export interface LockedSource {
  readonly columns: SourceColumns
  readonly place: SourcePlace
}

/** Whether every supplier of a source has a price of its own. @param source what the query calls the source */
export const hasOnlyOwnPrices = (source: string) => sql<boolean>`coalesce((
  select bool_and(x.supply_price_cents is not null) from source_supplier x
  where x.account_id = ${sql.ref(`${source}.account_id`)} and x.source_id = ${sql.ref(`${source}.source_id`)}), false)`

interface LockedRow {
  readonly columns: Omit<SourceColumns, 'outOfFieldAt'> & { readonly outOfFieldAt: string | null }
  readonly place: SourcePlace
}

/** Locks a source for an edit. The lock of the survey's table must come first: see table-moved.ts. */
export async function lockSource(tx: Tx, accountId: number, sourceId: number): Promise<LockedSource | undefined> {
  const [source] = await lockSources(tx, accountId, sql`source_id = ${sourceId}`)
  return source
}

/** Locks the first sources of a survey that are not cancelled, in the order of their ids. */
export const lockSourcesOf = (
  tx: Tx,
  accountId: number,
  surveyId: number,
  most: number,
): Promise<readonly LockedSource[]> =>
  lockSources(
    tx,
    accountId,
    sql`survey_id = ${surveyId} and status <> ${sql.lit(STATUS_CODES.cancelled)} order by source_id limit ${most}`,
  )

async function lockSources(tx: Tx, accountId: number, which: RawBuilder<unknown>): Promise<readonly LockedSource[]> {
  const { rows } = await sql<LockedRow>`
    select jsonb_build_object('name', name, 'target', target, 'supplyPriceCents', supply_price_cents, 'calculationType', calculation_type, 'clickBalancing', click_balancing,
             'pacing', pacing, 'holdPlaces', hold_places, 'countryId', country_id, 'outOfFieldAt', out_of_field_at, 'outOfFieldZoneCode', out_of_field_zone_code) as columns,
           jsonb_build_object('sourceId', source_id, 'surveyId', survey_id, 'projectId', project_id, 'type', type, 'status', status, 'statusVersion', version,
             'editVersion', edit_version, 'qualsVersion', quals_version, 'suppliersVersion', suppliers_version, 'lastQuotaNo', last_quota_no, 'testToken', test_token, 'alias', alias, 'autoBoost', auto_boost, 'boost', ${boostOf('source')}, 'hasOnlyOwnPrices', ${hasOnlyOwnPrices('source')}) as place
    from source where account_id = ${accountId} and ${which} for no key update`.execute(tx)
  return rows.map(lockedSourceOf)
}

function lockedSourceOf(row: LockedRow): LockedSource {
  const {
    name,
    target,
    supplyPriceCents,
    calculationType,
    clickBalancing,
    pacing,
    holdPlaces,
    countryId,
    outOfFieldAt,
    outOfFieldZoneCode,
  } = row.columns
  return {
    // in one order, so that columns can be compared as text
    columns: {
      name,
      target,
      supplyPriceCents,
      calculationType,
      clickBalancing,
      pacing,
      holdPlaces,
      countryId,
      outOfFieldAt: outOfFieldAt === null ? null : new Date(outOfFieldAt),
      outOfFieldZoneCode,
    },
    place: row.place,
  }
}

/** The survey of a new source: its project, time zone, and number of sources, which is stable under the table's lock (table-moved.ts). */
export async function findSurveyPlace(
  tx: Tx,
  accountId: number,
  surveyId: number,
): Promise<{ readonly projectId: number; readonly zoneCode: number; readonly sources: number } | undefined> {
  const { rows } = await sql<{ projectId: number; zoneCode: number; sources: number }>`
    select project_id as "projectId", out_of_field_zone_code as "zoneCode",
           (select count(*)::int from source s where s.account_id = v.account_id and s.survey_id = v.survey_id) as sources
    from survey v where account_id = ${accountId} and survey_id = ${surveyId}`.execute(tx)
  return rows[0]
}

const formColumns = sql.raw(
  'name, target, supply_price_cents, calculation_type, click_balancing, pacing, hold_places, country_id, out_of_field_at, out_of_field_zone_code',
)
const valuesOf = (source: SourceColumns) => sql`
  ${source.name}, ${source.target}, ${source.supplyPriceCents}, ${source.calculationType}, ${source.clickBalancing}, ${source.pacing}, ${source.holdPlaces}, ${source.countryId}::int,
  ${source.outOfFieldAt}::timestamptz, ${source.outOfFieldZoneCode}`

export interface NewSourceRow {
  readonly surveyId: number
  readonly projectId: number
  readonly type: SourceType
  readonly columns: SourceColumns
  readonly testToken: string
  readonly userId: number
  readonly at: Date
}

/** Stores new sources, as drafts. @returns their ids, in the order of the rows */
export async function insertSources(
  tx: Tx,
  accountId: number,
  sources: readonly NewSourceRow[],
): Promise<readonly number[]> {
  if (sources.length === 0) return []
  const values = sources.map(
    ({ surveyId, projectId, type, columns, testToken, userId, at }) =>
      sql`(${accountId}, ${surveyId}, ${projectId}, ${type}, ${testToken}, ${userId}, ${at}, ${at}, ${valuesOf(columns)})`,
  )
  const { rows } = await sql<{ id: number; testToken: string }>`
    insert into source (account_id, survey_id, project_id, type, test_token, status_changed_by, status_changed_at, created_at, ${formColumns})
    values ${sql.join(values)} returning source_id as id, test_token as "testToken"`.execute(tx)
  const ids = new Map(rows.map(({ id, testToken }) => [testToken, id]))
  return sources.map(({ testToken }) => requireFound(ids.get(testToken), 'source'))
}

/** Stores a source's fields, and counts the edit. */
export async function updateSource(tx: Tx, accountId: number, sourceId: number, columns: SourceColumns): Promise<void> {
  await sql`
    update source set (${formColumns}) = (${valuesOf(columns)}), edit_version = edit_version + 1
    where account_id = ${accountId} and source_id = ${sourceId}`.execute(tx)
}
