import type { LineKind } from '@desk/schema/statements/statement-line'
import type { Month } from './months.ts'

/** The totals of lines. */
export interface Sums {
  readonly lines: number
  readonly completes: number
  readonly complete_cents: number
  readonly adjustments: number
  readonly adjustment_cents: number
  readonly total_cents: number
}

export const NO_LINES: Sums = {
  lines: 0,
  completes: 0,
  complete_cents: 0,
  adjustments: 0,
  adjustment_cents: 0,
  total_cents: 0,
}

/** The same, with how many of the completes and of the adjustments have a known price. */
export interface PricedSums extends Sums {
  readonly priced_completes: number
  readonly priced_adjustments: number
}

export const NO_PRICED_LINES: PricedSums = { ...NO_LINES, priced_completes: 0, priced_adjustments: 0 }

/** Two sums as one. */
export const added = (one: Sums, other: Sums): Sums => ({
  lines: one.lines + other.lines,
  completes: one.completes + other.completes,
  complete_cents: one.complete_cents + other.complete_cents,
  adjustments: one.adjustments + other.adjustments,
  adjustment_cents: one.adjustment_cents + other.adjustment_cents,
  total_cents: one.total_cents + other.total_cents,
})

/** Two priced sums as one; further fields are left out. */
export const addedPriced = (one: PricedSums, other: PricedSums): PricedSums => ({
  ...added(one, other),
  priced_completes: one.priced_completes + other.priced_completes,
  priced_adjustments: one.priced_adjustments + other.priced_adjustments,
})

/** The rest of a sum without a part of it. */
export const less = (whole: Sums, part: Sums): Sums => ({
  lines: whole.lines - part.lines,
  completes: whole.completes - part.completes,
  complete_cents: whole.complete_cents - part.complete_cents,
  adjustments: whole.adjustments - part.adjustments,
  adjustment_cents: whole.adjustment_cents - part.adjustment_cents,
  total_cents: whole.total_cents - part.total_cents,
})

/** The totals of similar lines. */
export const sumsOf = (
  alike: readonly { readonly kind: LineKind; readonly lines: number; readonly cents: number }[],
): Sums =>
  alike.reduce<Sums>(
    (sum, { kind, lines, cents }) =>
      added(sum, {
        lines,
        completes: kind === 'complete' ? lines : 0,
        complete_cents: kind === 'complete' ? cents : 0,
        adjustments: kind === 'adjustment' ? lines : 0,
        adjustment_cents: kind === 'adjustment' ? cents : 0,
        total_cents: cents,
      }),
    NO_LINES,
  )

/** A line's key of sums, beside its name. */
interface Summed {
  readonly kind: LineKind
  readonly origin: Month
  readonly amount_cents: number
}

/** The lines of one name, kind, month of origin and price. */
export type Part<Named> = Named & {
  readonly kind: LineKind
  readonly origin: Month
  readonly lines: number
  readonly price_cents: number
  readonly amount_cents: number
}

/** Adds lines up as they come. */
export class LineSums<Named> {
  readonly #counts = { lines: 0, completes: 0, complete_cents: 0, adjustments: 0, adjustment_cents: 0 }
  readonly #parts = new Map<string, { line: Summed; named: Named; lines: number; amountCents: number }>()

  /** @param namedKey the ids of what the line is named by, as a text */
  add(line: Summed, namedKey: string, named: () => Named): void {
    const { kind, origin, amount_cents: cents } = line
    this.#counts.lines += 1
    if (kind === 'complete') {
      this.#counts.completes += 1
      this.#counts.complete_cents += cents
    } else {
      this.#counts.adjustments += 1
      this.#counts.adjustment_cents += cents
    }
    const key = `${kind} ${origin} ${cents} ${namedKey}`
    const part = this.#parts.get(key)
    if (part === undefined) this.#parts.set(key, { line, named: named(), lines: 1, amountCents: cents })
    else {
      part.lines += 1
      part.amountCents += cents
    }
  }

  get sums(): Sums {
    return { ...this.#counts, total_cents: this.#counts.complete_cents + this.#counts.adjustment_cents }
  }

  /** In the order in which they came. */
  get parts(): readonly Part<Named>[] {
    return [...this.#parts.values()].map(({ line, named, lines, amountCents }) => ({
      ...named,
      kind: line.kind,
      origin: line.origin,
      lines,
      price_cents: line.amount_cents,
      amount_cents: amountCents,
    }))
  }
}
