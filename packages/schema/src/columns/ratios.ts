/**
 * Gives a fraction 0…1.
 * @returns null when there is nothing to divide by
 */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

/**
 * Says what a complete cost on average, in the account's currency, to the cent (§3.21).
 * @returns null before the first complete
 */
export function unitCostOf(expenseCents: number, completes: number): number | null {
  return completes === 0 ? null : Math.round(expenseCents / completes) / 100
}
