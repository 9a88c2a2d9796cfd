/**
 * Divides a whole number by weights into whole parts that add up to it: each part is rounded down, and the parts with
 * the largest remainders take the rest. Equal remainders go to the first. Without any weight all parts are equal.
 */
export function spread(total: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const exact = weights.map(weight => (sum === 0 ? total / weights.length : (total * weight) / sum))
  const parts = exact.map(Math.floor)
  const left = total - parts.reduce((all, part) => all + part, 0)
  const byRemainder = exact
    .map((value, at) => ({ at, rest: value - Math.floor(value) }))
    .toSorted((one, other) => other.rest - one.rest || one.at - other.at)
  for (const { at } of byRemainder.slice(0, left)) parts[at] = (parts[at] ?? 0) + 1
  return parts
}

/** Shares may be off by their rounding: so much, in percentage points, is taken and spread. */
export const OFF_BY_MAX = 1

const percentText = (percent: number): string => `${percent.toLocaleString('en-US', { maximumFractionDigits: 2 })} %`

/** The sum of shares, without the noise of binary fractions. */
export const sumOf = (shares: readonly number[]): number =>
  Math.round(shares.reduce((all, share) => all + share, 0) * 1e6) / 1e6

/** Whether shares add up to 100 % but for their rounding. */
export const areWhole = (sum: number): boolean => Math.abs(sum - 100) <= OFF_BY_MAX

/** How shares that add up to this are taken, as a sentence. */
export function shareWords(sum: number): string {
  if (sum === 100) return 'The shares add up to 100 %.'
  if (!areWhole(sum)) return `The shares add up to ${percentText(sum)}, not to 100 %.`
  return sum < 100
    ? `The shares add up to ${percentText(sum)}. The other ${percentText(100 - sum)} is spread by largest remainder.`
    : `The shares add up to ${percentText(sum)}. The ${percentText(sum - 100)} above 100 % is taken off by largest remainder.`
}

/** Whole shares of targets in percent, with decimals that tell one complete from the next, which add up to 100. */
export function sharesOf(targets: readonly number[]): readonly number[] {
  const total = targets.reduce((all, target) => all + target, 0)
  if (total === 0) return targets.map(() => 0)
  const steps = total > 1_000 ? 100 : 10
  return spread(100 * steps, targets).map(part => part / steps)
}
