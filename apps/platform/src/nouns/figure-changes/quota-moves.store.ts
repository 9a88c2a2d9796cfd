import type { ChangeCause, QuotaFigure } from '@desk/schema/figures/figure-change'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { CAUSE, codeList, codesIn, ITS_RESPONDENT, REQUEST } from '#ledger/sums/line-columns'
import type { ToldMove } from './decompose.ts'
import { isOfPart, newestOf, type StoredPart, type StoredRespondent } from './asked-part.ts'

/** A sub-quota of a source, what it counts, and two moments. */
export interface AskedQuota {
  readonly accountId: number
  readonly sourceId: number
  readonly quota: number
  readonly figure: QuotaFigure
  readonly from: Date
  readonly to: Date
}

/** Lines of the ledger that changed a sub-quota's figure alike, and by how much together. */
export interface QuotaMove extends ToldMove {
  readonly change: number
}

export interface QuotaNow extends Readonly<Record<QuotaFigure, number>> {
  /** Of its source, its group and itself. */
  readonly name: string
}

/** What a sub-quota counts now; undefined when the account's source has none of the number. */
export async function readQuotaNow(
  tx: Tx,
  { accountId, sourceId, quota }: Pick<AskedQuota, 'accountId' | 'sourceId' | 'quota'>,
): Promise<QuotaNow | undefined> {
  const { rows } = await sql<QuotaNow>`
    select concat(s.name, ' · ', g.name || ' › ', q.name) as name, q.completes, q.inflight
    from source_quota q
      join source s on s.account_id = q.account_id and s.source_id = q.source_id
      left join source_quota_group g on g.account_id = q.account_id and g.source_id = q.source_id and g.group_no = q.group_no
    where q.account_id = ${accountId} and q.source_id = ${sourceId} and q.quota_no = ${quota}`.execute(tx)
  return rows[0]
}

const FREED: ChangeCause = 'place_freed'
const RULE = sql`coalesce(case when e.from_code is null then e.detail->>'rule' end, '')`

/**
 * The lines since the first moment that changed the figure, as a query, where 0 stands for no supplier, no earlier state and no reconciliation: respondents keep the quota that let them in, whatever becomes of its conditions. The sums of the ledger
 * (docs/decisions/0062) do not tell quotas apart, so lines are read themselves: from the day of the first moment on, which the sums find by positions.
 */
function quotaLines({ accountId, sourceId, quota, figure, from }: AskedQuota): RawBuilder<unknown> {
  const codes = codeList(codesIn([figure]))
  const gained = sql`(e.to_code = any(${codes}))::int - coalesce(e.from_code = any(${codes}), false)::int`
  const ofQuota = sql`r.account_id = ${accountId} and r.source_id = ${sourceId} and r.quota_no = ${quota}`
  const columns = sql`e.at, e.position, coalesce(r.supplier_id, 0) as supplier_id, r.rdud, r.rid, r.source_id, r.survey_id, r.project_id`
  const moved = sql`
    select ${columns}, ${CAUSE} as cause, coalesce(e.from_code, 0)::smallint as from_code, e.to_code, ${RULE} as reason, ${REQUEST} as request, ${gained} as change
    from since join respondent_event e on e.account_id = ${accountId} and e.source_id = ${sourceId} and e.position >= since.position
      cross join ${ITS_RESPONDENT}
    where ${ofQuota} and e.at >= ${from} and e.changed and not e.is_test and ${gained} <> 0`
  const since = sql`since as materialized (
      select least(
        (select min(first_position) from ledger_sum where account_id = ${accountId} and source_id = ${sourceId} and grain = 'day' and starts_at >= date_trunc('day', ${from}::timestamptz, 'UTC')),
        coalesce((select f.position from ledger_folded f where f.account_id = ${accountId} and f.source_id = ${sourceId}), 0) + 1) as position
    )`
  if (figure === 'completes') return sql`with ${since} ${moved}`
  // whose place was freed holds none any more, whatever they do next
  return sql`with ${since}, freed as materialized (
      select r.rdud as freed, e.* from respondent r cross join lateral (
        select e.at, e.position, e.to_code from respondent_event e
        where e.account_id = ${accountId} and e.rdud = r.rdud and not e.changed and e.detail->>'rule' = 'sub_quota_place' order by e.position limit 1 offset 0) e
      where ${ofQuota} and r.place_freed and not r.is_test
    )
    ${moved} and not exists (select from freed f where f.freed = e.rdud and f.position < e.position)
    union all
    select ${columns}, ${FREED}, e.to_code, e.to_code, '', 0, -1
    from freed e join respondent r on r.account_id = ${accountId} and r.rdud = e.freed where e.at >= ${from}`
}

/** Reads what the ledger did to a sub-quota's figure since the first moment, summed by what a part tells apart. */
export async function readQuotaMoves(tx: Tx, asked: AskedQuota): Promise<readonly QuotaMove[]> {
  const { rows } = await sql<QuotaMove>`
    select m.at >= ${asked.to} as "isAfter", nullif(m.supplier_id, 0) as "supplierId", m.cause, nullif(m.from_code, 0)::int as "from", m.to_code::int as "to", nullif(m.reason, '') as rule, nullif(m.request, 0) as request,
      count(*)::int as respondents, sum(m.change)::int as change
    from (${quotaLines(asked)}) m
    group by 1, 2, 3, 4, 5, 6, 7`.execute(tx)
  return rows
}

/** A page of the respondents of one part of its change, newest first. */
export const readQuotaChanged = (
  tx: Tx,
  asked: AskedQuota & StoredPart,
  page: Page,
): Promise<readonly StoredRespondent[]> =>
  newestOf(asked, page.limit, from => readQuotaChangedSince(tx, { ...asked, from }, page))

async function readQuotaChangedSince(
  tx: Tx,
  asked: AskedQuota & StoredPart,
  page: Page,
): Promise<readonly StoredRespondent[]> {
  const { rows } = await sql<StoredRespondent>`
    select m.at, m.rdud, m.rid, m.source_id as "sourceId", m.survey_id as "surveyId", m.project_id as "projectId"
    from (${quotaLines(asked)}) m
    where m.at < ${asked.to} and ${isOfPart(asked)}
    order by m.at desc, m.position desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}
