import { supplierKey, type RespondentRow } from '../facts/ledger-facts.ts'
import {
  completesOf,
  countMove,
  countState,
  emptyCounts,
  emptyTally,
  type Counts,
  type Move,
  type Tally,
} from '../facts/tally.ts'

/** What a batch adds to the counts of a supplier within a source; 0 is the supplier of respondents without one. */
export interface SupplierCounts {
  readonly sourceId: number
  readonly supplierId: number
  readonly counts: Counts
}

/** The sums of a batch's moves, by source and by supplier within a source. */
export class BatchTallies {
  readonly #tallies = new Map<number, Tally>()
  readonly #suppliers = new Map<string, SupplierCounts>()

  get bySource(): ReadonlyMap<number, Tally> {
    return this.#tallies
  }

  bySupplier(): readonly SupplierCounts[] {
    return [...this.#suppliers.values()]
  }

  count({ sourceId, supplierId }: RespondentRow, move: Move): void {
    countMove(this.touch(sourceId), move)
    if (!move.isTest) countState(this.#countsOf(sourceId, supplierId ?? 0), move)
  }

  /** The tally of a source, created if missing: the source's version goes up, and the feed reports it. */
  touch(sourceId: number): Tally {
    let tally = this.#tallies.get(sourceId)
    if (tally === undefined) this.#tallies.set(sourceId, (tally = emptyTally()))
    return tally
  }

  /** The completes that the batch has added to a supplier of a source so far. */
  completesOfSupplier(sourceId: number, supplierId: number): number {
    const known = this.#suppliers.get(supplierKey(sourceId, supplierId))
    return known === undefined ? 0 : completesOf(known.counts)
  }

  #countsOf(sourceId: number, supplierId: number): Counts {
    const key = supplierKey(sourceId, supplierId)
    let known = this.#suppliers.get(key)
    if (known === undefined) this.#suppliers.set(key, (known = { sourceId, supplierId, counts: emptyCounts() }))
    return known.counts
  }
}
