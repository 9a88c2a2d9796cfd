import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { AccountWindow } from './requests.store.ts'
import type { RequestRow } from './request-row.ts'
import { deadlineOf } from './window-sql.ts'

/** Reasons that may stand in a list: 11 accepts in either. */
const REJECT_REASONS = [11, 26, 930, 931, 932, 933, 934, 935, 936]
const ACCEPT_REASONS = [11, 26]

const WORK_MEMORY = '64MB'

/**
 * Judges each line of a request by the ledger as it stands: finds its respondent, and gives it exactly one outcome (settlement.md §1). The rows of an earlier judgement are
 * replaced. In order: nobody, a suggestion, another project, a duplicate, a test, a bad reason, already so, a state that is not adjusted, expired, left out, applied. What overturns a dispute never expires: the window was open when the client rejected.
 */
export async function judgeLines(
  tx: Tx,
  accountId: number,
  request: Pick<RequestRow, 'id' | 'projectId' | 'mode' | 'kind' | 'undoOf' | 'untickedReasons' | 'untickedSuppliers'>,
  window: AccountWindow,
  at: Date,
): Promise<void> {
  const { id, projectId, mode, undoOf } = request
  const reasons = mode === 'ACCEPT_LIST' ? ACCEPT_REASONS : REJECT_REASONS
  const noReason = mode === 'ACCEPT_LIST' ? 11 : 26
  await sql`delete from reconciliation_row where account_id = ${accountId} and reconciliation_id = ${id}`.execute(tx)
  // sorting 100,000 rows takes more than PostgreSQL grants by default
  await sql`select set_config('work_mem', ${WORK_MEMORY}, true)`.execute(tx)
  // each look-up is a lateral that the planner cannot turn around (offset 0): it knows nothing of the lines, which were just written; deadline and outcome stand behind one too, else
  // they are worked out again wherever they are named
  await sql`
    insert into reconciliation_row (account_id, reconciliation_id, line, is_rest, rdud, match, outcome, is_applied, verdict, undone_line, changed_since,
      from_code, from_ended_at, to_code, late, via_server, restored_ended_at, reason_code, project_id, source_id, supplier_id, rid, sell_cents, supply_cents, completed_at, deadline_at)
    with found as materialized (
      select l.line, l.origin, l.is_bad_reason, l.is_unticked, l.reason_code,
        coalesce(x.rdud, y.rdud, l.suggested) as found_rdud, coalesce(y.is_elsewhere, false) as is_elsewhere,
        case when l.origin in ('choice', 'rest', 'undo') then case when x.rdud is null then 'none' else l.origin end
             when x.rdud is not null then 'exact' when y.rdud is not null then 'rid' when l.suggested is not null then l.suggested_by else 'none' end as match,
        x.rdud is null and y.rdud is null and l.suggested is not null and not l.is_confirmed as is_open
      from reconciliation_line l
      left join lateral (select r.rdud from respondent r where r.account_id = ${accountId} and r.rdud = l.rdud offset 0) x on true
      left join lateral (
        select case when count(*) filter (where r.project_id = ${projectId}) = 1 then (array_agg(r.rdud) filter (where r.project_id = ${projectId}))[1] end as rdud,
          count(*) > 0 and count(*) filter (where r.project_id = ${projectId}) = 0 as is_elsewhere
        from respondent r where x.rdud is null and l.key <> '' and r.account_id = ${accountId} and r.rid = l.key offset 0
      ) y on true
      where l.account_id = ${accountId} and l.reconciliation_id = ${id}
    ), seen as (
      select f.*, r.rdud, r.code, r.ended_at, r.is_test, r.late, r.via_server, r.project_id, r.source_id, r.supplier_id, r.rid,
        r.sell_price_cents, r.cpi_cents, o.from_code as before_code, o.from_ended_at as before_ended_at, o.completed_at as undone_completed_at,
        u.stored_at is not null and (r.code is distinct from o.to_code
          or round(extract(epoch from r.ended_at) * 1000) is distinct from round(extract(epoch from u.stored_at) * 1000)) as has_changed_since,
        case when f.origin = 'undo' then 'restore' when f.origin = 'rest' then 'reject' when ${mode} = 'ACCEPT_LIST' or f.reason_code = 11 then 'accept' else 'reject' end as verdict,
        case when f.origin = 'undo' then o.completed_at when r.code = 30 then r.ended_at when r.code in (50, 51) then coalesce(p.completed_at, r.ended_at)
             else coalesce(r.ended_at, r.abandon_at, r.entered_at) end as completed_at,
        p.completed_at is not null as is_reconciled,
        row_number() over (partition by f.found_rdud, f.is_open order by f.origin = 'rest', f.line) as nth,
        bool_or(f.is_open) over (partition by f.found_rdud) as is_suggested,
        bool_or(f.origin <> 'rest' and not f.is_open) over (partition by f.found_rdud) as is_named
      from found f
      left join lateral (select * from respondent r where r.account_id = ${accountId} and r.rdud = f.found_rdud offset 0) r on true
      left join lateral (
        select w.completed_at
        from (
          select w.reconciliation_id, w.completed_at from reconciliation_row w
          where r.code in (50, 51) and w.account_id = ${accountId} and w.rdud = f.found_rdud and w.is_applied and w.undone_by is null offset 0
        ) w
        cross join lateral (
          select q.stored_at from reconciliation q
          where q.account_id = ${accountId} and q.reconciliation_id = w.reconciliation_id and q.state in ('stored', 'undone') and q.kind <> 'undo' offset 0
        ) q
        order by q.stored_at desc limit 1 offset 0
      ) p on true
      left join lateral (
        select w.* from reconciliation_row w
        where f.origin = 'undo' and w.account_id = ${accountId} and w.reconciliation_id = ${undoOf} and w.line = f.line offset 0
      ) o on true
      left join reconciliation u on u.account_id = ${accountId} and u.reconciliation_id = ${undoOf}
    ), priced as (
      select s.*, ${deadlineOf(window, sql`s.completed_at`)} as deadline_at,
        coalesce(s.sell_price_cents, i.sell_cents) as sell_cents, coalesce(s.cpi_cents, i.supply_cents) as supply_cents
      from seen s
      left join lateral (
        select coalesce(y.sell_price_cents, p.sell_price_cents, 0) as sell_cents,
          case when c.type = 'lucid' then 0 else coalesce(ss.supply_price_cents, c.supply_price_cents, su.supplier_cpi_cents, 0) end as supply_cents
        from source c
        join survey y on y.account_id = ${accountId} and y.survey_id = c.survey_id
        join project p on p.account_id = ${accountId} and p.project_id = c.project_id
        left join source_supplier ss on ss.account_id = ${accountId} and ss.source_id = c.source_id and ss.supplier_id = s.supplier_id
        left join supplier su on su.account_id = ${accountId} and su.supplier_id = s.supplier_id
        where s.verdict = 'accept' and (s.sell_price_cents is null or s.cpi_cents is null) and c.account_id = ${accountId} and c.source_id = s.source_id offset 0
      ) i on true
      where not (s.origin = 'rest' and coalesce(s.is_named, false)) offset 0
    ), judged as (
      select j.*, case
        when j.rdud is null then case when j.is_elsewhere then 'wrong_project' else 'unknown_id' end
        when j.is_open or (j.origin = 'rest' and j.is_suggested) then 'needs_confirmation'
        when j.project_id <> ${projectId} then 'wrong_project'
        when j.nth > 1 then 'duplicate_in_file'
        when j.is_test then 'test_session'
        when j.has_changed_since then 'not_eligible_status'
        when j.verdict <> 'restore' and (j.is_bad_reason or j.reason_code <> all (${reasons}::int[])) then 'bad_reason'
        when j.code = case j.verdict when 'reject' then 50 when 'accept' then 51 end
          then case when j.is_reconciled then 'already_reconciled' else 'already_in_state' end
        when j.verdict = 'accept' and j.code = 30 then 'already_in_state'
        when j.verdict = 'reject' and j.code not in (30, 51) then 'not_eligible_status'
        when j.verdict = 'accept' and j.code not in (31, 32, 33, 34, 35, 40, 50) then 'not_eligible_status'
        when ${request.kind !== 'dispute'} and j.deadline_at <= ${at} then 'expired'
        when j.is_unticked or coalesce(j.reason_code, case when j.origin = 'rest' then 26 else ${noReason}::int end) = any (${request.untickedReasons}::int[])
          or j.supplier_id = any (${request.untickedSuppliers}::int[]) then 'unticked'
        when j.verdict = 'reject' or (j.verdict = 'restore' and j.before_code not in (30, 51)) then 'applied_reject'
        else 'applied_accept' end as outcome
      from priced j offset 0
    )
    select ${accountId}, ${id}, j.line, j.origin = 'rest', case when j.outcome <> 'wrong_project' then j.rdud end, j.match, j.outcome, j.outcome in ('applied_reject', 'applied_accept'), j.verdict,
      case when j.origin = 'undo' then j.line end, coalesce(j.has_changed_since, false),
      case when j.outcome <> 'wrong_project' then j.code end, j.ended_at,
      case when j.outcome = 'wrong_project' then null when j.outcome not in ('applied_reject', 'applied_accept') then j.code
           when j.verdict = 'restore' then j.before_code when j.verdict = 'reject' then 50 else 51 end,
      j.late, j.via_server, j.before_ended_at,
      case when j.is_bad_reason then null else coalesce(j.reason_code, case when j.origin = 'rest' then 26 when j.origin = 'undo' then null else ${noReason}::int end) end,
      j.project_id, case when j.outcome <> 'wrong_project' then j.source_id end, case when j.outcome <> 'wrong_project' then j.supplier_id end,
      case when j.outcome <> 'wrong_project' then j.rid end, j.sell_cents, j.supply_cents, j.completed_at, j.deadline_at
    from judged j`.execute(tx)
  await sumRows(tx, accountId, id, at)
}

const CHANGE = sql`case when w.to_code in (30, 51) then 1 else 0 end - case when w.from_code in (30, 51) then 1 else 0 end`

/** Sums the judged rows into their request, with their digest, and makes it previewed. */
async function sumRows(tx: Tx, accountId: number, id: number, at: Date): Promise<void> {
  const counts = (isRest: boolean) => sql`coalesce((
    select jsonb_agg(jsonb_build_object('outcome', n.outcome, 'rows', n.rows) order by n.rows desc, n.outcome) from (
      select w.outcome, count(*) as rows from judged w where w.is_rest = ${isRest} group by w.outcome) n), '[]')`
  await sql`
    with judged as materialized (select * from reconciliation_row w where w.account_id = ${accountId} and w.reconciliation_id = ${id})
    update reconciliation r set state = 'previewed', judged_at = ${at}, digest = s.digest, rows_count = s.rows, rest_count = s.rest, changes = s.changes,
      open_suggestions = s.open, sell_cents = s.sell, supply_cents = s.supply, undo_until = s.until, outcomes = ${counts(false)}, rest_outcomes = ${counts(true)}
    from (
      select count(*) filter (where not w.is_rest) as rows, count(*) filter (where w.is_rest) as rest, count(*) filter (where w.is_applied) as changes,
        count(*) filter (where w.outcome = 'needs_confirmation' and not w.is_rest) as open,
        coalesce(sum((${CHANGE}) * coalesce(w.sell_cents, 0)) filter (where w.is_applied), 0) as sell,
        coalesce(sum((${CHANGE}) * coalesce(w.supply_cents, 0)) filter (where w.is_applied), 0) as supply,
        max(w.deadline_at) filter (where w.is_applied) as until,
        sha256(convert_to(coalesce(string_agg(concat(w.line, '|', w.rdud, '|', w.outcome, '|', w.from_code, '|', w.to_code, '|', w.reason_code, '|', w.sell_cents, '|', w.supply_cents), E'\\n' order by w.line), ''), 'UTF8')) as digest
      from judged w
    ) s
    where r.account_id = ${accountId} and r.reconciliation_id = ${id}`.execute(tx)
}
