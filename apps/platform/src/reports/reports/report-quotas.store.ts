import type { ReportDimension } from '@desk/schema/reports/report'
import { sql, type RawBuilder } from 'kysely'
import { FORECAST_SCOPES } from '#forecasts/seal.store'
import { detailsOf, keysOf, studiesOf, type LineKeys, type ReportScope } from './report-lines.store.ts'

/** A sub-quota of a source, or the source itself. */
export interface QuotaProgress extends LineKeys {
  readonly quota: string | null
  readonly quotaNo: number | null
  readonly target: number
  readonly completes: number
  readonly inflight: number
  /** Of its forecast of this hour. */
  readonly fullBy: Date | null
  readonly fullPerMille: number | null
}

/** Each source, then its sub-quotas in their order; sources by their id. */
export const selectQuotas = (
  accountId: number,
  scope: ReportScope,
  by: readonly ReportDimension[],
): RawBuilder<QuotaProgress> => sql`
  select ${keysOf(by)}, q.name as quota, nullif(q.no, 0) as "quotaNo", q.target, q.completes, q.inflight, f.p50_at as "fullBy", f.full_per_mille as "fullPerMille", ${detailsOf(by)}
  from source s
  cross join lateral (
    select 0 as no, null as name, s.target, coalesce(r.completes, 0) as completes, coalesce(r.inflight, 0) as inflight
    from (select 1) one left join rollup r on r.account_id = s.account_id and r.scope = 3 and r.scope_id = s.source_id
    union all
    select quota_no, name, target, completes, inflight from source_quota where account_id = s.account_id and source_id = s.source_id
  ) q
  left join lateral (
    select f.p50_at, f.full_per_mille from forecast f
    where f.account_id = s.account_id and f.scope = case when q.no = 0 then ${FORECAST_SCOPES.source}::int else ${FORECAST_SCOPES.quota}::int end and f.scope_id = s.source_id and f.quota_no = q.no
      and f.asked_at >= (select swept_hour from forecast_head where account_id = ${accountId})
    order by f.seq desc limit 1 offset 0
  ) f on true
  ${studiesOf(accountId, scope)}
  group by 1, 3, s.source_id, q.no, q.name, q.target, q.completes, q.inflight, f.p50_at, f.full_per_mille
  order by s.source_id, q.no`
