/** The currency of all prices and expenses: the specification has dollars only (§5.11, §5.19). */
export const ACCOUNT_CURRENCY = 'USD'

/**
 * Turns an amount in units, as prices come over the wire, into whole cents.
 * @param amount at most two decimals; null or left out: none
 * @returns the nearest whole cents, since 4.35 × 100 is 434.99999999999994 in floats
 */
export function centsOf(amount: number): number
export function centsOf(amount: number | null | undefined): number | null
export function centsOf(amount: number | null | undefined): number | null {
  return amount == null ? null : Math.round(amount * 100)
}
