import {
  ACTIVITY_ENTRIES_MAX,
  ACTIVITY_LEVELS,
  BUSIEST_MAX,
  type Activity,
  type BusyMark,
} from '@desk/schema/defender/activity'
import type { MarkKind } from '@desk/schema/defender/mark-lists'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { findLists } from '../people/people.store.ts'

interface Row {
  readonly entries: number
  readonly without_fingerprint: number
  readonly levels: readonly { kind: MarkKind; from: number; marks: number; attempts: number }[] | null
  readonly busiest: readonly Omit<BusyMark, 'lists'>[] | null
}

const HOUR_MS = 3_600_000

/**
 * Counts how often devices and addresses entered within the last hours: the latest entries by the time in their ids, so that a busy account costs no more than
 * so many of them.
 */
export async function countActivity(
  tx: Tx,
  accountId: number,
  hours: number,
  nowMs: number,
): Promise<Omit<Activity, 'as_of'>> {
  const sinceMs = nowMs - hours * HOUR_MS
  const firstId = sinceMs.toString(16).padStart(12, '0').padEnd(32, '0')
  const { rows } = await sql<Row>`
    with latest as materialized (
      select fingerprint, address, rid, survey_id, code, entered_at from respondent
      where account_id = ${accountId} and rdud >= ${firstId}::uuid and entered_at >= to_timestamp(${sinceMs}::float8 / 1000) and not is_test
      order by rdud desc limit ${ACTIVITY_ENTRIES_MAX + 1}
    ), by_fingerprint as materialized (select fingerprint, count(*)::int as attempts from latest group by 1),
    by_address as materialized (select address, count(*)::int as attempts from latest where address is not null group by 1),
    counted as (
      select 'fingerprint' as kind, attempts, count(*)::int as marks from by_fingerprint where fingerprint is not null group by 2
      union all select 'address', attempts, count(*)::int from by_address group by 2
    ), levels as (
      select c.kind, l.at as "from", sum(c.marks)::int as marks, sum(c.marks * c.attempts)::int as attempts
      from counted c cross join lateral (select max(at) as at from unnest(${[...ACTIVITY_LEVELS]}::int[]) as at where at <= c.attempts) l group by 1, 2
    ), top as materialized (
      (select 'fingerprint' as kind, fingerprint as value, attempts from by_fingerprint where fingerprint is not null order by attempts desc, fingerprint limit ${BUSIEST_MAX})
      union all (select 'address', host(address), attempts from by_address order by attempts desc, address limit ${BUSIEST_MAX})
    ), busiest as (
      select t.kind, t.value, t.attempts, count(distinct e.rid)::int as rids, count(distinct e.survey_id)::int as surveys,
        count(*) filter (where e.code in (30, 51))::int as completes, count(*) filter (where e.code in (20, 21, 22))::int as refused, max(e.entered_at) as last_at
      from top t join (
        select 'fingerprint' as kind, fingerprint as value, rid, survey_id, code, entered_at from latest where fingerprint in (select value from top where kind = 'fingerprint')
        union all
        select 'address', host(address), rid, survey_id, code, entered_at from latest where address in (select value::inet from top where kind = 'address')
      ) e using (kind, value) group by 1, 2, 3
    )
    select coalesce((select sum(attempts)::int from by_fingerprint), 0) as entries, coalesce((select attempts from by_fingerprint where fingerprint is null), 0) as without_fingerprint,
      (select json_agg(l order by l."from") from levels l) as levels,
      (select json_agg(json_build_object('kind', kind, 'value', value, 'attempts', attempts, 'rids', rids, 'surveys', surveys, 'completes', completes, 'refused', refused,
        'last_at', to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by attempts desc, value) from busiest) as busiest`.execute(
    tx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('A query without a FROM gives one row')
  const busiest = row.busiest ?? []
  const lists = await findLists(tx, accountId, busiest)
  const of = (kind: MarkKind) => ({
    levels: ACTIVITY_LEVELS.map(from => ({
      from,
      marks: 0,
      attempts: 0,
      ...(row.levels ?? []).find(level => level.kind === kind && level.from === from),
    })).map(({ from, marks, attempts }) => ({ from, marks, attempts })),
    busiest: busiest
      .filter(mark => mark.kind === kind)
      .map(mark => ({ ...mark, lists: lists.get(`${kind} ${mark.value}`) ?? [] })),
  })
  const [fingerprint, address] = [of('fingerprint'), of('address')]
  return {
    hours,
    entries: Math.min(row.entries, ACTIVITY_ENTRIES_MAX),
    is_partial: row.entries > ACTIVITY_ENTRIES_MAX,
    without_fingerprint: row.without_fingerprint,
    levels: { fingerprint: fingerprint.levels, address: address.levels },
    busiest: { fingerprint: fingerprint.busiest, address: address.busiest },
  }
}
