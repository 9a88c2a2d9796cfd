import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kernel/db/tx'

/** So many lines share one record: they are looked up, judged and summed at once. */
export const LINES_A_PORTION = 500

/** Lines of a request that are stored together. */
export interface LinePortion {
  readonly first: number
  readonly last: number
  readonly lines: number
}

/** The portions of a request's lines, in their order. */
export async function listPortions(tx: Tx, accountId: number, requestId: number): Promise<readonly LinePortion[]> {
  const { rows } = await sql<LinePortion>`
    select first_line as first, last_line as last, cardinality(line) as lines from reconciliation_line_portion
    where account_id = ${accountId} and reconciliation_id = ${requestId} order by first_line`.execute(tx)
  return rows
}

/**
 * Lines as a table: line, origin, raw_text, rdud, key, reason_code, is_bad_reason and comment.
 * @param which of the portions `p` of a request
 */
export const linesOf = (
  accountId: number,
  requestId: number,
  which: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> => sql`(
  select n.line, n.origin, n.raw_text, n.rdud, coalesce(n.key, n.raw_text) as key, n.reason_code, n.is_bad_reason, n.comment
  from (
    -- in the select list, unlike in FROM, nothing is stored in between
    select p.origin, unnest(p.line) as line, unnest(p.raw_text) as raw_text, unnest(p.rdud) as rdud, unnest(p.key) as key, unnest(p.reason_code) as reason_code,
      unnest(p.is_bad_reason) as is_bad_reason, unnest(p.comment) as comment
    from reconciliation_line_portion p where p.account_id = ${accountId} and p.reconciliation_id = ${requestId} and ${which}
  ) n)`

/** The sent texts of some lines of a request, by the line. @param lines in their order */
export async function findSent(
  tx: Tx,
  accountId: number,
  requestId: number,
  lines: readonly number[],
): Promise<ReadonlyMap<number, { readonly rawText: string; readonly comment: string }>> {
  const [first, last] = [lines[0] ?? 0, lines.at(-1) ?? 0]
  const asked = sql`${lines}::int[]`
  const holding = sql`p.last_line >= ${first} and p.first_line <= ${last} and exists (select from unnest(${asked}) a (line) where a.line between p.first_line and p.last_line)`
  const { rows } = await sql<{ line: number; rawText: string; comment: string }>`
    select l.line, l.raw_text as "rawText", l.comment from ${linesOf(accountId, requestId, holding)} l where l.line = any (${asked})`.execute(
    tx,
  )
  return new Map(rows.map(({ line, ...sent }) => [line, sent]))
}
