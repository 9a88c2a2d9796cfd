import type { SourceFacts } from '../facts/ledger-facts.ts'

/** A supplier may have this much more of the target than its share, in percent of the share, and one complete at least. */
const TOLERANCE_PERCENT = 10

/** The supplier's present part of the target. */
export interface SupplierShare {
  readonly percent: number
  readonly completes: number
}

/** Whether several suppliers share the target of a source: one alone may fill all of it. */
export function isShared(source: Pick<SourceFacts, 'supplierShares'> | undefined): boolean {
  return source !== undefined && source.supplierShares.size > 1
}

/**
 * The completes at which the door closes to a supplier (docs/decisions/0042): its share of the target and a tenth of that, or one complete more where a
 * tenth is less than one. A supplier without a share gets none.
 * @param target completes that the source wants
 * @param percent the supplier's share of it
 */
export function allocationLimit(target: number, percent: number): number {
  if (percent <= 0) return 0
  // hundredths of a percent, so that no share is rounded: a third of 300 is 99.99
  const hundredths = target * Math.round(percent * 100)
  return Math.max(Math.ceil((hundredths * (100 + TOLERANCE_PERCENT)) / 1_000_000), Math.floor(hundredths / 10_000) + 1)
}
