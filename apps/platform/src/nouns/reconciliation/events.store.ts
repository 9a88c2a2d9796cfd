import type { EventExport } from '@desk/schema/reconciliation/reconciliation-choice'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql } from 'kysely'
import { readByCursor } from '#kernel/db/read-by-cursor'
import type { Tx } from '#kernel/db/tx'
import type { AccountWindow } from './requests.store.ts'

export interface EventRow {
  readonly at: Date
  readonly request: number
  readonly undoes: number | null
  readonly by: string | null
  readonly hex: string
  readonly rid: string
  readonly fromCode: RespondentCode
  readonly toCode: RespondentCode
  readonly reasonCode: number | null
  readonly source: string
  readonly supplier: string | null
  readonly sellCents: number | null
  readonly supplyCents: number | null
}

/** Each respondent that a stored request of a project adjusted: the newest requests first, each in the order of its lines. */
export function allEvents(
  tx: Tx,
  accountId: number,
  { pm_proj_ud: projectId, from, until }: EventExport,
  { zone }: AccountWindow,
): AsyncGenerator<readonly EventRow[], void, undefined> {
  const day = sql`(q.stored_at at time zone ${zone}::text)::date`
  return readByCursor(
    tx,
    sql<EventRow>`
    select q.stored_at as at, q.number as request, u.number as undoes,
      case when q.stored_by is not null then coalesce((select a.firstname || ' ' || a.lastname from user_account m join app_user a on a.user_id = m.user_id
        where m.account_id = ${accountId} and m.user_id = q.stored_by), 'Staff') end as by,
      replace(w.rdud::text, '-', '') as hex, w.rid, w.from_code as "fromCode", w.to_code as "toCode", w.reason_code as "reasonCode", s.name as source, p.name as supplier,
      w.sell_cents as "sellCents", nullif(w.supply_cents, 0) as "supplyCents"
    from reconciliation q
    join reconciliation_row w on w.account_id = ${accountId} and w.reconciliation_id = q.reconciliation_id and w.is_applied
    join source s on s.account_id = ${accountId} and s.source_id = w.source_id
    left join supplier p on p.account_id = ${accountId} and p.supplier_id = w.supplier_id
    left join reconciliation u on u.account_id = ${accountId} and u.reconciliation_id = q.undo_of
    where q.account_id = ${accountId} and q.project_id = ${projectId} and q.state in ('stored', 'undone')
      ${from === undefined ? sql`` : sql`and ${day} >= ${from}::date`} ${until === undefined ? sql`` : sql`and ${day} <= ${until}::date`}
    order by q.stored_at desc, q.reconciliation_id desc, w.line`,
  )
}
