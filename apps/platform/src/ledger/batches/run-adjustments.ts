import type { Tx } from '#kernel/db/tx'
import type { AdjustmentOperation, AdjustmentOutcome } from '../facts/ledger-operations.ts'
import { BatchFold } from './batch-fold.ts'
import { readFacts, writeSums, type BatchOptions, type BatchPorts, type Touched } from './batch-transaction.ts'
import { readRespondents } from './ledger-reads.store.ts'
import { writeMoved } from './ledger-writes.store.ts'
import type { KeptWindow } from './loi-medians.ts'
import type { GiveWay } from './right-of-way.ts'

/** The adjustments of a reconciliation: however many there are, a page of them is in memory at a time. */
export interface Adjusting extends Touched {
  /** Each respondent is in it once. Pages are small: folding one keeps the event loop from others. */
  readonly pages: AsyncIterable<readonly AdjustmentOperation[]>
  /** Receives each page, with an outcome for each of its operations, in their order. */
  readonly judged: (operations: readonly AdjustmentOperation[], outcomes: readonly AdjustmentOutcome[]) => void
}

/**
 * Judges and writes adjustments in the open transaction. The rollup rows of all their sources are locked first, in
 * the order of all batches; respondents and lines are written page by page, figures once at the end.
 * @param giveWay lets entrants and returns go first, before each page
 * @returns the windows of the medians, to be cached only if the transaction commits
 */
export async function runAdjustments(
  tx: Tx,
  accountId: number,
  { pages, judged, ...touched }: Adjusting,
  giveWay: GiveWay,
  ports: BatchPorts,
  options: BatchOptions,
): Promise<ReadonlyMap<string, KeptWindow>> {
  const facts = await readFacts(tx, accountId, [], touched, ports.setups, options.nowMs)
  const fold = new BatchFold(accountId, facts, ports.placeKeptMs)
  for await (const operations of pages) {
    await giveWay()
    fold.know(
      await readRespondents(
        tx,
        accountId,
        operations.map(({ hex }) => hex),
      ),
    )
    judged(
      operations,
      operations.map(operation => fold.adjust(operation)),
    )
    const { lines, moved } = fold.takeChanges()
    if (moved.length > 0) tx.leave(writeMoved(tx, accountId, lines, moved))
  }
  return writeSums(tx, accountId, fold, facts, null, ports, options)
}
