import { ACT_KINDS, type ActEffect, type ActKind, type HelpedRow } from '@desk/schema/forecasts/act-effect'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { SealedPace } from './effect.ts'
import { MOVES_A_FINISH } from './finishes.store.ts'
import { FORECAST_SCOPES } from './seal.store.ts'

/** An act is judged once its window is over. A process that was down for longer judges none. */
const DUE_HOURS = 25
const DUE_DAYS_MAX = 8
const ACTS_A_PASS = 200
/** A forecast is sealed each hour; an older one is not that of just before. */
const SEALED_HOURS_MAX = 2
const LIKE_MAX = 20
const FIELDS = Object.values(ACT_KINDS).flatMap(({ fields }): readonly string[] => fields)

/** An act of a user on a source, whose effect is not judged yet. */
export interface DueAct {
  readonly sourceId: number
  readonly supplierId: number | null
  readonly country: string | null
  readonly at: Date
  readonly isPause: boolean
  readonly fields: readonly string[]
  /** The forecast just before; null: none was sealed, or it had no finish. */
  readonly sealedAt: Date | null
  readonly sealed: SealedPace | null
  /** The next change that moves its finish, and its end; null: there is none yet. */
  readonly nextAtMs: number | null
  readonly endsAtMs: number | null
}

interface Row extends Omit<DueAct, 'sealed'>, Omit<SealedPace, 'p50AtMs'> {
  readonly p50AtMs: number | null
}

const ms = (expression: string) => sql.raw(`(extract(epoch from ${expression}) * 1000)::float8`)
const SUPPLIER = sql`(select case when count(*) = 1 then min(x.supplier_id) end from source_supplier x where x.account_id = s.account_id and x.source_id = s.source_id)`
const COUNTRY = sql`coalesce(s.country_id, y.country_id)::text`
const FROM = sql`source s
  join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
  join project p on p.account_id = s.account_id and p.project_id = s.project_id
  left join forecast_finish n on n.account_id = s.account_id and n.scope = ${FORECAST_SCOPES.source} and n.scope_id = s.source_id and n.quota_no = 0`
const ENDS_AT = sql`least(s.out_of_field_at, y.out_of_field_at, p.out_of_field_at, n.finished_at)`
const PLACES = sql`(('source', s.source_id), ('survey', s.survey_id), ('project', s.project_id))`

/** The moments at which the finish of a source `s` moved, by anybody, within some time. */
const changesOf = (within: (at: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
  select e.at from object_edit e
  where e.account_id = s.account_id and (e.scope, e.object_id) in ${PLACES} and ${within(sql`e.at`)}
    and exists (select from jsonb_array_elements(e.changes) c where c ->> 'field' = any(${[...MOVES_A_FINISH]}::text[]))
  union all
  select t.at from status_event t where t.account_id = s.account_id and (t.scope, t.scope_id) in ${PLACES} and ${within(sql`t.at`)}`

/** The oldest acts of an account whose effect is due. */
export async function readDueActs(tx: Tx, accountId: number, nowMs: number): Promise<readonly DueAct[]> {
  const now = sql`to_timestamp(${nowMs}::float8 / 1000)`
  const isDue = (at: RawBuilder<unknown>) =>
    sql`${at} between ${now} - ${DUE_DAYS_MAX} * interval '1 day' and ${now} - ${DUE_HOURS} * interval '1 hour'`
  const { rows } = await sql<Row>`
    select a.source_id as "sourceId", ${SUPPLIER} as "supplierId", ${COUNTRY} as country, a.at, a.is_pause as "isPause", a.fields,
      f.asked_at as "sealedAt", ${ms('f.asked_at')} as "askedAtMs", f.completes, f.target as "targetCompletes", ${ms('f.p50_at')} as "p50AtMs",
      (select ${ms('min(c.at)')} from (${changesOf(at => sql`${at} > a.at and ${at} < a.at + ${DUE_HOURS} * interval '1 hour'`)}) c) as "nextAtMs",
      (extract(epoch from ${ENDS_AT}) * 1000)::float8 as "endsAtMs"
    from (
      select e.object_id as source_id, e.at, false as is_pause, array(select c ->> 'field' from jsonb_array_elements(e.changes) c) as fields
      from object_edit e
      where e.account_id = ${accountId} and e.scope = 'source' and e.act = 'edited' and e.user_id is not null and ${isDue(sql`e.at`)}
        and exists (select from jsonb_array_elements(e.changes) c where c ->> 'field' = any(${FIELDS}::text[]))
      union all
      select t.scope_id, t.at, true, '{}' from status_event t
      where t.account_id = ${accountId} and t.scope = 'source' and t.user_id is not null and t.from_status = ${STATUS_CODES.live} and t.to_status = ${STATUS_CODES.paused} and ${isDue(sql`t.at`)}) a
      join ${FROM} on s.account_id = ${accountId} and s.source_id = a.source_id
      left join lateral (
        select * from forecast f
        where f.account_id = s.account_id and f.scope = ${FORECAST_SCOPES.source} and f.scope_id = s.source_id and f.quota_no = 0
          and f.asked_at <= a.at and f.asked_at > a.at - ${SEALED_HOURS_MAX} * interval '1 hour'
        order by f.seq desc limit 1) f on true
    where not exists (select from act_effect d where d.account_id = s.account_id and d.source_id = s.source_id and d.at = a.at)
    order by a.at limit ${ACTS_A_PASS}`.execute(tx)
  return rows.map(({ askedAtMs, completes, targetCompletes, p50AtMs, ...act }) => ({
    ...act,
    sealed: act.sealedAt === null || p50AtMs === null ? null : { askedAtMs, completes, targetCompletes, p50AtMs },
  }))
}

/** A time of whole hours. */
export interface Window {
  readonly fromMs: number
  readonly untilMs: number
}

const hoursIn = ({ fromMs, untilMs }: Window) => sql`(
  select coalesce(sum(h.completes_live), 0)::int from hour_bucket h where h.account_id = s.account_id and h.scope = 3 and h.scope_id = s.source_id
    and h.hour >= to_timestamp(${fromMs}::float8 / 1000) and h.hour < to_timestamp(${untilMs}::float8 / 1000))`

/** The completes of a source in a time. */
export async function countCompletes(tx: Tx, accountId: number, sourceId: number, window: Window): Promise<number> {
  const { rows } = await sql<{ completes: number }>`
    select ${hoursIn(window)} as completes from source s where s.account_id = ${accountId} and s.source_id = ${sourceId}`.execute(
    tx,
  )
  return rows[0]?.completes ?? 0
}

/** Sources of the same supplier and country that were forecast with the act's source, and left alone until the end of the time, with their completes. */
export async function readLikeInTime(
  tx: Tx,
  accountId: number,
  { sourceId, supplierId, country, sealedAt }: DueAct,
  window: Window,
): Promise<readonly (SealedPace & { readonly actual: number })[]> {
  const until = sql`to_timestamp(${window.untilMs}::float8 / 1000)`
  const { rows } = await sql<SealedPace & { readonly actual: number }>`
    select ${ms('f.asked_at')} as "askedAtMs", f.completes, f.target as "targetCompletes", ${ms('f.p50_at')} as "p50AtMs", ${hoursIn(window)} as actual
    from ${FROM}
      cross join lateral (
        select * from forecast f
        where f.account_id = s.account_id and f.scope = ${FORECAST_SCOPES.source} and f.scope_id = s.source_id and f.quota_no = 0 and f.asked_at = ${sealedAt}
        limit 1) f
    where s.account_id = ${accountId} and s.source_id <> ${sourceId} and ${SUPPLIER} is not distinct from ${supplierId}::int and ${COUNTRY} is not distinct from ${country}::text
      and f.p50_at is not null and coalesce(${ENDS_AT}, 'infinity') > ${until}
      and not exists (${changesOf(at => sql`${at} between f.asked_at and ${until}`)})
    order by s.source_id desc limit ${LIKE_MAX}`.execute(tx)
  return rows
}

/** Stores effects; each act has one. */
export async function storeEffects(
  tx: Tx,
  accountId: number,
  effects: readonly (ActEffect & Pick<DueAct, 'sourceId' | 'at'>)[],
): Promise<void> {
  if (effects.length === 0) return
  await sql`
    insert into act_effect (account_id, source_id, at, kind, cannot_tell, hours, expected, actual, completes, low, high, like_count)
    select ${accountId}, e."sourceId", e.at, e.kind, e.cannot_tell, e.hours, e.expected, e.actual, e.completes, e.low, e.high, e.like_count
    from jsonb_to_recordset(${JSON.stringify(effects)}::jsonb) as e ("sourceId" int, at timestamptz, kind text, cannot_tell text, hours int, expected int, actual int,
      completes int, low int, high int, like_count int)
    on conflict do nothing`.execute(tx)
}

const SUPPLY_KINDS: readonly ActKind[] = ['price', 'supplier', 'several']
/** Rows of the table of what helped, at most. */
const HELPED_MAX = 60

/** The acts of an account by month and kind, the newest months first. */
export async function readWhatHelped(tx: Tx, accountId: number, seesSupply: boolean): Promise<readonly HelpedRow[]> {
  const { rows } = await sql<HelpedRow>`
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, kind, count(*)::int as acts, count(cannot_tell)::int as cannot_tell,
      (count(*) filter (where cannot_tell is null and low > 0))::int as more, (count(*) filter (where cannot_tell is null and high < 0))::int as fewer,
      (avg(completes) filter (where cannot_tell is null))::float8 as mean_completes
    from act_effect where account_id = ${accountId} and kind <> all(${seesSupply ? [] : SUPPLY_KINDS}::text[]) group by 1, 2 order by 1 desc, acts desc, kind limit ${HELPED_MAX}`.execute(
    tx,
  )
  return rows
}
