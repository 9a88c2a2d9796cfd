import { GREATEST_ID } from '@desk/schema/ids/greatest-id'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { NOTHING_BETWEEN, type BetweenRows } from './progress.ts'
import type { AccountWindow } from './requests.store.ts'
import type { RequestRow } from './request-row.ts'
import { findLineChoices, type LineChoices } from './line-choices.store.ts'
import { linesOf, listPortions, type LinePortion } from './line-portions.ts'
import { settleRepeated } from './repeated.store.ts'
import { RequestSums, summed, type SummedRows } from './row-sums.ts'
import type { NamedLines } from './several-ids.store.ts'
import { suggestRespondents } from './suggestions.store.ts'
import { keepSums, readSums } from './sum-rows.store.ts'
import { deadlineOf, knownMonths } from './window-sql.ts'

/** Reasons that a list may name: 11 accepts in either. */
const REJECT_REASONS = [11, 26, 930, 931, 932, 933, 934, 935, 936]
const ACCEPT_REASONS = [11, 26]

type JudgedRequest = Pick<
  RequestRow,
  'id' | 'projectId' | 'mode' | 'kind' | 'undoOf' | 'untickedReasons' | 'untickedSuppliers'
>

/**
 * Judges each line of a request by the present ledger: finds its respondent, and gives it exactly one outcome
 * (settlement.md §1). The rows of an earlier judgement are replaced. In order: no match, a suggestion, another
 * project, a duplicate, a test, a bad reason, already so, a state that is not adjusted, expired, left out, applied. A
 * row that overturns a dispute never expires: the window was open when the client rejected. Lines are judged portion
 * by portion, each by itself; the outcome of several lines of one respondent is settled then.
 * @param suggests whether lines without a match are given suggestions
 * @param named what the ids of their rows came to
 */
export async function judgeLines(
  tx: Tx,
  accountId: number,
  request: JudgedRequest,
  window: AccountWindow,
  at: Date,
  { tell, giveWay }: BetweenRows = NOTHING_BETWEEN,
  { suggests = false, named }: { readonly suggests?: boolean; readonly named?: NamedLines | undefined } = {},
): Promise<void> {
  const { id, projectId } = request
  const portions = await listPortions(tx, accountId, id)
  const lines = portions.reduce((sum, portion) => sum + portion.lines, 0)
  tell('judging', 0, lines)
  await deleteRows(tx, accountId, id, { first: 0, last: GREATEST_ID })
  const choices = await findLineChoices(tx, accountId, id)
  const sums = new RequestSums()
  const unknown: LinePortion[] = []
  let done = 0
  await planOnce(tx, true)
  for (const portion of portions) {
    await giveWay()
    const rows = await judgePortion(tx, accountId, request, window, at, portion, choices)
    sums.add(rows)
    if (rows.sums.some(({ outcome }) => outcome === 'unknown_id')) unknown.push(portion)
    done += portion.lines
    tell('judging', done, lines)
  }
  await planOnce(tx, false)
  const suggested = suggests
    ? await suggestRespondents(tx, accountId, id, projectId, unknown, window, at, giveWay, named)
    : []
  if (suggested.length > 0) {
    const withSuggestions = await findLineChoices(tx, accountId, id)
    for (const portion of portions) {
      if (!suggested.some(line => line >= portion.first && line <= portion.last)) continue
      await giveWay()
      await deleteRows(tx, accountId, id, portion)
      await judgePortion(tx, accountId, request, window, at, portion, withSuggestions)
    }
  }
  await giveWay()
  const isSettled = await settleRepeated(tx, accountId, id)
  const isAsJudged = suggested.length === 0 && !isSettled
  await keepSums(tx, accountId, id, at, isAsJudged ? sums : await readSums(tx, accountId, id, giveWay))
}

/** One plan for all portions: making one costs as much as some hundred lines. */
const planOnce = (tx: Tx, isOn: boolean) =>
  sql`select set_config('plan_cache_mode', ${isOn ? 'force_generic_plan' : 'auto'}, true)`.execute(tx)

const deleteRows = (tx: Tx, accountId: number, id: number, { first, last }: Pick<LinePortion, 'first' | 'last'>) =>
  sql`
    delete from reconciliation_row
    where account_id = ${accountId} and reconciliation_id = ${id} and line between ${first} and ${last}`.execute(tx)

/** The fields read of a respondent. */
const OF_RESPONDENT = [
  'rdud',
  'code',
  'ended_at',
  'abandon_at',
  'entered_at',
  'is_test',
  'late',
  'via_server',
  'project_id',
  'source_id',
  'supplier_id',
  'rid',
  'sell_price_cents',
  'cpi_cents',
]
const READ = sql.join(OF_RESPONDENT.map(name => sql.ref(`r.${name}`)))
/** Of whom the line names by the RDUD, found in the first look-up. */
const EXACT = sql.join(OF_RESPONDENT.map(name => sql`${sql.ref(`x.${name}`)} as ${sql.ref(`x_${name}`)}`))
/** Of that one, else of whom the line names otherwise. */
const FOUND = sql.join(
  OF_RESPONDENT.map(name => sql`coalesce(${sql.ref(`f.x_${name}`)}, ${sql.ref(`r.${name}`)}) as ${sql.ref(name)}`),
)

/** Whom the ledger has by a supplier's id: the one of the project, how many there are, and whether all are of other projects. */
const byRid = (accountId: number, projectId: number, isAsked: RawBuilder<unknown>, rid: RawBuilder<unknown>) => sql`
  select count(*) as found,
    case when count(*) filter (where r.project_id = ${projectId}) = 1 then (array_agg(r.rdud) filter (where r.project_id = ${projectId}))[1] end as rdud,
    count(*) > 0 and count(*) filter (where r.project_id = ${projectId}) = 0 as is_elsewhere
  from respondent r where ${isAsked} and r.account_id = ${accountId} and r.rid = ${rid} offset 0`

/** Judges the lines of a portion, each as if its respondent stood in no other, and sums their rows. */
async function judgePortion(
  tx: Tx,
  accountId: number,
  { id, projectId, mode, kind, undoOf, untickedReasons, untickedSuppliers }: JudgedRequest,
  window: AccountWindow,
  at: Date,
  { first, last }: LinePortion,
  { unticked, suggestions }: LineChoices,
): Promise<SummedRows> {
  const reasons = mode === 'ACCEPT_LIST' ? ACCEPT_REASONS : REJECT_REASONS
  const noReason = mode === 'ACCEPT_LIST' ? 11 : 26
  const isOfPortion = (line: number): boolean => line >= first && line <= last
  const suggested = suggestions.filter(({ line }) => isOfPortion(line))
  // each look-up is a lateral that the planner cannot turn around (offset 0): it knows nothing of the lines, which
  // were just written; deadline and outcome are behind one too, else each mention computes them again. Row-level
  // security lets a key be looked up by a column, and not by a coalesce: `other_rdud`
  const { rows } = await sql<SummedRows>`
    with suggestion as materialized (
      select * from unnest(${suggested.map(({ line }) => line)}::int[], ${suggested.map(({ rdud }) => rdud)}::uuid[], ${suggested.map(({ by }) => by)}::text[],
        ${suggested.map(({ isConfirmed }) => isConfirmed)}::boolean[]) s (line, suggested, suggested_by, is_confirmed)
    ), portion as materialized (
      select l.*, s.suggested, s.suggested_by, coalesce(s.is_confirmed, false) as is_confirmed, l.line = any (${unticked.filter(isOfPortion)}::int[]) as is_unticked
      from ${linesOf(accountId, id, sql`p.first_line = ${first}`)} l left join suggestion s on s.line = l.line
    ), named as materialized (
      -- those of a portion in one look-up, which costs a third of as many
      select ${READ} from respondent r where r.account_id = ${accountId} and r.rdud = any ((select array_agg(l.rdud) from portion l)::uuid[])
    ), found as materialized (
      select l.*, coalesce(y.rdud, z.rdud) as named_rdud, coalesce(y.rdud, z.rdud, l.suggested) as other_rdud, y.is_elsewhere or z.is_elsewhere as is_elsewhere, ${EXACT}
      from portion l
      left join named x on x.rdud = l.rdud
      left join lateral (${byRid(accountId, projectId, sql`x.rdud is null and l.key <> ''`, sql`l.raw_text`)}) y on true
      left join lateral (${byRid(accountId, projectId, sql`x.rdud is null and y.found = 0 and l.key not in ('', l.raw_text)`, sql`l.key`)}) z on true
    ), seen as (
      select f.line, f.origin, f.is_bad_reason, f.is_unticked, f.reason_code, f.is_elsewhere,
        case when f.origin in ('choice', 'rest', 'undo') then case when f.x_rdud is null then 'none' else f.origin end
             when f.x_rdud is not null then 'exact' when f.named_rdud is not null then 'rid' when f.suggested is not null then f.suggested_by else 'none' end as match,
        case when f.origin = 'sent' then f.x_rdud is null and f.named_rdud is null else true end
          and f.suggested is not null and f.suggested_by <> 'rid' and not f.is_confirmed as is_open,
        case when f.origin = 'undo' then 'restore' when f.origin = 'rest' then 'reject' when ${mode} = 'ACCEPT_LIST' or f.reason_code = 11 then 'accept' else 'reject' end as verdict,
        ${FOUND}
      from found f
      left join lateral (
        select ${READ} from respondent r where f.x_rdud is null and r.account_id = ${accountId} and r.rdud = f.other_rdud offset 0
      ) r on true
      offset 0
    ), completed as (
      select s.*, o.from_code as before_code, o.from_ended_at as before_ended_at,
        u.stored_at is not null and (s.code is distinct from o.to_code
          or round(extract(epoch from s.ended_at) * 1000) is distinct from round(extract(epoch from u.stored_at) * 1000)) as has_changed_since,
        case when s.origin = 'undo' then o.completed_at when s.code = 30 then s.ended_at when s.code in (50, 51) then coalesce(p.completed_at, s.ended_at)
             else coalesce(s.ended_at, s.abandon_at, s.entered_at) end as completed_at,
        p.completed_at is not null as is_reconciled
      from seen s
      left join lateral (
        select w.completed_at
        from (
          select w.reconciliation_id, w.completed_at from reconciliation_row w
          where s.code in (50, 51) and w.account_id = ${accountId} and w.rdud = s.rdud and w.is_applied and w.undone_by is null offset 0
        ) w
        cross join lateral (
          select q.stored_at from reconciliation q
          where q.account_id = ${accountId} and q.reconciliation_id = w.reconciliation_id and q.state in ('stored', 'undone') and q.kind <> 'undo' offset 0
        ) q
        order by q.stored_at desc limit 1 offset 0
      ) p on true
      left join lateral (
        select w.* from reconciliation_row w
        where s.origin = 'undo' and w.account_id = ${accountId} and w.reconciliation_id = ${undoOf} and w.line = s.line offset 0
      ) o on true
      left join reconciliation u on u.account_id = ${accountId} and u.reconciliation_id = ${undoOf}
      offset 0
    ), known as materialized (select * from ${knownMonths(window, at)} m), priced as (
      select s.*, coalesce(k.deadline_at, ${deadlineOf(window, sql`s.completed_at`)}) as deadline_at,
        coalesce(s.sell_price_cents, i.sell_cents) as sell_cents, coalesce(s.cpi_cents, i.supply_cents) as supply_cents
      from completed s
      left join known k on s.completed_at >= k.since and s.completed_at < k.until
      left join lateral (
        select coalesce(y.sell_price_cents, p.sell_price_cents, 0) as sell_cents,
          coalesce(ss.supply_price_cents, c.supply_price_cents, case when c.type <> 'lucid' then su.supplier_cpi_cents end, 0) as supply_cents
        from source c
        join survey y on y.account_id = ${accountId} and y.survey_id = c.survey_id
        join project p on p.account_id = ${accountId} and p.project_id = c.project_id
        left join source_supplier ss on ss.account_id = ${accountId} and ss.source_id = c.source_id and ss.supplier_id = s.supplier_id
        left join supplier su on su.account_id = ${accountId} and su.supplier_id = s.supplier_id
        where s.verdict = 'accept' and (s.sell_price_cents is null or s.cpi_cents is null) and c.account_id = ${accountId} and c.source_id = s.source_id offset 0
      ) i on true
      offset 0
    ), judged as (
      select j.*, case
        when j.rdud is null then case when j.is_elsewhere then 'wrong_project' else 'unknown_id' end
        when j.is_open then 'needs_confirmation'
        when j.project_id <> ${projectId} then 'wrong_project'
        when j.is_test then 'test_session'
        when j.has_changed_since then 'not_eligible_status'
        when j.verdict <> 'restore' and (j.is_bad_reason or j.reason_code <> all (${reasons}::int[])) then 'bad_reason'
        when j.code = case j.verdict when 'reject' then 50 when 'accept' then 51 end
          then case when j.is_reconciled then 'already_reconciled' else 'already_in_state' end
        when j.verdict = 'accept' and j.code = 30 then 'already_in_state'
        when j.verdict = 'reject' and j.code not in (30, 51) then 'not_eligible_status'
        when j.verdict = 'accept' and j.code not in (31, 32, 33, 34, 35, 40, 50) then 'not_eligible_status'
        when ${kind !== 'dispute'} and j.deadline_at <= ${at} then 'expired'
        when j.is_unticked or coalesce(j.reason_code, case when j.origin = 'rest' then 26 else ${noReason}::int end) = any (${untickedReasons}::int[])
          or j.supplier_id = any (${untickedSuppliers}::int[]) then 'unticked'
        when j.verdict = 'reject' or (j.verdict = 'restore' and j.before_code not in (30, 51)) then 'applied_reject'
        else 'applied_accept' end as outcome
      from priced j offset 0
    ), outcome_row as (
      select j.line, j.origin = 'rest' as is_rest, case when j.outcome <> 'wrong_project' then j.rdud end as rdud, j.match, j.outcome,
        j.outcome in ('applied_reject', 'applied_accept') as is_applied, j.verdict, case when j.origin = 'undo' then j.line end as undone_line,
        coalesce(j.has_changed_since, false) as changed_since, case when j.outcome <> 'wrong_project' then j.code end as from_code, j.ended_at as from_ended_at,
        case when j.outcome = 'wrong_project' then null when j.outcome not in ('applied_reject', 'applied_accept') then j.code
             when j.verdict = 'restore' then j.before_code when j.verdict = 'reject' then 50 else 51 end as to_code,
        j.late, j.via_server, j.before_ended_at as restored_ended_at,
        case when j.is_bad_reason then null else coalesce(j.reason_code, case when j.origin = 'rest' then 26 when j.origin = 'undo' then null else ${noReason}::int end) end as reason_code,
        j.project_id, case when j.outcome <> 'wrong_project' then j.source_id end as source_id, case when j.outcome <> 'wrong_project' then j.supplier_id end as supplier_id,
        case when j.outcome <> 'wrong_project' then j.rid end as rid, j.sell_cents, j.supply_cents, j.completed_at, j.deadline_at
      from judged j
    ), kept as (
      insert into reconciliation_row (account_id, reconciliation_id, line, is_rest, rdud, match, outcome, is_applied, verdict, undone_line, changed_since,
        from_code, from_ended_at, to_code, late, via_server, restored_ended_at, reason_code, project_id, source_id, supplier_id, rid, sell_cents, supply_cents, completed_at, deadline_at)
      select ${accountId}, ${id}, w.* from outcome_row w
    ) ${summed(sql`outcome_row`)}`.execute(tx)
  const [judged] = rows
  if (judged === undefined) throw new Error('A sum has one row')
  return judged
}
