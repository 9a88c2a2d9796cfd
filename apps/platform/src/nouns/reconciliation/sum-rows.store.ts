import { sql } from 'kysely'
import type { Tx } from '#kernel/db/tx'
import type { GiveWay } from '#ledger/batches/right-of-way'
import { RequestSums, summed, type RowSum, type SummedRows } from './row-sums.ts'

/** How many rows are summed before entrants and returns go first. */
const ROWS_A_TURN = 1_000

/** The sums of a request's judged rows. */
export async function readSums(tx: Tx, accountId: number, id: number, giveWay: GiveWay): Promise<RequestSums> {
  const sums = new RequestSums()
  for (let after: number | null = 0; after !== null;) {
    await giveWay()
    const portion: SummedRows = await readPortion(tx, accountId, id, after)
    sums.add(portion)
    after = portion.rows < ROWS_A_TURN ? null : portion.last
  }
  return sums
}

async function readPortion(tx: Tx, accountId: number, id: number, after: number): Promise<SummedRows> {
  const { rows } = await sql<SummedRows>`
    with portion as materialized (
      select w.* from reconciliation_row w where w.account_id = ${accountId} and w.reconciliation_id = ${id} and w.line > ${after} order by w.line limit ${ROWS_A_TURN}
    ) ${summed(sql`portion`)}`.execute(tx)
  const [portion] = rows
  if (portion === undefined) throw new Error('A sum has one row')
  return portion
}

/** Keeps the sums of judged rows in their request, with their digest, and makes it previewed. */
export async function keepSums(
  tx: Tx,
  accountId: number,
  id: number,
  at: Date,
  {
    digest,
    until,
    firstCompletedAt,
    lastCompletedAt,
    sums,
  }: Pick<RequestSums, 'digest' | 'until' | 'firstCompletedAt' | 'lastCompletedAt' | 'sums'>,
): Promise<void> {
  const applied = sums.filter(({ isApplied }) => isApplied)
  const sent = sums.filter(({ isRest }) => !isRest)
  const rest = sums.filter(({ isRest }) => isRest)
  await sql`
    update reconciliation r set state = 'previewed', judged_at = ${at}, digest = ${digest}, rows_count = ${rowsOf(sent)}, rest_count = ${rowsOf(rest)},
      changes = ${rowsOf(applied)}, open_suggestions = ${rowsOf(sent.filter(({ outcome }) => outcome === 'needs_confirmation'))},
      sell_cents = ${total(applied, sum => sum.change * sum.sellCents)}, supply_cents = ${total(applied, sum => sum.change * sum.supplyCents)},
      priced_changes = ${total(applied, ({ withSupplyPrice }) => withSupplyPrice)},
      undo_until = ${until}, first_completed_at = ${firstCompletedAt}, last_completed_at = ${lastCompletedAt}, outcomes = ${JSON.stringify(outcomesOf(sent))}::jsonb, rest_outcomes = ${JSON.stringify(outcomesOf(rest))}::jsonb,
      row_sums = ${JSON.stringify(sums)}::jsonb
    where r.account_id = ${accountId} and r.reconciliation_id = ${id}`.execute(tx)
}

const total = (sums: readonly RowSum[], what: (sum: RowSum) => number): number =>
  sums.reduce((all, sum) => all + what(sum), 0)
const rowsOf = (sums: readonly RowSum[]): number => total(sums, ({ rows }) => rows)

/** How many rows have which outcome, the most first. */
function outcomesOf(sums: readonly RowSum[]): readonly { readonly outcome: string; readonly rows: number }[] {
  const counts = new Map<string, number>()
  for (const { outcome, rows } of sums) counts.set(outcome, (counts.get(outcome) ?? 0) + rows)
  return [...counts]
    .map(([outcome, rows]) => ({ outcome, rows }))
    .sort((one, other) => other.rows - one.rows || (one.outcome < other.outcome ? -1 : 1))
}
