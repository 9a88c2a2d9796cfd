import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { RowSet } from '#ledger/batches/row-set'
import type { SentLine } from '#ledger/sent-lists/sent-line'
import { identify } from '#ledger/sent-lists/identify'
import { LINES_A_PORTION, linesOf } from './line-portions.ts'
import { openWindow } from './window-sql.ts'
import type { BetweenRows } from './progress.ts'
import type { AccountWindow } from './requests.store.ts'

/** A sent line, and whom it names; a key is null where it is the text itself. */
interface NamedLine extends SentLine {
  readonly hex: string | null
  readonly key: string | null
}
const LINES = new RowSet<NamedLine>([
  ['line', 'int', ({ line }) => line],
  ['raw_text', 'text', ({ rawText }) => rawText],
  ['rdud', 'uuid', ({ hex }) => hex],
  ['key', 'text', ({ key }) => key],
  ['reason_code', 'int', ({ reasonCode }) => reasonCode],
  ['is_bad_reason', 'boolean', ({ isBadReason }) => isBadReason],
  ['comment', 'text', ({ comment }) => comment],
])

/**
 * Stores the lines of a request as they were sent, in their order.
 * @param origin `choice`: ticked in a list
 */
export async function insertLines(
  tx: Tx,
  accountId: number,
  requestId: number,
  lines: readonly SentLine[],
  origin: 'sent' | 'choice',
  { tell, giveWay }: BetweenRows,
  linesAPortion = LINES_A_PORTION,
): Promise<void> {
  for (let at = 0; at < lines.length; at += linesAPortion) {
    tell('keeping', at, lines.length)
    await giveWay()
    const sent = lines.slice(at, at + linesAPortion).map((line): NamedLine => {
      const { hex, key } = identify(line.rawText, accountId)
      // each field by its name: spread, 100,000 lines take a tenth of a second more
      return {
        line: line.line,
        rawText: line.rawText,
        reasonCode: line.reasonCode,
        isBadReason: line.isBadReason,
        comment: line.comment,
        hex,
        key: key === line.rawText ? null : key,
      }
    })
    await tx.client.query({
      name: 'reconciliation_lines',
      text: `insert into reconciliation_line_portion (account_id, reconciliation_id, first_line, last_line, origin, ${LINES.names})
        values ($1, $2, $3, $4, $5, $6::int[], $7::text[], $8::uuid[], $9::text[], $10::int[], $11::boolean[], $12::text[])`,
      values: [accountId, requestId, sent[0]?.line, sent.at(-1)?.line, origin, ...LINES.values(sent)],
    })
  }
}

/**
 * Adds the rest of an ACCEPT_LIST: each complete of the project whose window is open, as it is now. Later completes are outside the request; those that a line names
 * are judged by that line.
 */
export async function insertRest(
  tx: Tx,
  accountId: number,
  requestId: number,
  projectId: number,
  window: AccountWindow,
  at: Date,
  linesAPortion = LINES_A_PORTION,
): Promise<void> {
  await sql`
    insert into reconciliation_line_portion (account_id, reconciliation_id, first_line, last_line, origin, line, raw_text, rdud, key, reason_code, is_bad_reason, comment)
    select ${accountId}, ${requestId}, min(n.line), max(n.line), 'rest', array_agg(n.line order by n.line), array_agg(''::text order by n.line), array_agg(n.rdud order by n.line),
      array_agg(null::text), array_agg(null::int), array_agg(false), array_agg(''::text)
    from (
      select last.line + row_number() over (order by r.rdud) as line, (row_number() over (order by r.rdud) - 1) / ${linesAPortion} as portion, r.rdud
      from respondent r,
        (select coalesce(max(last_line), 0) as line from reconciliation_line_portion where account_id = ${accountId} and reconciliation_id = ${requestId}) last
      where r.account_id = ${accountId} and r.rdud >= ${openWindow(window, at)} and r.project_id = ${projectId} and r.code in (30, 51) and not r.is_test
    ) n group by n.portion`.execute(tx)
}

/** Adds what an undo restores: the applied rows of a request that are not undone yet, of one supplier or of all. */
export async function insertUndone(
  tx: Tx,
  accountId: number,
  requestId: number,
  undoOf: number,
  supplierId: number | null,
): Promise<void> {
  // rows and lines are joined by sorting or hashing them: without statistics the planner would compare each with each
  await sql`select set_config('enable_nestloop', 'off', true)`.execute(tx)
  await sql`
    insert into reconciliation_line_portion (account_id, reconciliation_id, first_line, last_line, origin, line, raw_text, rdud, key, reason_code, is_bad_reason, comment)
    select ${accountId}, ${requestId}, min(n.line), max(n.line), 'undo', array_agg(n.line order by n.line), array_agg(n.raw_text order by n.line), array_agg(n.rdud order by n.line),
      array_agg(''::text), array_agg(n.reason_code order by n.line), array_agg(false), array_agg(n.comment order by n.line)
    from (
      select o.line, coalesce(l.raw_text, '') as raw_text, o.rdud, o.reason_code, coalesce(l.comment, '') as comment,
        (row_number() over (order by o.line) - 1) / ${LINES_A_PORTION} as portion
      from reconciliation_row o left join ${linesOf(accountId, undoOf)} l on l.line = o.line
      where o.account_id = ${accountId} and o.reconciliation_id = ${undoOf} and o.is_applied and o.undone_by is null
        and (${supplierId}::int is null or o.supplier_id = ${supplierId})
    ) n group by n.portion`.execute(tx)
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(tx)
}
