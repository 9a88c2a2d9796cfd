/** The pace of a source, in completes an hour. */
export interface Pace {
  /** Completes that its target still wants; Infinity: it has no target. */
  readonly left: number
  /** Until its out-of-field date; null: it has none. */
  readonly hoursLeft: number | null
  /** Without the cause; Infinity: it would be full. */
  readonly before: number
  readonly now: number
}

/**
 * Completes at risk: those expected by the out-of-field date without the cause, less those expected with it, both at most what
 * the target still wants. A forecast takes the place of the paces here (docs/decisions/0097).
 * @returns null where nothing can be expected
 */
export function completesAtRisk({ left, hoursLeft, before, now }: Pace): number | null {
  if (hoursLeft === null) return null
  if (hoursLeft <= 0 || left <= 0) return 0
  const lost = Math.round(Math.min(left, before * hoursLeft) - Math.min(left, now * hoursLeft))
  return Number.isFinite(lost) ? Math.max(0, lost) : null
}

/** The worth of completes, in cents. @returns null where a price is not known, or the number of completes */
export function centsAtRisk(
  completes: number | null,
  { sellCents, supplyCents }: { readonly sellCents: number | null; readonly supplyCents: number | null },
): number | null {
  return completes === null || sellCents === null || supplyCents === null
    ? null
    : Math.round(completes * (sellCents - supplyCents))
}

/** The sum of the known values; null without any. */
export function sumOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
