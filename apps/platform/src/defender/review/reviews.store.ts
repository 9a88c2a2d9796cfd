import type { FlaggedComplete, Reviewed, ReviewDecision, ReviewHistory } from '@desk/schema/defender/review'
import { DEFENDER_RULES } from '@desk/schema/respondents/door-rules'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { userName } from '#kernel/history/user-name'

const RULES = sql`${[...DEFENDER_RULES]}::text[]`
/** Of so many verdicts one page is looked for: however rare its completes are, a page costs no more. */
const VERDICTS_A_PAGE = 20_000
/** Of so many decided completes. */
const DECIDED_A_PAGE = 2_000

/** The first id of a moment. */
export const firstIdAt = (atMs: number): string => Math.max(0, atMs).toString(16).padStart(12, '0').padEnd(32, '0')

/** Whom a page of the queue is of: those from one id on, before another one. */
export interface ReviewScope {
  readonly fromHex: string
  readonly beforeHex: string | undefined
  readonly rule: string | undefined
  readonly projectId: number | undefined
}

export interface FoundIds {
  readonly hexes: readonly string[]
  /** The last id that was looked at, where more may follow; null: none. */
  readonly lookedTo: string | null
}

const before = (column: RawBuilder<unknown>, hex: string | undefined): RawBuilder<unknown> =>
  hex === undefined ? sql`` : sql`and ${column} < ${hex}::uuid`

/** Flagged completes without a decision, the latest entrants first. */
export async function findPending(tx: Tx, accountId: number, scope: ReviewScope, limit: number): Promise<FoundIds> {
  const { rows } = await sql<{ hexes: string[] | null; looked: number; last: string | null }>`
    with looked as materialized (
      select v.rdud, v.rule from rule_verdict v
      where v.account_id = ${accountId} and v.rdud >= ${scope.fromHex}::uuid ${before(sql`v.rdud`, scope.beforeHex)}
      order by v.rdud desc limit ${VERDICTS_A_PAGE}
    ), flagged as (
      select distinct rdud from looked where rule = any(${RULES}) ${scope.rule === undefined ? sql`` : sql`and rule = ${scope.rule}`}
    ), wanted as (
      select f.rdud from flagged f join respondent r on r.account_id = ${accountId} and r.rdud = f.rdud
      where r.code in (30, 51) and not r.is_test ${scope.projectId === undefined ? sql`` : sql`and r.project_id = ${scope.projectId}`}
        and not exists (select from review_decision d where d.account_id = ${accountId} and d.rdud = f.rdud)
      order by f.rdud desc limit ${limit + 1}
    )
    select (select array_agg(replace(rdud::text, '-', '') order by rdud desc) from wanted) as hexes,
      (select count(*)::int from looked) as looked, (select replace(rdud::text, '-', '') from looked order by rdud limit 1) as last`.execute(
    tx,
  )
  const { hexes, looked = 0, last = null } = rows[0] ?? {}
  const found = hexes ?? []
  if (found.length > limit) return { hexes: found.slice(0, limit), lookedTo: found[limit - 1] ?? null }
  return { hexes: found, lookedTo: looked < VERDICTS_A_PAGE ? null : last }
}

/** Completes with a decision, and its words, the latest entrants first. */
export async function findDecided(
  tx: Tx,
  accountId: number,
  scope: ReviewScope,
): Promise<{
  readonly rows: readonly { readonly hex: string; readonly decisions: readonly ReviewDecision[] }[]
  readonly isAll: boolean
}> {
  const { rows } = await sql<{ hex: string; decisions: ReviewDecision[]; matches: boolean }>`
    select replace(d.rdud::text, '-', '') as hex, d.decisions,
      (${scope.projectId === undefined ? sql`true` : sql`r.project_id = ${scope.projectId}`}) and (${
        scope.rule === undefined
          ? sql`true`
          : sql`exists (select from rule_verdict v where v.account_id = ${accountId} and v.rdud = d.rdud and v.rule = ${scope.rule})`
      }) as matches
    from (
      select rdud, array_agg(decision) as decisions from review_decision
      where account_id = ${accountId} and rdud >= ${scope.fromHex}::uuid ${before(sql`rdud`, scope.beforeHex)}
      group by rdud order by rdud desc limit ${DECIDED_A_PAGE}
    ) d join respondent r on r.account_id = ${accountId} and r.rdud = d.rdud
    order by d.rdud desc`.execute(tx)
  return { rows: rows.filter(({ matches }) => matches), isAll: rows.length < DECIDED_A_PAGE }
}

type FlaggedRow = Omit<FlaggedComplete, 'state' | 'rdud' | 'completed_at' | 'supplier'> & {
  readonly hex: string
  readonly completed_at: Date | null
  readonly supplier: string | null
}

const DECISIONS = (rdud: RawBuilder<unknown>, accountId: number): RawBuilder<readonly Reviewed[]> => sql`
  coalesce((select jsonb_agg(jsonb_build_object('uid', d.user_id, 'by', ${userName('d.account_id', 'd.user_id')}, 'decision', d.decision,
      'reason_code', d.reason_code, 'at', to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by d.at, d.user_id)
    from review_decision d where d.account_id = ${accountId} and d.rdud = ${rdud}), '[]')`

/** These completes with their verdicts and decisions, the latest entrants first. */
export async function readFlagged(tx: Tx, accountId: number, hexes: readonly string[]): Promise<readonly FlaggedRow[]> {
  const { rows } = await sql<FlaggedRow>`
    select replace(r.rdud::text, '-', '') as hex, r.rid, r.code, r.project_id as pm_proj_ud, p.name as project_name, r.source_id as stmid, s.name as source_name, y.name as survey_name,
      u.name as supplier, r.ended_at as completed_at, r.interview_seconds, r.loi_stated_seconds / 60.0::float8 as loi_minutes,
      (select coalesce(jsonb_agg(jsonb_build_object('rule', v.rule, 'refused', v.refused, 'threshold', v.threshold, 'value', v.value, 'at_return', v.at_return)
          order by v.at_return, v.place), '[]')
        from rule_verdict v where v.account_id = ${accountId} and v.rdud = r.rdud and v.rule = any(${RULES})) as verdicts,
      ${DECISIONS(sql`r.rdud`, accountId)} as decisions
    from respondent r
    join project p on p.account_id = r.account_id and p.project_id = r.project_id
    join source s on s.account_id = r.account_id and s.source_id = r.source_id
    join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id
    left join supplier u on u.account_id = r.account_id and u.supplier_id = r.supplier_id
    where r.account_id = ${accountId} and r.rdud = any(${hexes}::uuid[]) order by r.rdud desc`.execute(tx)
  return rows
}

/** How often two or more reviewers said the same. */
export async function readAgreement(
  tx: Tx,
  accountId: number,
  fromHex: string,
): Promise<{ readonly reviewed_twice: number; readonly agreed: number }> {
  const { rows } = await sql<{ reviewed_twice: number; agreed: number }>`
    select count(*)::int as reviewed_twice, count(*) filter (where lowest = highest)::int as agreed
    from (select min(decision) as lowest, max(decision) as highest from review_decision
      where account_id = ${accountId} and rdud >= ${fromHex}::uuid group by rdud having count(*) > 1) d`.execute(tx)
  return rows[0] ?? { reviewed_twice: 0, agreed: 0 }
}

export interface Reviewable {
  readonly hex: string
  readonly code: number
  readonly rules: readonly string[]
  /** The reviewer's present decision; null: none. */
  readonly decision: ReviewDecision | null
  readonly reasonCode: number | null
}

/** The flagged respondents among these who are or were completes, locked in their order until the transaction ends, with what a reviewer said before. */
export async function lockReviewable(
  tx: Tx,
  accountId: number,
  hexes: readonly string[],
  userId: number,
): Promise<readonly Reviewable[]> {
  const { rows } = await sql<Reviewable>`
    select replace(r.rdud::text, '-', '') as hex, r.code, v.rules, d.decision, d.reason_code as "reasonCode"
    from (select * from respondent where account_id = ${accountId} and rdud = any(${hexes}::uuid[]) and code in (30, 50, 51) and not is_test order by rdud for key share) r
    cross join lateral (select array_agg(x.rule order by x.at_return desc, x.place) as rules from rule_verdict x
      where x.account_id = ${accountId} and x.rdud = r.rdud and x.rule = any(${RULES})) v
    left join review_decision d on d.account_id = ${accountId} and d.rdud = r.rdud and d.user_id = ${userId}
    where v.rules is not null`.execute(tx)
  return rows
}

/** A reviewer's decision that is to be written; null: it is taken back. */
export interface NewDecision {
  readonly hex: string
  readonly decision: ReviewDecision | null
  readonly reasonCode: number | null
}

/** Writes a reviewer's decisions, and each as a change. */
export async function writeDecisions(
  tx: Tx,
  accountId: number,
  userId: number,
  at: Date,
  decisions: readonly NewDecision[],
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as g(hex uuid, decision text, "reasonCode" int)`
  await sql`
    insert into review_decision as d (account_id, rdud, user_id, decision, reason_code, at)
    select ${accountId}::int, g.hex, ${userId}::int, g.decision, g."reasonCode", ${at} from ${given} where g.decision is not null order by g.hex
    on conflict (account_id, rdud, user_id) do update set (decision, reason_code, at) = (excluded.decision, excluded.reason_code, excluded.at)`.execute(
    tx,
  )
  await sql`
    delete from review_decision d using ${given}
    where d.account_id = ${accountId} and d.rdud = g.hex and d.user_id = ${userId} and g.decision is null`.execute(tx)
  await sql`
    insert into review_change (account_id, rdud, user_id, decision, reason_code, at)
    select ${accountId}::int, g.hex, ${userId}::int, g.decision, g."reasonCode", ${at} from ${given} order by g.hex`.execute(
    tx,
  )
}

/** The present decisions of these. */
export async function readDecisions(
  tx: Tx,
  accountId: number,
  hexes: readonly string[],
): Promise<readonly { readonly hex: string; readonly decisions: readonly Reviewed[] }[]> {
  const { rows } = await sql<{ hex: string; decisions: readonly Reviewed[] }>`
    select replace(h.rdud::text, '-', '') as hex, ${DECISIONS(sql`h.rdud`, accountId)} as decisions
    from unnest(${hexes}::uuid[]) as h(rdud)`.execute(tx)
  return rows
}

const CHANGES_MAX = 200

/** Every change of a decision about a respondent of the account; undefined: it has none of this id. */
export async function listChanges(
  tx: Tx,
  accountId: number,
  hex: string,
): Promise<ReviewHistory['changes'] | undefined> {
  const { rows } = await sql<{ changes: ReviewHistory['changes'] }>`
    select coalesce((select jsonb_agg(to_jsonb(c) - 'change_id' order by c.change_id desc) from (
        select d.change_id, d.user_id as uid, ${userName('d.account_id', 'd.user_id')} as by, d.decision, d.reason_code,
          to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from review_change d where d.account_id = r.account_id and d.rdud = r.rdud order by d.change_id desc limit ${CHANGES_MAX}) c), '[]') as changes
    from respondent r where r.account_id = ${accountId} and r.rdud = ${hex}::uuid`.execute(tx)
  return rows[0]?.changes
}
