/** A value that was seen, or (censored) only known to be greater than `value`. */
export interface Observed {
  readonly value: number
  readonly isCensored: boolean
}

/** A distribution by its steps: the values in order, and the share at or below each. */
export interface StepDistribution {
  readonly values: readonly number[]
  readonly shares: readonly number[]
  /** How many values were seen in full. */
  readonly count: number
}

/**
 * The product-limit estimate of a distribution from censored values (Kaplan & Meier, J. Am. Stat. Assoc. 53, 1958), with the
 * finite-sample correction of split-conformal prediction (Vovk et al., Algorithmic Learning in a Random World, 2005;
 * Lei et al., J. Am. Stat. Assoc. 113, 2018): the next value has a place of its own beside the n that were seen, so that
 * without censoring the i-th value has the share i ÷ (n + 1).
 */
export function stepDistribution(observed: readonly Observed[]): StepDistribution {
  const sorted = observed.toSorted((a, b) => a.value - b.value || Number(a.isCensored) - Number(b.isCensored))
  const values: number[] = []
  const shares: number[] = []
  let surviving = 1
  for (const [at, { value, isCensored }] of sorted.entries()) {
    if (isCensored) continue
    // one place more than values at risk: that of the next value
    surviving *= 1 - 1 / (sorted.length - at + 1)
    values.push(value)
    shares.push(1 - surviving)
  }
  return { values, shares, count: values.length }
}

/** The greatest value whose share is no more than asked for; the least value, where even that has more. */
export function lowerQuantile({ values, shares }: StepDistribution, share: number): number {
  const after = firstAbove(shares, share + 1e-9)
  return values[Math.max(0, after - 1)] ?? 0
}

/** The least value whose share is no less than asked for; Infinity, where too many were censored to say. */
export function upperQuantile({ values, shares }: StepDistribution, share: number): number {
  return values[firstAbove(shares, share - 1e-9)] ?? Infinity
}

/** The value at a share, between its neighbours in proportion; Infinity above the last share. */
export function quantileAt({ values, shares }: StepDistribution, share: number): number {
  const at = firstAbove(shares, share)
  const [high, highShare] = [values[at], shares[at]]
  if (high === undefined || highShare === undefined) return Infinity
  const [low, lowShare] = [values[at - 1], shares[at - 1]]
  if (low === undefined || lowShare === undefined) return high
  return low + ((high - low) * (share - lowShare)) / (highShare - lowShare)
}

/** The share at or below a value, between steps in proportion. */
export function shareBelow({ values, shares }: StepDistribution, value: number): number {
  const at = firstAbove(values, value)
  const [low, lowShare] = [values[at - 1], shares[at - 1] ?? 0]
  const [high, highShare] = [values[at], shares[at]]
  if (low === undefined) return (shares[0] ?? 0) / 2
  if (high === undefined || highShare === undefined) return (1 + lowShare) / 2
  return lowShare + ((highShare - lowShare) * (value - low)) / (high - low)
}

function firstAbove(sorted: readonly number[], than: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > than) high = middle
    else low = middle + 1
  }
  return low
}
