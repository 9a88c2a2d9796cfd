import { Schema } from 'effect'
import { shareOf, unitCostOf } from './ratios.ts'

/** Completes and what they cost, in cents: a complete without a known supply price, such as an exchange's, is not one that is free. */
export interface SupplyCost {
  readonly completes: number
  /** The completes among them with a known supply price. */
  readonly pricedCompletes: number
  readonly expenseCents: number
}

const isKnown = ({ completes, pricedCompletes, expenseCents }: SupplyCost): boolean =>
  completes === 0 || pricedCompletes !== 0 || expenseCents !== 0

/**
 * Gives what the completes with a known supply price cost, in the account's currency.
 * @returns null when there are completes and the supply price of none is known
 */
export const expenseOf = (cost: SupplyCost): number | null => (isKnown(cost) ? cost.expenseCents / 100 : null)

/** The supply side of a sum of completes, on the wire of reconciliations; absent in a view without it. */
export const SUPPLY_CENTS_FIELDS = {
  /** In cents of the account's currency, of the completes with a known supply price; null: there are completes, and none of them has one. */
  supply_cents: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  /** How many of the completes have one. */
  priced_completes: Schema.optionalKey(Schema.Int),
}

/** Gives these fields of a sum. */
export const supplyCentsOf = (cost: SupplyCost) => ({
  supply_cents: isKnown(cost) ? cost.expenseCents : null,
  priced_completes: cost.pricedCompletes,
})

/** Further earnings of completes, in cents. */
export interface Earnings extends SupplyCost {
  readonly revenueCents: number
  /** Of it, what the completes with a known supply price brought. */
  readonly pricedRevenueCents: number
}

/**
 * Gives what completes brought and cost, in the account's currency. The revenue is of all of them; expense and margin are of those whose supply price is known, the margin's share is one of
 * their revenue, and all three are null when there are completes and the supply price of none is known.
 */
export function earningsOf(earnings: Earnings) {
  const { completes, pricedCompletes, expenseCents, revenueCents, pricedRevenueCents } = earnings
  const marginCents = pricedRevenueCents - expenseCents
  return {
    completes,
    revenue: revenueCents / 100,
    expense: expenseOf(earnings),
    pricedCompletes,
    margin: isKnown(earnings) ? marginCents / 100 : null,
    margin_share: isKnown(earnings) ? shareOf(marginCents, pricedRevenueCents) : null,
  }
}

/**
 * The cost of completes and the remainder, on the wire; absent where the view hides it. Null: there are completes, and
 * the supply price of none is known.
 */
export const SUPPLY_COST_FIELDS = {
  /** Of the completes whose supply price is known. */
  expense: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  /** How many completes that is. */
  pricedCompletes: Schema.optionalKey(Schema.Int),
  /** The revenue of these completes, less the expense. */
  margin: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  /** A fraction of what these completes brought; null without it. */
  margin_share: Schema.optionalKey(Schema.NullOr(Schema.Number)),
}

/**
 * Says what an entrant was worth to suppliers, in the account's currency, to the cent (EPC).
 * @returns null without entrants, and when the supply price of a complete is not known: its entrants would count as worth nothing
 */
export const earnedPerEntrant = (cost: SupplyCost & { readonly entrants: number }): number | null =>
  cost.pricedCompletes === cost.completes ? unitCostOf(cost.expenseCents, cost.entrants) : null

/** Says whether a figure of cost that is null is not known: of a row, or of totals, with the supply price of not all completes known. */
export const isCostUnknown = (of: { readonly completes?: unknown; readonly pricedCompletes?: unknown }): boolean =>
  of.pricedCompletes !== undefined && of.pricedCompletes !== of.completes

/** Shown in place of an unknown cost. */
export const COST_UNKNOWN = 'Not known: these completes have no supply price, as on an exchange without a typed CPI'

/**
 * Says of how many completes a margin or an expense is known.
 * @param what the figure, at the beginning of the sentence
 * @returns null when it is known for all of them, or the view hides it
 */
export function knownFor(
  what: 'Margin' | 'Expense',
  { completes, pricedCompletes }: { readonly completes: number; readonly pricedCompletes?: number },
): string | null {
  if (pricedCompletes === undefined || pricedCompletes === completes) return null
  return `${what} known for ${pricedCompletes.toLocaleString('en-US')} of ${completes.toLocaleString('en-US')} ${completes === 1 ? 'complete' : 'completes'}`
}
