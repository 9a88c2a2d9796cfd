import type { Earnings } from '@desk/schema/columns/supply-cost'
import type { HistoryAct } from '@desk/schema/history/history'
import type { OthersChange } from '@desk/schema/today/since'
import type { TodayOf } from '@desk/schema/today/today'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'
import { codeList, codesIn } from '#ledger/sums/line-columns'
import { movesWithin } from '#ledger/sums/moves-within'

const COMPLETE = codeList(codesIn(['completes']))
/** As many of the account's newest edits, and changes of status, are read. */
const READ_MAX = 2000

export interface SinceQuery {
  readonly accountId: number
  readonly userId: number
  readonly of: TodayOf
  readonly since: Date
}

/** Of a project `p`. */
const isOf = ({ of, userId }: SinceQuery): RawBuilder<unknown> =>
  of === 'mine' ? sql`p.consultant_user_id = ${userId}` : sql`true`

/** The completes since a moment, less those that were taken back, with their money. */
export async function readEarned(tx: Tx, query: SinceQuery): Promise<Earnings> {
  const { accountId, of, since } = query
  const moves = movesWithin({
    accountId,
    sources: sql`select s.source_id from source s join project p on p.account_id = s.account_id and p.project_id = s.project_id where s.account_id = ${accountId} and ${isOf(query)}`,
    isOfAllSources: of === 'all',
    times: [{ from: since, to: null, isAfter: false }],
    unit: null,
  })
  const { rows } = await sql<Earnings>`
    select coalesce(sum(m.respondents * ((m.to_code = any(${COMPLETE}))::int - (m.from_code = any(${COMPLETE}))::int)), 0)::bigint as completes,
      coalesce(sum(m.priced_completes), 0)::bigint as "pricedCompletes", coalesce(sum(m.expense_cents), 0)::bigint as "expenseCents",
      coalesce(sum(m.revenue_cents), 0)::bigint as "revenueCents", coalesce(sum(m.priced_revenue_cents), 0)::bigint as "pricedRevenueCents"
    from ${moves} m`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A sum without groups is one row.')
  return row
}

/** The changes of one object by one user, with the fields of the edits. */
export interface StoredChange extends Omit<OthersChange, 'at' | 'acts'> {
  readonly acts: readonly HistoryAct[]
  readonly fields: readonly string[]
  readonly at: Date
}

/** Changes of projects, surveys and sources by other users since a moment, newest first. */
export async function listOthersChanges(tx: Tx, query: SinceQuery): Promise<readonly StoredChange[]> {
  const { accountId, userId, since } = query
  const { rows } = await sql<StoredChange>`
    with line as (
      select e.account_id, e.scope, e.object_id as id, e.user_id, e.act, e.at, array(select f ->> 'field' from jsonb_array_elements(e.changes) f) as fields
      from (select * from object_edit where account_id = ${accountId} order by edit_no desc limit ${READ_MAX}) e
      where e.scope in ('project', 'survey', 'source')
      union all
      select t.account_id, t.scope, t.scope_id, t.user_id, 'status', t.at, '{status}'
      from (select * from status_event where account_id = ${accountId} order by status_event_id desc limit ${READ_MAX}) t
    ), one as (
      select l.account_id, l.scope, l.id, l.user_id, max(l.at) as at, array_agg(distinct l.act) as acts, coalesce(array_agg(distinct f) filter (where f is not null), '{}') as fields
      from line l left join lateral unnest(l.fields) f on true
      where l.at > ${since} and l.user_id <> ${userId} group by 1, 2, 3, 4)
    select o.scope, o.id, coalesce(s.name, y.name, p.name) as name, p.project_id as pm_proj_ud, p.name as pm_proj_name, y.survey_id as pm_sy_ud, y.name as pm_sy_name,
      o.acts, o.fields, ${userName('o.account_id', 'o.user_id')} as by, o.at
    from one o
      left join source s on o.scope = 'source' and s.account_id = o.account_id and s.source_id = o.id
      left join survey y on y.account_id = o.account_id and y.survey_id = case o.scope when 'survey' then o.id else s.survey_id end
      join project p on p.account_id = o.account_id and p.project_id = case o.scope when 'project' then o.id else y.project_id end
    where ${isOf(query)} order by o.at desc limit ${READ_MAX}`.execute(tx)
  return rows
}
