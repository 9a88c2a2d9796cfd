import type { SourceRow } from '@desk/schema/figures/figures'
import { forecastText } from '@desk/schema/forecasts/forecast'
import { SOURCE_ON_WIRE } from '@desk/schema/sources/source'
import { STATUS_CODES, type StatusCode, type StatusScope } from '@desk/schema/statuses/status'
import type { Schema } from 'effect'
import { sql } from 'kysely'
import { SEALED, wireOf, type SealedForecast } from '#forecasts/seal.store'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import { SCOPE_CODES } from '#statuses/status-sql'

/** The settings and the status of an object at a moment; those that it does not have are null. */
export interface SettingsThen {
  readonly scope: StatusScope
  readonly id: number
  /** Of a project itself 0. */
  readonly surveyId: number
  readonly createdAt: Date
  /** When it first went live; null: not until then. */
  readonly startedAt: Date | null
  /** Of a source. */
  readonly type: SourceRow['type'] | null
  /** Of a survey: the limits of now, as their history does not go by fields. */
  readonly limits: readonly [loiPercent: number, irPercent: number, minCompletes: number] | null
  readonly name: string
  readonly target: number
  readonly outOfFieldAt: Date | null
  readonly loiMinutes: number | null
  readonly irPercent: number | null
  readonly sellPriceCents: number | null
  readonly supplyPriceCents: number | null
  readonly suppliers: readonly string[]
  readonly status: StatusCode
  readonly reason: string | null
  readonly changedBy: string | null
  readonly changedAt: Date
  readonly statusVersion: number
}

export interface WhichSettings {
  readonly accountId: number
  readonly projectId: number
  /** Null: of all surveys of the project. */
  readonly surveyId: number | null
  readonly at: Date
}

interface StoredSettings extends Omit<SettingsThen, 'status' | 'reason' | 'changedBy' | 'changedAt' | 'statusVersion'> {
  readonly status: StatusCode
  /** The last change of the status until the moment. */
  readonly was:
    | (Pick<SettingsThen, 'reason' | 'changedBy' | 'statusVersion'> & {
        readonly status: StatusCode
        readonly at: string
      })
    | null
  /** The status before the first change afterwards. */
  readonly before: StatusCode | null
  /** By field, the value before its first edit afterwards. */
  readonly edits: Readonly<Record<string, Schema.Json>> | null
}

/**
 * Reads the settings of a project, its surveys and their sources at a moment: those of now, with each edit and change of status
 * since taken back. An object that was made later is left out.
 */
export async function readSettingsThen(tx: Tx, which: WhichSettings): Promise<readonly SettingsThen[]> {
  const { accountId, projectId, surveyId, at } = which
  const ofSurvey = (alias: string) =>
    surveyId === null ? sql`` : sql`and ${sql.ref(`${alias}.survey_id`)} = ${surveyId}`
  const { rows } = await sql<StoredSettings>`
    with object as (
      select 'project' as scope, p.project_id as id, p.name, p.target, p.out_of_field_at, p.loi_minutes, p.ir_percent, p.sell_price_cents, null::int as supply_price_cents, p.status, p.created_at, 0 as survey_id, null::timestamptz as live_since, null::text as type, null::jsonb as limits
      from project p where p.account_id = ${accountId} and p.project_id = ${projectId}
      union all
      select 'survey', y.survey_id, y.name, y.target, y.out_of_field_at, y.loi_minutes, y.ir_percent, y.sell_price_cents, null, y.status, y.created_at, y.survey_id, null, null, jsonb_build_array(y.limit_loi_percent, y.limit_ir_percent, y.limit_min_completes)
      from survey y where y.account_id = ${accountId} and y.project_id = ${projectId} ${ofSurvey('y')}
      union all
      select 'source', s.source_id, s.name, s.target, s.out_of_field_at, null, null, null, s.supply_price_cents, s.status, s.created_at, s.survey_id, s.live_since, s.type, null
      from source s where s.account_id = ${accountId} and s.project_id = ${projectId} ${ofSurvey('s')}
    )
    select o.scope, o.id, o.name, o.target, o.out_of_field_at as "outOfFieldAt", o.loi_minutes as "loiMinutes", o.ir_percent::float8 as "irPercent",
      o.sell_price_cents as "sellPriceCents", o.supply_price_cents as "supplyPriceCents", o.status, o.created_at as "createdAt",
      o.survey_id as "surveyId", o.type, o.limits,
      (select min(l.at) from (select o.live_since as at union all
        (select e.at from status_event e where e.account_id = ${accountId} and e.scope = o.scope and e.scope_id = o.id and e.to_status = ${sql.lit(STATUS_CODES.live)} order by e.status_event_id limit 1)) l
        where l.at <= ${at}) as "startedAt",
      array(select su.name from source_supplier ss join supplier su on su.account_id = ss.account_id and su.supplier_id = ss.supplier_id
        where o.scope = 'source' and ss.account_id = ${accountId} and ss.source_id = o.id order by su.name collate "und-x-icu") as suppliers,
      (select json_build_object('status', e.to_status, 'reason', e.reason, 'changedBy', ${userName('e.account_id', 'e.user_id')}, 'at', e.at, 'statusVersion', e.version)
        from status_event e where e.account_id = ${accountId} and e.scope = o.scope and e.scope_id = o.id and e.at <= ${at} order by e.status_event_id desc limit 1) as was,
      (select e.from_status from status_event e
        where e.account_id = ${accountId} and e.scope = o.scope and e.scope_id = o.id and e.at > ${at} order by e.status_event_id limit 1) as before,
      (select json_object_agg(f.field, f.value) from (
        select distinct on (c ->> 'field') c ->> 'field' as field, c -> 'from' as value from object_edit e cross join jsonb_array_elements(e.changes) c
        where e.account_id = ${accountId} and e.scope = o.scope and e.object_id = o.id and e.at > ${at} and e.act = 'edited' order by c ->> 'field', e.edit_no) f) as edits
    from object o where o.created_at <= ${at}`.execute(tx)
  return rows.map(thenOf)
}

const NAME_FIELDS: Readonly<Record<StatusScope, string>> = {
  project: 'pm_proj_name',
  survey: 'pm_sy_name',
  source: SOURCE_ON_WIRE.name,
}

function thenOf({ was, before, edits, ...now }: StoredSettings): SettingsThen {
  // an edit holds a field as its history shows it: prices in units, moments as text, suppliers with their shares
  const then = <T>(field: string, value: T, read: (from: Schema.Json) => T): T => {
    const from = edits?.[field]
    return from === undefined ? value : read(from)
  }
  const numberOf = (from: Schema.Json) => (typeof from === 'number' ? from : null)
  const centsOf = (from: Schema.Json) => (typeof from === 'number' ? Math.round(from * 100) : null)
  return {
    ...now,
    name: then(NAME_FIELDS[now.scope], now.name, from => (typeof from === 'string' ? from : now.name)),
    target: then('respondents', now.target, from => numberOf(from) ?? 0),
    outOfFieldAt: then('out_of_field_date', now.outOfFieldAt, from =>
      typeof from === 'string' ? new Date(from) : null,
    ),
    loiMinutes: then('est_loi', now.loiMinutes, numberOf),
    irPercent: then('qualifying_rate', now.irPercent, numberOf),
    sellPriceCents: then('pm_sy_client_cpi', now.sellPriceCents, centsOf),
    supplyPriceCents: then('supplier_cpi', now.supplyPriceCents, centsOf),
    suppliers: then('suppliers', now.suppliers, from =>
      Array.isArray(from) ? from.map(one => String(one).replace(/ [\d.]+ %$/, '')) : [],
    ),
    status: was?.status ?? before ?? now.status,
    reason: was?.reason ?? null,
    changedBy: was?.changedBy ?? null,
    changedAt: was === null ? now.createdAt : new Date(was.at),
    statusVersion: was?.statusVersion ?? 0,
  }
}

/** The status as it took effect: live only when all above was (domain.md §2). */
export const effectiveThen = (nearestFirst: readonly Pick<SettingsThen, 'status'>[]): StatusCode =>
  nearestFirst.find(({ status }) => status !== STATUS_CODES.live)?.status ?? STATUS_CODES.live

/** The project of a survey, or the project itself; undefined: the account has no such object. */
export async function findProjectOf(
  tx: Tx,
  accountId: number,
  of: { readonly project: number } | { readonly survey: number },
): Promise<{ readonly projectId: number; readonly surveyId: number | null } | undefined> {
  const { rows } = await (
    'survey' in of
      ? sql<{ projectId: number; surveyId: number | null }>`
        select project_id as "projectId", survey_id as "surveyId" from survey where account_id = ${accountId} and survey_id = ${of.survey}`
      : sql<{ projectId: number; surveyId: number | null }>`
        select project_id as "projectId", null::int as "surveyId" from project where account_id = ${accountId} and project_id = ${of.project}`
  ).execute(tx)
  return rows[0]
}

/**
 * Reads the latest forecast of each live object until the moment, as its text in a row.
 * @returns by `source 12`
 */
export async function readForecastsThen(
  tx: Tx,
  accountId: number,
  settings: readonly SettingsThen[],
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  const live = settings.filter(({ status }) => status === STATUS_CODES.live)
  const wanted = JSON.stringify(live.map(({ scope, id }) => ({ scope: SCOPE_CODES[scope], id })))
  const { rows } = await sql<SealedForecast>`
    select ${SEALED} from jsonb_to_recordset(${wanted}::jsonb) as o (scope smallint, id int) cross join lateral (
      select * from forecast f where f.account_id = ${accountId} and f.scope = o.scope and f.scope_id = o.id and f.quota_no = 0 and f.asked_at <= ${at}
      order by f.seq desc limit 1 offset 0) f`.execute(tx)
  const names = new Map(Object.entries(SCOPE_CODES).map(([name, code]) => [code, name]))
  return new Map(rows.map(row => [`${names.get(row.scope)} ${row.scopeId}`, forecastText(wireOf(row))]))
}
