import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'

const DAY_MS = 86_400_000
/** A day since 1970, UTC. */
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)
/** The first RDUD of a day: their order is that of the entries. */
const firstRdudOf = (day: number): string => (day * DAY_MS).toString(16).padStart(12, '0').padEnd(32, '0')

/** Rows of all entrants, and of those whom any rule flagged. */
export const EVERYBODY = ''
export const ANY_RULE = '*'

/** A day of an account that has to be counted. */
export interface DueDay {
  readonly accountId: number
  readonly day: number
}

/** How far back an account's days are counted. */
const DAYS_MAX = 400
/** Returns, and adjustments within the window, change days as old as this. */
const OPEN_DAYS = 65
const OPEN_AGAIN_HOURS = 24
const RECENT_AGAIN_SECONDS = 60
/** A request commits within this time of its moment: completes counted in between are counted once more. */
const STORING_SECONDS = 120
/** Counting takes no more than a twentieth of the time. */
const REST_FACTOR = 20

/**
 * The days that have to be counted, newest first: those that never were, today and yesterday, those of an open window once a day, and all of them once a
 * reconciliation was stored.
 */
export async function findDueDays(tx: Tx, nowMs: number, limit: number): Promise<readonly DueDay[]> {
  const today = dayOf(nowMs)
  const { rows } = await sql<DueDay>`
    with seen as (
      select a.account_id, (select ('x' || left(replace(r.rdud::text, '-', ''), 12))::bit(48)::bigint / ${DAY_MS}::bigint
          from respondent r where r.account_id = a.account_id order by r.rdud limit 1)::int as first_day,
        (select max(q.stored_at) from reconciliation q where q.account_id = a.account_id) as stored_at
      from account a
    )
    select s.account_id as "accountId", n.day from seen s
    cross join lateral generate_series(greatest(s.first_day, ${today}::int - ${DAYS_MAX}::int), ${today}::int) as n(day)
    left join defender_day d on d.account_id = s.account_id and d.day = n.day
    where s.first_day is not null and (d.day is null
      or (n.day >= ${today}::int - 1 and d.counted_at < to_timestamp(${nowMs}::float8 / 1000)
        - greatest(make_interval(secs => ${RECENT_AGAIN_SECONDS}), make_interval(secs => d.took_ms * ${REST_FACTOR}::float8 / 1000)))
      or (n.day >= ${today}::int - ${OPEN_DAYS}::int
        and (d.counted_at < to_timestamp(${nowMs}::float8 / 1000) - make_interval(hours => ${OPEN_AGAIN_HOURS}) or d.counted_at <= s.stored_at
          or (d.counted_at < s.stored_at + make_interval(secs => ${STORING_SECONDS}) and to_timestamp(${nowMs}::float8 / 1000) >= s.stored_at + make_interval(secs => ${STORING_SECONDS})))))
    order by n.day desc, s.account_id limit ${limit}`.execute(tx)
  return rows
}

const RULES = sql`${[...DEFENDER_RULES]}::text[]`

/**
 * Counts a day of an account again. A complete's outcome is known once it was rejected or accepted, or once a request
 * of its project was stored after it: a reconciliation leaves the completes that it does not name.
 */
export async function countDay(tx: Tx, { accountId, day }: DueDay, at: Date): Promise<void> {
  await sql`delete from defender_count where account_id = ${accountId} and day = ${day}`.execute(tx)
  await sql`
    with reconciled as materialized (
      select project_id, max(stored_at) as stored_at from reconciliation
      where account_id = ${accountId} and state = 'stored' and kind <> 'undo' group by project_id
    ), entrant as materialized (
      select r.rdud, r.source_id, coalesce(r.supplier_id, 0) as supplier_id, r.code,
        case when r.code in (30, 50, 51) then 1 else 0 end as completed,
        case when r.code in (50, 51) or (r.code = 30 and r.ended_at <= q.stored_at) then 1 else 0 end as known,
        case when r.code = 50 then (
          select w.sell_cents from reconciliation_row w where w.account_id = r.account_id and w.rdud = r.rdud and w.is_applied and w.undone_by is null
          order by w.reconciliation_id desc limit 1) else r.sell_price_cents end as sell_cents
      from respondent r left join reconciled q on q.project_id = r.project_id
      where r.account_id = ${accountId} and r.rdud >= ${firstRdudOf(day)}::uuid and r.rdud < ${firstRdudOf(day + 1)}::uuid and not r.is_test
    ), flagged as (
      select v.rdud, v.rule, bool_or(v.refused) as refused from rule_verdict v
      where v.account_id = ${accountId} and v.rdud >= ${firstRdudOf(day)}::uuid and v.rdud < ${firstRdudOf(day + 1)}::uuid and v.rule = any(${RULES})
      group by v.rdud, v.rule
    ), spoken as (
      select rdud, bool_or(refused) as refused from flagged group by rdud
    ), judged as (
      -- at the door, or at the return
      select e.*, s.rdud is not null as is_flagged, (e.code = 20 or (e.code in (33, 34, 35) and coalesce(s.refused, false))) as is_refused
      from entrant e left join spoken s using (rdud)
    ), counted as (
      select j.*, ${EVERYBODY}::text as rule from judged j
      union all select j.*, ${ANY_RULE} from judged j where j.is_flagged
      union all select j.*, f.rule from judged j join flagged f using (rdud)
    )
    insert into defender_count (account_id, day, source_id, supplier_id, rule, entrants, refused, completes, reconciled, rejected, saved_cents, lost_cents)
    select ${accountId}::int, ${day}::int, source_id, supplier_id, rule, count(*), count(*) filter (where is_refused), sum(completed), sum(known),
      count(*) filter (where code = 50), coalesce(sum(sell_cents) filter (where code = 50), 0),
      coalesce(sum(sell_cents) filter (where known = 1 and code <> 50), 0)
    from counted group by source_id, supplier_id, rule`.execute(tx)
  await sql`
    insert into defender_day (account_id, day, counted_at, took_ms)
    values (${accountId}, ${day}, ${at}, extract(epoch from clock_timestamp() - now()) * 1000)
    on conflict (account_id, day) do update set (counted_at, took_ms) = (excluded.counted_at, excluded.took_ms)`.execute(
    tx,
  )
}
