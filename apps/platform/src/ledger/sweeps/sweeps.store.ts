import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { failedWithin, type FailedBy } from '#statuses/failed-returns.store'
import type { PauseFacts } from './auto-pause-rules.ts'

/** A line of the queue of abandons. */
export interface DueLine {
  readonly accountId: number
  /** The line's ctid; lines never change. */
  readonly place: string
  /** The respondents of the line who are still in progress. */
  readonly open: readonly string[]
}

/** The queue's lines due at that moment, of every account, the longest overdue first. */
export async function readDueLines(tx: Tx, nowMs: number, limit: number): Promise<DueLine[]> {
  const { rows } = await tx.client.query<DueLine>({
    text: `select d.account_id as "accountId", d.place, array(
        select replace(u.rdud::text, '-', '') from unnest(d.respondents) as u(rdud)
        cross join lateral (select code from respondent where account_id = d.account_id and rdud = u.rdud offset 0) r where r.code in (10, 11)) as open
      from (select ctid::text as place, * from abandon_due where abandon_at <= to_timestamp($1::float8 / 1000) order by abandon_at limit $2) d`,
    values: [nowMs, limit],
  })
  return rows
}

/** Deletes lines of the queue. */
export async function removeDueLines(tx: Tx, lines: readonly DueLine[]): Promise<void> {
  await tx.client.query({
    text: 'delete from abandon_due where ctid = any($1::text[]::tid[])',
    values: [lines.map(({ place }) => place)],
  })
}

export interface PauseCandidate extends PauseFacts {
  readonly accountId: number
  readonly id: number
}

const ms = (expression: string) => `(extract(epoch from ${expression}) * 1000)::float8`

const FIGURES = `coalesce(r.entrants, 0) as entrants, coalesce(r.oqs, 0) as "oQs", coalesce(r.terms, 0) as terms, coalesce(r.completes, 0) as completes,
  r.loi_median_seconds as "loiMedianSeconds", ${ms('r.last_start_at')} as "lastStartAtMs", ${ms('r.last_complete_at')} as "lastCompleteAtMs"`
const LIMITS = `y.auto_pause_rules as rules, y.loi_minutes as "statedLoiMinutes", y.ir_percent as "statedIrPercent",
  y.limit_loi_percent as "limitLoiPercent", y.limit_ir_percent as "limitIrPercent", y.limit_min_completes as "limitMinCompletes"`

// a household or a server has a /64 whole (networkOf)
const NETWORK = `network(set_masklen(r.address, case family(r.address) when 6 then 64 else 32 end))`

// Anybody can enter and send any return. A return with a valid hash came from the survey; others count once for each network that
// respondents entered from, so that one attacker counts once.
const failing = (
  rule: FailedBy,
  now = 'to_timestamp($1::float8 / 1000)',
) => `(select count(*) filter (where e.detail ->> 'hash' = 'valid') + count(distinct ${NETWORK}) filter (where e.detail ->> 'hash' is distinct from 'valid')
  from respondent_event e join respondent r on r.account_id = e.account_id and r.rdud = e.rdud
  where e.account_id = s.account_id and e.source_id = s.source_id
  and ${failedWithin(rule, now)})`

/** How many returns of a source `s` failed by a rule in the hour before `now`. */
export function failingReturns(rule: 'hash', now: Date): RawBuilder<number> {
  return sql.raw(`${failing(rule, `'${now.toISOString()}'::timestamptz`)}::int`)
}

/** Effectively live sources, by id from `afterId` on, with the facts for the rules. */
export async function readLiveSources(
  tx: Tx,
  nowMs: number,
  afterId: number,
  limit: number,
): Promise<PauseCandidate[]> {
  const { rows } = await tx.client.query<PauseCandidate>({
    name: 'sweep_live_sources',
    text: `select 'source' as scope, s.account_id as "accountId", s.source_id as id, s.target, ${ms('s.out_of_field_at')} as "outOfFieldAtMs",
        s.click_balancing and s.calculation_type <> 1 as "startsBalanced", ${ms('s.live_since')} as "liveSinceMs", ${LIMITS}, ${FIGURES},
        ${failing('inbound_code')} as "unknownCodes", ${failing('hash')} as "badHashes",
        (select coalesce(sum(h.completes_live), 0) from hour_bucket h where h.account_id = s.account_id and h.scope = 3 and h.scope_id = s.source_id
          and h.hour > to_timestamp($1::float8 / 1000) - interval '2 hours')::int as "recentCompletes"
      from source s
        join survey y on y.account_id = s.account_id and y.survey_id = s.survey_id and y.status = 1
        join project p on p.account_id = s.account_id and p.project_id = s.project_id and p.status = 1
        left join rollup r on r.account_id = s.account_id and r.scope = 3 and r.scope_id = s.source_id
      where s.status = 1 and s.source_id > $2 order by s.source_id limit $3`,
    values: [nowMs, afterId, limit],
  })
  return rows
}

/** The same of surveys; a survey is out of field with its project. */
export async function readLiveSurveys(tx: Tx, afterId: number, limit: number): Promise<PauseCandidate[]> {
  const { rows } = await tx.client.query<PauseCandidate>({
    name: 'sweep_live_surveys',
    text: `select 'survey' as scope, y.account_id as "accountId", y.survey_id as id, y.target, ${ms('least(y.out_of_field_at, p.out_of_field_at)')} as "outOfFieldAtMs",
        false as "startsBalanced", null::float8 as "liveSinceMs", ${LIMITS}, ${FIGURES}, 0 as "unknownCodes", 0 as "badHashes", 0 as "recentCompletes"
      from survey y
        join project p on p.account_id = y.account_id and p.project_id = y.project_id and p.status = 1
        left join rollup r on r.account_id = y.account_id and r.scope = 2 and r.scope_id = y.survey_id
      where y.status = 1 and y.survey_id > $1 order by y.survey_id limit $2`,
    values: [afterId, limit],
  })
  return rows
}

/** Makes the ledger's partitions from last month to two months ahead. */
export async function ensureMonths(tx: Tx, now: Date): Promise<void> {
  await tx.client.query({
    text: `select ensure_ledger_months($1::timestamptz - interval '1 month', $1::timestamptz + interval '2 months')`,
    values: [now],
  })
}
