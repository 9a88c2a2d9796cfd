import type { ReportDimension } from '@desk/schema/reports/report'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { keysOf, namesOf, studiesOf, type Line, type LineKeys, type ReportScope } from './report-lines.store.ts'

/** A sub-quota of a source, or the source itself. */
export interface QuotaProgress {
  readonly names: Line['names']
  readonly quota: string | null
  readonly target: number
  readonly completes: number
  readonly inflight: number
}

/** Each source, then its sub-quotas in their order; sources by their id. */
export async function listQuotas(
  tx: Tx,
  accountId: number,
  scope: ReportScope,
  by: readonly ReportDimension[],
  page: Page,
): Promise<readonly QuotaProgress[]> {
  const { rows } = await sql<LineKeys & Omit<QuotaProgress, 'names'>>`
    select ${keysOf(by)}, q.name as quota, q.target, q.completes, q.inflight
    from source s
    cross join lateral (
      select 0 as no, null as name, s.target, coalesce(r.completes, 0) as completes, coalesce(r.inflight, 0) as inflight
      from (select 1) one left join rollup r on r.account_id = s.account_id and r.scope = 3 and r.scope_id = s.source_id
      union all
      select quota_no, name, target, completes, inflight from source_quota where account_id = s.account_id and source_id = s.source_id
    ) q
    ${studiesOf(accountId, scope)}
    group by 1, 3, s.source_id, q.no, q.name, q.target, q.completes, q.inflight
    order by s.source_id, q.no limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(({ id0, id1, name0, name1, ...quota }) => ({
    ...quota,
    names: namesOf(by, { id0, id1, name0, name1 }),
  }))
}
