import { ERASED } from '@desk/schema/statements/statement-line'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'

/**
 * Erases respondents in lists of reconciliations. A row loses the rid. Its line names the respondent by RDUD from then on,
 * so that another preview finds the same one. A line without a respondent loses its text if it is the rid, unless another
 * respondent has the same rid. The uploaded file is deleted: it has other columns too, and a workbook cannot be searched.
 * Its hash stays.
 * @returns the rows that have changed
 */
export async function eraseInReconciliations(
  tx: Tx,
  accountId: number,
  erased: readonly { readonly hex: string; readonly rid: string }[],
): Promise<number> {
  const hexes = erased.map(({ hex }) => hex)
  const { rows } = await sql<{ requestId: number; line: number; hex: string }>`
    update reconciliation_row w set rid = ${ERASED}
    where w.account_id = ${accountId} and w.rdud = any(${hexes}::uuid[]) and w.rid is not null
    returning w.reconciliation_id as "requestId", w.line, replace(w.rdud::text, '-', '') as hex`.execute(tx)
  const { rows: free } = await sql<{ rid: string }>`
    select u.rid from unnest(${erased.map(({ rid }) => rid)}::text[]) as u(rid)
    where not exists (select from respondent r where r.account_id = ${accountId} and r.rid = u.rid)`.execute(tx)
  const { rows: lines } = await sql<{ requestId: number }>`
    with named as materialized (
      select * from unnest(${rows.map(({ requestId }) => requestId)}::int[], ${rows.map(({ line }) => line)}::int[],
        ${rows.map(({ hex }) => hex)}::uuid[], ${rows.map(({ hex }) => formatRdud(accountId, hex))}::text[]) as u(request, line, rdud, shown)
    ), lost as materialized (
      select distinct u.rid from unnest(${free.map(({ rid }) => rid)}::text[]) as u(rid)
    ), found as materialized (
      select t.reconciliation_id, t.first_line, i.n, w.rdud, coalesce(w.shown, ${ERASED}) as shown
      from reconciliation_line_portion t cross join lateral generate_subscripts(t.line, 1) i(n)
      left join named w on w.request = t.reconciliation_id and w.line = t.line[i.n]
      left join lost l on l.rid = t.raw_text[i.n] left join lost k on k.rid = t.key[i.n]
      where t.account_id = ${accountId} and (w.line is not null or l.rid is not null or k.rid is not null)
    ), changed as (
      select t.reconciliation_id, t.first_line,
        array_agg(coalesce(f.shown, t.raw_text[i.n]) order by i.n) as raw_text, array_agg(coalesce(f.rdud, t.rdud[i.n]) order by i.n) as rdud,
        array_agg(case when f.n is null then t.key[i.n] end order by i.n) as key, array_agg(case when f.n is null then t.comment[i.n] else '' end order by i.n) as comment
      from reconciliation_line_portion t cross join lateral generate_subscripts(t.line, 1) i(n)
      left join found f on f.reconciliation_id = t.reconciliation_id and f.first_line = t.first_line and f.n = i.n
      where t.account_id = ${accountId} and (t.reconciliation_id, t.first_line) in (select reconciliation_id, first_line from found)
      group by 1, 2
    )
    update reconciliation_line_portion t set raw_text = c.raw_text, rdud = c.rdud, key = c.key, comment = c.comment from changed c
    where t.account_id = ${accountId} and t.reconciliation_id = c.reconciliation_id and t.first_line = c.first_line
    returning t.reconciliation_id as "requestId"`.execute(tx)
  const requests = [...new Set([...rows, ...lines].map(({ requestId }) => requestId))]
  if (requests.length > 0)
    await sql`
      delete from reconciliation_file where account_id = ${accountId} and reconciliation_id = any(${requests}::int[])`.execute(
      tx,
    )
  return rows.length
}
