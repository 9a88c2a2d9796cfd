import { earningsOf } from '@desk/schema/columns/supply-cost'
import type { RollupCounts } from '@desk/schema/columns/rollup-counts'
import type { FieldFacts } from '@desk/schema/figures/field-facts'
import { RECENT_HOURS, recentHours } from '@desk/schema/figures/recent-hours'
import { STATUS_CODES, type StatusScope } from '@desk/schema/statuses/status'
import { sql, type RawBuilder } from 'kysely'
import { SCOPE_CODES } from '#statuses/status-sql'
import { isIrUnder, isLoiOver } from './limits.ts'

/** The columns of `FIELD` of one row. */
export interface FieldRow {
  readonly startedAt: Date | null
  readonly endsAt: Date | null
  readonly statedLoiMinutes: number | null
  readonly statedIrPercent: number | null
  /** Null: no limits apply. */
  readonly limits: readonly [loiPercent: number, irPercent: number, minCompletes: number] | null
  readonly sellPriceCents: number | null
  readonly revenueCents: number
  readonly pricedRevenueCents: number
  /** Pairs of an hour since 1970 and its live completes. */
  readonly hours: readonly (readonly [hour: number, completes: number])[] | null
  readonly forecast: string | null
}

interface Of {
  readonly scope: StatusScope
  /** The table's alias in the query, and the column of its id. */
  readonly row: string
  readonly id: string
  /** SQL of the rest. */
  readonly started: string
  readonly ends: string
  readonly stated: string
  readonly limits: string
  readonly sell: string
}

const fieldOf = ({ scope, row, id, started, ends, stated, limits, sell }: Of): RawBuilder<unknown> =>
  sql.raw(`
  least(${started}, (select e.at from status_event e where e.account_id = ${row}.account_id and e.scope = '${scope}' and e.scope_id = ${row}.${id}
    and e.to_status = ${STATUS_CODES.live} order by e.status_event_id limit 1)) as "startedAt",
  least(${ends}) as "endsAt", ${stated}.loi_minutes as "statedLoiMinutes", ${stated}.ir_percent as "statedIrPercent", ${limits} as limits,
  coalesce(${sell}) as "sellPriceCents", coalesce(r.revenue_cents, 0) as "revenueCents", coalesce(r.priced_revenue_cents, 0) as "pricedRevenueCents",
  (select jsonb_agg(jsonb_build_array(extract(epoch from h.hour)::int / 3600, h.completes_live) order by h.hour) from hour_bucket h
    where h.account_id = ${row}.account_id and h.scope = ${SCOPE_CODES[scope]} and h.scope_id = ${row}.${id} and h.completes_live > 0
      and h.hour > now() - interval '${RECENT_HOURS} hours') as hours, r.forecast`)

const SURVEY_LIMITS = 'jsonb_build_array(y.limit_loi_percent, y.limit_ir_percent, y.limit_min_completes)'

/** The columns of a row's field facts; over `s`, `y`, `p` (source, survey, project) and `r` (its rollup). */
export const FIELD: Readonly<Record<StatusScope, RawBuilder<unknown>>> = {
  source: fieldOf({
    scope: 'source',
    row: 's',
    id: 'source_id',
    started: 's.live_since',
    ends: 's.out_of_field_at, y.out_of_field_at, p.out_of_field_at',
    stated: 'y',
    limits: SURVEY_LIMITS,
    sell: 'y.sell_price_cents, p.sell_price_cents',
  }),
  survey: fieldOf({
    scope: 'survey',
    row: 'y',
    id: 'survey_id',
    started: 'null',
    ends: 'y.out_of_field_at, p.out_of_field_at',
    stated: 'y',
    limits: SURVEY_LIMITS,
    sell: 'y.sell_price_cents, p.sell_price_cents',
  }),
  project: fieldOf({
    scope: 'project',
    row: 'p',
    id: 'project_id',
    started: 'null',
    ends: 'p.out_of_field_at',
    stated: 'p',
    limits: 'null::jsonb',
    sell: 'p.sell_price_cents',
  }),
}

/** The field facts of a row in the internal view. */
export function fieldFactsOf(row: RollupCounts & FieldRow): FieldFacts {
  const { statedLoiMinutes, statedIrPercent, limits, sellPriceCents, hours, forecast } = row
  const limited =
    limits === null || statedLoiMinutes === null || statedIrPercent === null
      ? null
      : {
          ...row,
          statedLoiMinutes,
          statedIrPercent,
          limitLoiPercent: limits[0],
          limitIrPercent: limits[1],
          limitMinCompletes: limits[2],
        }
  const { revenue, margin } = earningsOf(row)
  return {
    started_at: row.startedAt?.toISOString() ?? null,
    ends_at: row.endsAt?.toISOString() ?? null,
    stated_loi: statedLoiMinutes,
    stated_ir: statedIrPercent,
    is_over_loi: limited !== null && isLoiOver(limited),
    is_under_ir: limited !== null && isIrUnder(limited),
    sell_price: sellPriceCents === null ? null : sellPriceCents / 100,
    revenue,
    margin,
    recent_hours: recentHours((hours ?? []).map(([hour, completes]) => ({ hour, completes }))),
    forecast,
  }
}
