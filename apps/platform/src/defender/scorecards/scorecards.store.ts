import type { FlaggedCounts, TrafficCounts } from '@desk/schema/defender/scorecard'
import { distinctNames } from '@desk/schema/names/distinct-names'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { ANY_RULE, EVERYBODY } from './count-days.store.ts'

/** The dimension of scorecards. */
export type ScorecardBy = 'rule' | 'source' | 'supplier'

/** Whose counts are read: of the days from one on, until another. */
export interface CountScope {
  readonly fromDay: number
  readonly untilDay: number
  readonly source?: number | undefined
  readonly supplier?: number | undefined
}

/** The counts of a key and week; those of all entrants have the rule of everybody. */
export interface WeekCounts extends FlaggedCounts {
  readonly key: string
  readonly rule: string
  /** From the first day of the scope on. */
  readonly week: number
  readonly entrants: number
  readonly savedCents: number
  readonly lostCents: number
}

const KEYS: Readonly<Record<ScorecardBy, RawBuilder<unknown>>> = {
  rule: sql`c.rule`,
  source: sql`c.source_id::text`,
  supplier: sql`c.supplier_id::text`,
}

/** The counts of a scope by key and week: by rule those of every rule, else those of all entrants and of the flagged ones. @param rule that flagged them; undefined: any */
export async function readWeekCounts(
  tx: Tx,
  accountId: number,
  by: ScorecardBy,
  { fromDay, untilDay, source, supplier }: CountScope,
  rule: string | undefined,
): Promise<readonly WeekCounts[]> {
  const { rows } = await sql<WeekCounts>`
    select ${KEYS[by]} as key, c.rule, ((c.day - ${fromDay}::int) / 7)::int as week, sum(c.entrants)::int as entrants, sum(c.entrants)::int as flagged,
      sum(c.refused)::int as refused, sum(c.completes)::int as completes, sum(c.reconciled)::int as reconciled, sum(c.rejected)::int as rejected,
      sum(c.saved_cents)::float8 as "savedCents", sum(c.lost_cents)::float8 as "lostCents"
    from defender_count c
    where c.account_id = ${accountId} and c.day >= ${fromDay} and c.day < ${untilDay}
      ${by === 'rule' ? sql`` : sql`and c.rule in (${EVERYBODY}, ${rule ?? ANY_RULE})`}
      ${source === undefined ? sql`` : sql`and c.source_id = ${source}`}
      ${supplier === undefined ? sql`` : sql`and c.supplier_id = ${supplier}`}
    group by 1, 2, 3 order by 3`.execute(tx)
  return rows
}

/** When the latest day of an account was counted. */
export async function findCountedAt(tx: Tx, accountId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(counted_at) as at from defender_day where account_id = ${accountId}`.execute(tx)
  return rows[0]?.at ?? null
}

/** The names of sources, or of suppliers, by their id; sources of one name have their survey and id. */
export async function readNames(
  tx: Tx,
  accountId: number,
  by: 'source' | 'supplier',
  ids: readonly number[],
): Promise<ReadonlyMap<string, string>> {
  const named =
    by === 'source'
      ? sql`select s.source_id as id, s.name, v.name as within from source s
          join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
          where s.account_id = ${accountId} and s.source_id = any(${ids}::int[])`
      : sql`select supplier_id as id, name, null as within from supplier
          where account_id = ${accountId} and supplier_id = any(${ids}::int[])`
  const { rows } = await sql<{ id: number; name: string; within: string | null }>`${named}`.execute(tx)
  return new Map([...distinctNames(rows)].map(([id, name]) => [String(id), name]))
}

export const NO_TRAFFIC: TrafficCounts = { entrants: 0, refused: 0, completes: 0, reconciled: 0, rejected: 0 }
