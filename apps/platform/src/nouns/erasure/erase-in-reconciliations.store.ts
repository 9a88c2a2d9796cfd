import { ERASED } from '@desk/schema/statements/statement-line'
import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { formatRdud } from '#ledger/facts/rdud'

/** Lines of a list, in arrays of one element for each line. */
interface Portion {
  readonly requestId: number
  readonly firstLine: number
  readonly line: readonly number[]
  readonly rawText: readonly string[]
  readonly rdud: readonly (string | null)[]
  readonly key: readonly (string | null)[]
  readonly comment: readonly string[]
}

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
  const hexOf = new Map(rows.map(({ requestId, line, hex }) => [`${requestId} ${line}`, hex]))
  const lost = new Set(free.map(({ rid }) => rid))
  // each line is looked up by itself (offset 0), and each text in a hash of the rids
  const { rows: portions } = await sql<Portion>`
    with wanted as (
      select p.reconciliation_id, p.first_line
      from unnest(${rows.map(({ requestId }) => requestId)}::int[], ${rows.map(({ line }) => line)}::int[]) as w(request, line)
      cross join lateral (
        select t.reconciliation_id, t.first_line from reconciliation_line_portion t
        where t.account_id = ${accountId} and t.reconciliation_id = w.request and t.first_line <= w.line order by t.first_line desc limit 1 offset 0) p
      union
      select t.reconciliation_id, t.first_line from reconciliation_line_portion t cross join lateral unnest(t.raw_text || t.key) as x(text)
      where t.account_id = ${accountId} and x.text = any(${[...lost]}::text[])
    )
    select t.reconciliation_id as "requestId", t.first_line as "firstLine", t.line, t.raw_text as "rawText", t.rdud::text[] as rdud, t.key, t.comment
    from wanted w join reconciliation_line_portion t on t.account_id = ${accountId} and t.reconciliation_id = w.reconciliation_id and t.first_line = w.first_line
    for update of t`.execute(tx)
  const changed = portions.map(portion => withoutRids(accountId, portion, hexOf, lost))
  if (changed.length > 0)
    await sql`
      update reconciliation_line_portion t set raw_text = array(select jsonb_array_elements_text(u.p->'rawText')),
        rdud = array(select x::uuid from jsonb_array_elements_text(u.p->'rdud') x), key = array(select jsonb_array_elements_text(u.p->'key')),
        comment = array(select jsonb_array_elements_text(u.p->'comment'))
      from jsonb_array_elements(${JSON.stringify(changed)}::jsonb) as u(p)
      where t.account_id = ${accountId} and t.reconciliation_id = (u.p->>'requestId')::int and t.first_line = (u.p->>'firstLine')::int`.execute(
      tx,
    )
  const requests = [...new Set([...rows, ...portions].map(({ requestId }) => requestId))]
  if (requests.length > 0)
    await sql`
      delete from reconciliation_file where account_id = ${accountId} and reconciliation_id = any(${requests}::int[])`.execute(
      tx,
    )
  return rows.length
}

function withoutRids(
  accountId: number,
  { requestId, firstLine, line, rawText, rdud, key, comment }: Portion,
  hexOf: ReadonlyMap<string, string>,
  lost: ReadonlySet<string>,
): Omit<Portion, 'line'> {
  const found = line.map((number, at) => {
    const hex = hexOf.get(`${requestId} ${number}`)
    if (hex !== undefined) return { text: formatRdud(accountId, hex), hex }
    return lost.has(rawText[at] ?? '') || lost.has(key[at] ?? '') ? { text: ERASED, hex: null } : undefined
  })
  return {
    requestId,
    firstLine,
    rawText: rawText.map((text, at) => found[at]?.text ?? text),
    rdud: rdud.map((own, at) => found[at]?.hex ?? own),
    key: key.map((own, at) => (found[at] === undefined ? own : null)),
    comment: comment.map((own, at) => (found[at] === undefined ? own : '')),
  }
}
