import type {
  FilterDate,
  FilterSource,
  FilterSupplier,
  ReconcilableRespondent,
  ReconciliationChoice,
  RetrievedRespondents,
} from '@desk/schema/reconciliation/reconciliation-choice'
import type { RespondentCode } from '@desk/schema/respondents/state'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { formatRdud, parseRdud } from '#ledger/facts/rdud'
import { COMPLETED_AT } from './completed-at-sql.ts'
import type { AccountWindow } from './requests.store.ts'
import { deadlineOf, monthOf, openWindow, rdudsFrom } from './window-sql.ts'

const COMPLETES: readonly RespondentCode[] = [30, 51]
/** States that a reconciliation adjusts. */
const ADJUSTABLE = sql`(30, 31, 32, 33, 34, 35, 40, 50, 51)`

/** The completes of a project whose window may be open, and those that were rejected. */
const open = (accountId: number, projectId: number, window: AccountWindow, now: Date): RawBuilder<unknown> => sql`
  (select r.*, ${COMPLETED_AT} as completed_at from respondent r
   where r.account_id = ${accountId} and r.rdud >= ${openWindow(window, now)} and r.project_id = ${projectId} and r.code in (30, 50, 51) and not r.is_test) c`

const COUNTS = sql`count(*) filter (where c.code in (30, 51))::int as completes, count(*) filter (where c.code = 50)::int as rejected`

/** The days with completes that can be adjusted, newest first (api:R5). */
export async function listDates(
  tx: Tx,
  accountId: number,
  projectId: number,
  window: AccountWindow,
  now: Date,
  page: Page,
): Promise<readonly FilterDate[]> {
  const { rows } = await sql<FilterDate>`
    select to_char(c.completed_at at time zone ${window.zone}::text, 'YYYY-MM-DD') as date, min(${monthOf(window, sql`c.completed_at`)}) as month,
      bool_and(${deadlineOf(window, sql`c.completed_at`)} > ${now}) as is_open, ${COUNTS}
    from ${open(accountId, projectId, window, now)} group by 1 order by 1 desc limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows
}

/** The sources with completes that can be adjusted (api:R6). */
export async function listSources(
  tx: Tx,
  accountId: number,
  projectId: number,
  window: AccountWindow,
  now: Date,
  page: Page,
): Promise<readonly FilterSource[]> {
  const { rows } = await sql<FilterSource>`
    select s.source_id as stmid, s.name, s.survey_id as pm_sy_ud, v.name as survey_name, coalesce(n.completes, 0) as completes, coalesce(n.rejected, 0) as rejected
    from source s join survey v on v.account_id = ${accountId} and v.survey_id = s.survey_id
    left join (select c.source_id, ${COUNTS} from ${open(accountId, projectId, window, now)} group by 1) n on n.source_id = s.source_id
    where s.account_id = ${accountId} and s.project_id = ${projectId} order by s.source_id limit ${page.limit} offset ${page.offset}`.execute(
    tx,
  )
  return rows
}

/** The suppliers of completes that can be adjusted (api:R7). */
export async function listSuppliers(
  tx: Tx,
  accountId: number,
  projectId: number,
  window: AccountWindow,
  now: Date,
  page: Page,
): Promise<readonly FilterSupplier[]> {
  const { rows } = await sql<FilterSupplier>`
    select n.supplier_id as pm_sup_ud, s.name, n.completes, n.rejected
    from (select c.supplier_id, ${COUNTS} from ${open(accountId, projectId, window, now)} where c.supplier_id is not null group by 1) n
    join supplier s on s.account_id = ${accountId} and s.supplier_id = n.supplier_id
    order by n.completes desc, n.supplier_id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

interface FoundRow extends Omit<
  ReconcilableRespondent,
  'rdud' | 'entered_at' | 'completed_at' | 'deadline_at' | 'supplier' | 'supply_cents'
> {
  readonly hex: string
  readonly entered_at: Date
  readonly completed_at: Date | null
  readonly deadline_at: Date | null
  readonly supplier: ReconcilableRespondent['source'] | null
  readonly supply_cents: number | null
  readonly total: number
}

/** The respondents that match a choice, those who ended last first (api:R9). */
export async function retrieve(
  tx: Tx,
  accountId: number,
  choice: ReconciliationChoice,
  window: AccountWindow,
  now: Date,
  isSupplySeen: boolean,
  page: Page,
): Promise<RetrievedRespondents> {
  const { from, until, stmids, pm_sup_uds: suppliers, codes = COMPLETES } = choice
  const first = from === undefined ? openWindow(window, now) : rdudsFrom(window, from)
  const local = sql`(c.completed_at at time zone ${window.zone}::text)::date`
  return respondents(
    tx,
    accountId,
    sql`r.rdud >= ${first} and r.project_id = ${choice.pm_proj_ud} and r.code = any (${codes}::int[])
      ${stmids === undefined ? sql`` : sql`and r.source_id = any (${stmids}::int[])`}
      ${suppliers === undefined ? sql`` : sql`and r.supplier_id = any (${suppliers}::int[])`}`,
    sql`true ${from === undefined ? sql`` : sql`and ${local} >= ${from}::date`} ${until === undefined ? sql`` : sql`and ${local} <= ${until}::date`}`,
    window,
    now,
    isSupplySeen,
    page,
  )
}

/** These respondents of a project. */
export function findRespondents(
  tx: Tx,
  accountId: number,
  projectId: number,
  rduds: readonly string[],
  window: AccountWindow,
  now: Date,
  isSupplySeen: boolean,
  page: Page,
): Promise<RetrievedRespondents> {
  const hexes = rduds.flatMap(text => {
    const rdud = parseRdud(text)
    return rdud?.accountId === accountId ? [rdud.hex] : []
  })
  return respondents(
    tx,
    accountId,
    sql`r.rdud = any (${hexes}::uuid[]) and r.project_id = ${projectId}`,
    sql`true`,
    window,
    now,
    isSupplySeen,
    page,
  )
}

async function respondents(
  tx: Tx,
  accountId: number,
  which: RawBuilder<unknown>,
  when: RawBuilder<unknown>,
  window: AccountWindow,
  now: Date,
  isSupplySeen: boolean,
  page: Page,
): Promise<RetrievedRespondents> {
  const { rows } = await sql<FoundRow>`
    select n.*, json_build_object('id', n.source_id, 'name', s.name) as source,
      case when n.supplier_id is not null then json_build_object('id', n.supplier_id, 'name', coalesce(p.name, '')) end as supplier
    from (
      select replace(c.rdud::text, '-', '') as hex, c.rid, c.code, c.source_id, c.supplier_id, c.entered_at, c.completed_at, c.interview_seconds, c.sell_price_cents as sell_cents,
        nullif(c.cpi_cents, 0) as supply_cents, ${deadlineOf(window, sql`c.completed_at`)} as deadline_at,
        c.code in ${ADJUSTABLE} and ${deadlineOf(window, sql`c.completed_at`)} > ${now} as is_open, count(*) over ()::int as total
      from (select r.*, ${COMPLETED_AT} as completed_at from respondent r where r.account_id = ${accountId} and not r.is_test and ${which}) c
      where ${when} order by c.completed_at desc nulls last, c.rdud desc limit ${page.limit} offset ${page.offset}
    ) n
    join source s on s.account_id = ${accountId} and s.source_id = n.source_id
    left join supplier p on p.account_id = ${accountId} and p.supplier_id = n.supplier_id
    order by n.completed_at desc nulls last, n.hex desc`.execute(tx)
  return {
    total: rows[0]?.total ?? 0,
    respondents: rows.map(row => ({
      rdud: formatRdud(accountId, row.hex),
      rid: row.rid,
      code: row.code,
      source: row.source,
      ...(isSupplySeen ? { supplier: row.supplier, supply_cents: row.supply_cents } : {}),
      entered_at: row.entered_at.toISOString(),
      completed_at: row.completed_at?.toISOString() ?? null,
      interview_seconds: row.interview_seconds,
      sell_cents: row.sell_cents,
      deadline_at: row.deadline_at?.toISOString() ?? null,
      is_open: row.is_open,
    })),
  }
}
