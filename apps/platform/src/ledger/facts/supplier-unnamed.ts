import type { SourceFacts } from './ledger-facts.ts'

/**
 * The supplier of an entry whose link names none: the source's only one; for a test the first, since not every tester sees the
 * suppliers.
 */
export function supplierUnnamed(
  { supplierPricesCents: prices }: Pick<SourceFacts, 'supplierPricesCents'>,
  isTest: boolean,
): number | null {
  if (prices.size === 0 || (prices.size > 1 && !isTest)) return null
  return Math.min(...prices.keys())
}
