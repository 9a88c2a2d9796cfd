import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import { RowSet } from '#ledger/batches/row-set'
import type { SentLine } from '#ledger/sent-lists/sent-line'
import { identify } from '#ledger/sent-lists/identify'
import { openWindow } from './window-sql.ts'
import type { BetweenRows } from './progress.ts'
import type { AccountWindow } from './requests.store.ts'

/** How many lines are identified before entrants and returns go first. */
const LINES_A_TURN = 250

/** A sent line, and whom it names. */
interface NamedLine extends SentLine {
  readonly hex: string | null
  readonly key: string
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

/** Stores the lines of a request as they were sent. @param origin `choice`: ticked in a list */
export async function insertLines(
  tx: Tx,
  accountId: number,
  requestId: number,
  lines: readonly SentLine[],
  origin: 'sent' | 'choice',
  { tell, giveWay }: BetweenRows,
): Promise<void> {
  for (let at = 0; at < lines.length; at += LINES_A_TURN) {
    tell('keeping', at, lines.length)
    await giveWay()
    const named = lines.slice(at, at + LINES_A_TURN).map((line): NamedLine => {
      const { hex, key } = identify(line.rawText, accountId)
      const { rawText, reasonCode, isBadReason, comment } = line
      return { line: line.line, rawText, reasonCode, isBadReason, comment, hex, key }
    })
    await tx.client.query({
      name: 'reconciliation_lines',
      text: `insert into reconciliation_line (account_id, reconciliation_id, origin, ${LINES.names}) select $1, $2, $3, ${LINES.names} from ${LINES.from(4)}`,
      values: [accountId, requestId, origin, ...LINES.values(named)],
    })
  }
}

/** How many lines a request has. */
export async function countLines(tx: Tx, accountId: number, requestId: number): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from reconciliation_line where account_id = ${accountId} and reconciliation_id = ${requestId}`.execute(
    tx,
  )
  return rows[0]?.lines ?? 0
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
): Promise<void> {
  await sql`
    insert into reconciliation_line (account_id, reconciliation_id, line, origin, raw_text, rdud, key, is_bad_reason, comment)
    select ${accountId}, ${requestId}, last.line + row_number() over (order by r.rdud), 'rest', '', r.rdud, '', false, ''
    from respondent r,
      (select coalesce(max(line), 0) as line from reconciliation_line where account_id = ${accountId} and reconciliation_id = ${requestId}) last
    where r.account_id = ${accountId} and r.rdud >= ${openWindow(window, at)} and r.project_id = ${projectId} and r.code in (30, 51) and not r.is_test`.execute(
    tx,
  )
}

/** Adds what an undo restores: the applied rows of a request that are not undone yet, of one supplier or of all. */
export async function insertUndone(
  tx: Tx,
  accountId: number,
  requestId: number,
  undoOf: number,
  supplierId: number | null,
): Promise<void> {
  // the line is a lateral by its whole key (offset 0): without statistics a join compares each row with each line
  await sql`
    insert into reconciliation_line (account_id, reconciliation_id, line, origin, raw_text, rdud, key, reason_code, is_bad_reason, comment)
    select ${accountId}, ${requestId}, o.line, 'undo', coalesce(l.raw_text, ''), o.rdud, '', o.reason_code, false, coalesce(l.comment, '')
    from reconciliation_row o
    left join lateral (
      select l.raw_text, l.comment from reconciliation_line l where l.account_id = ${accountId} and l.reconciliation_id = ${undoOf} and l.line = o.line offset 0
    ) l on true
    where o.account_id = ${accountId} and o.reconciliation_id = ${undoOf} and o.is_applied and o.undone_by is null
      and (${supplierId}::int is null or o.supplier_id = ${supplierId})`.execute(tx)
}

/** Which lines are left out, and which suggestions are confirmed, from now on; undefined: as before. */
export async function setLineChoices(
  tx: Tx,
  accountId: number,
  requestId: number,
  unticked: readonly number[] | undefined,
  confirmed: readonly number[] | undefined,
): Promise<void> {
  const mine = sql`account_id = ${accountId} and reconciliation_id = ${requestId}`
  if (unticked !== undefined)
    await sql`
      update reconciliation_line set is_unticked = not is_unticked
      where ${mine} and is_unticked <> (line = any (${unticked}::int[]))`.execute(tx)
  if (confirmed !== undefined)
    await sql`
      update reconciliation_line set is_confirmed = not is_confirmed
      where ${mine} and suggested is not null and is_confirmed <> (line = any (${confirmed}::int[]))`.execute(tx)
}
