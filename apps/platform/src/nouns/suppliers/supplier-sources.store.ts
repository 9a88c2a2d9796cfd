import { shareOf } from '@desk/schema/columns/ratios'
import { RESPONDENT_STATES, type CountColumn } from '@desk/schema/respondents/state'
import { STATUS_CODES } from '@desk/schema/statuses/status'
import type { SupplierSource } from '@desk/schema/suppliers/supplier-source'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { Page } from '#kernel/lists/page'
import { effectiveStatus } from '#statuses/status-sql'

type Row = Omit<SupplierSource, 'ir' | 'conversion' | 'reject_rate'> & {
  readonly terms: number
  readonly oQs: number
}

const counted = (column: CountColumn) => {
  const codes = Object.values(RESPONDENT_STATES).filter(state => state.column === column)
  return sql`coalesce(${sql.join(
    codes.map(({ code }) => sql.ref(`r.code_${code}`)),
    sql` + `,
  )}, 0)::int`
}

/** The sources that buy from a supplier, live ones first, with the counts of its own respondents (docs/decisions/0032). */
export async function listSupplierSources(
  tx: Tx,
  accountId: number,
  supplierId: number,
  page: Page,
): Promise<readonly SupplierSource[]> {
  const { rows } = await sql<Row>`
    select s.source_id as stmid, s.name, s.type, s.survey_id as pm_sy_ud, v.name as pm_sy_name, s.project_id as pm_proj_ud, p.name as pm_proj_name,
      s.status as statusid, ${effectiveStatus('s.status', 'v.status', 'p.status')} as effective_statusid, s.target,
      x.allocation_percent::float8 as allocation_percent,
      coalesce(x.supply_price_cents, s.supply_price_cents) / 100.0 as supplier_cpi,
      coalesce(r.entrants, 0)::int as entrants, ${counted('completes')} as completes, ${counted('terms')} as terms, ${counted('oQs')} as "oQs",
      coalesce(${sql.ref(`r.code_${RESPONDENT_STATES.rejected.code}`)}, 0)::int as rejected
    from source_supplier x
      join source s on s.account_id = x.account_id and s.source_id = x.source_id
      join survey v on v.account_id = s.account_id and v.survey_id = s.survey_id
      join project p on p.account_id = s.account_id and p.project_id = s.project_id
      left join supplier_rollup r on r.account_id = x.account_id and r.source_id = x.source_id and r.supplier_id = x.supplier_id
    where x.account_id = ${accountId} and x.supplier_id = ${supplierId}
    order by s.status <> ${STATUS_CODES.live}, s.name collate "und-x-icu", s.source_id
    limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows.map(({ terms, oQs, ...row }) => ({
    ...row,
    ir: shareOf(row.completes, row.completes + oQs + terms),
    conversion: shareOf(row.completes, row.entrants),
    reject_rate: shareOf(row.rejected, row.completes + row.rejected),
  }))
}
