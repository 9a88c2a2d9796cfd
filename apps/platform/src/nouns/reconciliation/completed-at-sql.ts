import { sql } from 'kysely'

/**
 * When a respondent `r` was a complete: of one that a reconciliation adjusted since, what its row remembers. For the others it is when they ended, or would have.
 */
export const COMPLETED_AT = sql<Date>`
  case when r.code = 30 then r.ended_at when r.code in (50, 51) then coalesce((
    select w.completed_at
    from (
      select w.reconciliation_id, w.completed_at from reconciliation_row w
      where w.account_id = r.account_id and w.rdud = r.rdud and w.is_applied and w.undone_by is null offset 0
    ) w
    cross join lateral (
      select q.stored_at from reconciliation q
      where q.account_id = r.account_id and q.reconciliation_id = w.reconciliation_id and q.state in ('stored', 'undone') and q.kind <> 'undo' offset 0
    ) q
    order by q.stored_at desc limit 1), r.ended_at)
  else coalesce(r.ended_at, r.abandon_at, r.entered_at) end`
