import type { RespondentCode } from '@desk/schema/respondents/state'
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

/** A batch's additions to the counts of a supplier within a source; 0 is the supplier of respondents without one. */
export interface SupplierCounts {
  readonly sourceId: number
  readonly supplierId: number
  readonly counts: Counts
}

/**
 * How many more, or fewer, of the entrants within an hour are in a state; of refused ones by rule
 * (docs/decisions/0071).
 */
export interface EndingCount {
  /** Since 1970. */
  readonly hour: number
  readonly sourceId: number
  readonly supplierId: number
  readonly code: RespondentCode
  readonly rule: string
  respondents: number
}

const HOUR_MS = 3_600_000

/** The sums of a batch's moves, by source and by supplier within a source. */
export class BatchTallies {
  readonly #tallies = new Map<number, Tally>()
  readonly #suppliers = new Map<string, SupplierCounts>()
  readonly #endings = new Map<string, EndingCount>()

  get bySource(): ReadonlyMap<number, Tally> {
    return this.#tallies
  }

  bySupplier(): readonly SupplierCounts[] {
    return [...this.#suppliers.values()]
  }

  /** The changes that the batch did not undo itself. */
  endings(): EndingCount[] {
    return [...this.#endings.values()].filter(({ respondents }) => respondents !== 0)
  }

  /** @param rule of an entrant whom one refused: its family; the others have none */
  count(row: RespondentRow, move: Move, rule = ''): void {
    const { sourceId, supplierId } = row
    countMove(this.touch(sourceId), move)
    if (move.isTest) return
    countState(this.#countsOf(sourceId, supplierId ?? 0), move)
    // admitted entrants got in as they entered; the others never move again
    const hour = Math.floor((row.inSurveyAtMs ?? move.atMs) / HOUR_MS)
    if (move.from !== null) this.#countEnding(hour, sourceId, supplierId ?? 0, move.from, '', -1)
    this.#countEnding(hour, sourceId, supplierId ?? 0, move.to, rule, 1)
  }

  #countEnding(
    hour: number,
    sourceId: number,
    supplierId: number,
    code: RespondentCode,
    rule: string,
    respondents: number,
  ): void {
    const key = `${hour} ${sourceId} ${supplierId} ${code} ${rule}`
    const known = this.#endings.get(key)
    if (known === undefined) this.#endings.set(key, { hour, sourceId, supplierId, code, rule, respondents })
    else known.respondents += respondents
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
