import type { QuotaFigure } from '@desk/schema/columns/figure-columns'
import type { ChangeCause } from '@desk/schema/figures/figure-change'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { CAUSE, codeList, codesIn, ITS_RESPONDENT, REQUEST } from '#ledger/sums/line-columns'
import type { CountedMove } from './decompose.ts'
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
export interface QuotaMove extends CountedMove {
  readonly change: number
}

export interface QuotaNow extends Readonly<Record<QuotaFigure, number>> {
  /** Of its source, its group and itself. */
  readonly name: string
}

/** The present count of a sub-quota; undefined when the account's source has none of the number. */
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
const ofQuota = ({ accountId, sourceId, quota }: AskedQuota) =>
  sql`r.account_id = ${accountId} and r.source_id = ${sourceId} and r.quota_no = ${quota}`

/** Where a sub-quota's lines since a moment are found in the least time. */
interface Way {
  /** No line that changed a state since the moment comes before it. */
  readonly position: number
  /** More lines came than the sub-quota has respondents: these are asked for their lines, instead of each line for its respondent. */
  readonly isByRespondent: boolean
}

/**
 * The sums of the ledger since the moment (docs/decisions/0062) decide it, to the hour; they do not separate quotas.
 */
async function findWay(tx: Tx, asked: AskedQuota): Promise<Way> {
  const { accountId, sourceId, from } = asked
  const nextDay = sql`date_trunc('day', ${from}::timestamptz, 'UTC') + interval '1 day'`
  const { rows } = await sql<Way>`
    with since as materialized (
      select least(min(h.first_position), coalesce((select f.position from ledger_folded f where f.account_id = ${accountId} and f.source_id = ${sourceId}), 0) + 1) as position,
        coalesce(sum(h.respondents), 0)::bigint as lines
      from (values ('hour', date_trunc('hour', ${from}::timestamptz, 'UTC'), ${nextDay}), ('day', ${nextDay}, 'infinity')) t(grain, first_at, last_at)
      join ledger_sum h on h.account_id = ${accountId} and h.source_id = ${sourceId} and h.grain = t.grain and h.starts_at >= t.first_at and h.starts_at < t.last_at
    )
    select position, lines > (select count(*) from (select from respondent r where ${ofQuota(asked)} limit (select lines from since)) q) as "isByRespondent" from since`.execute(
    tx,
  )
  const [way] = rows
  if (way === undefined) throw new Error('One row tells the way')
  return way
}

/**
 * The lines since the first moment that changed the figure, as a query, where 0 means no supplier, no earlier state
 * and no reconciliation: respondents keep the quota that let them in, whatever becomes of its conditions. A
 * respondent whose place was freed holds none any more, whatever they do next.
 */
function quotaLines(asked: AskedQuota, { position, isByRespondent }: Way): RawBuilder<unknown> {
  const { accountId, sourceId, figure, from } = asked
  const codes = codeList(codesIn([figure]))
  const gained = sql`(e.to_code = any(${codes}))::int - coalesce(e.from_code = any(${codes}), false)::int`
  const since = sql`e.account_id = ${accountId} and e.at >= ${from} and not e.is_test`
  const moves = sql`e.changed and ${gained} <> 0`
  const frees = sql`not e.changed and e.detail->>'rule' = 'sub_quota_place'`
  const hasPlaces = figure === 'inflight'
  const found = isByRespondent
    ? sql`respondent r cross join lateral (
        select * from respondent_event e where ${since} and e.rdud = r.rdud and (${moves} ${hasPlaces ? sql`or ${frees}` : sql``}) offset 0) e`
    : sql`(
        select * from respondent_event e where ${since} and e.source_id = ${sourceId} and e.position >= ${position} and ${moves}
        ${hasPlaces ? sql`union all select * from respondent_event e where ${since} and e.source_id = ${sourceId} and ${frees}` : sql``}) e cross join ${ITS_RESPONDENT}`
  const hadNone = sql`r.place_freed and exists (
      select from respondent_event f where f.account_id = ${accountId} and f.rdud = r.rdud and not f.changed and f.detail->>'rule' = 'sub_quota_place' and f.position < e.position)`
  return sql`
    select e.at, e.position, r.rdud, coalesce(r.supplier_id, 0) as supplier_id, case when e.changed then ${CAUSE} else ${FREED} end as cause,
      coalesce(e.from_code, 0)::smallint as from_code, e.to_code, case when e.changed then ${RULE} else '' end as reason, ${REQUEST} as request, case when e.changed then ${gained} else -1 end as change
    from ${found}
    where ${ofQuota(asked)} ${hasPlaces ? sql`and not (${hadNone})` : sql``}`
}

/** Reads what the ledger did to a sub-quota's figure since the first moment, summed by what a part tells apart. */
export async function readQuotaMoves(tx: Tx, asked: AskedQuota): Promise<readonly QuotaMove[]> {
  const { rows } = await sql<QuotaMove>`
    select m.at >= ${asked.to} as "isAfter", nullif(m.supplier_id, 0) as "supplierId", m.cause, nullif(m.from_code, 0)::int as "from", m.to_code::int as "to", nullif(m.reason, '') as rule, nullif(m.request, 0) as request,
      count(*)::int as respondents, sum(m.change)::int as change
    from (${quotaLines(asked, await findWay(tx, asked))}) m
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
  const newest = sql`order by m.at desc, m.position desc`
  const { rows } = await sql<StoredRespondent>`
    select m.at, m.rdud, r.rid, r.source_id as "sourceId", r.survey_id as "surveyId", r.project_id as "projectId"
    from (
      select m.at, m.position, m.rdud from (${quotaLines(asked, await findWay(tx, asked))}) m
      where m.at < ${asked.to} and ${isOfPart(asked)} ${newest} limit ${page.limit} offset ${page.offset}
    ) m join respondent r on r.account_id = ${asked.accountId} and r.rdud = m.rdud ${newest}`.execute(tx)
  return rows
}
