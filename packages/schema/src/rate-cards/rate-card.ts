import { Schema } from 'effect'
import { Id, IdFromText, IsoInstant } from '../ids/ids.ts'

/** The grid of a rate card (domain.md §6): a row for each LOI, a column for each IR; null in a cell is "ask for a quote". */
export const RateGrid = Schema.Struct({
  /** Ascending. */
  loi_minutes: Schema.Array(Schema.Int),
  /** Descending: the easier the audience, the further left. */
  ir_percents: Schema.Array(Schema.Number),
  /** In cents, by row and column. */
  prices_minor: Schema.Array(Schema.Array(Schema.NullOr(Schema.Int))),
  /** The lowest and highest price, in cents; null: no bound. */
  cpi_min: Schema.NullOr(Schema.Int),
  cpi_max: Schema.NullOr(Schema.Int),
})
export type RateGrid = typeof RateGrid.Type

/** Why there is no price from the card. */
export const QuoteReason = Schema.Literals(['no_rate_card', 'loi_outside', 'ir_outside', 'no_price'])
export type QuoteReason = typeof QuoteReason.Type

/** A price in cents with the row and column that gave it, or why a quote has to be asked for. */
export type RateLookup =
  | { readonly priceCents: number; readonly loiMinutes: number; readonly irPercent: number }
  | { readonly priceCents: null; readonly reason: Exclude<QuoteReason, 'no_rate_card'> }

/**
 * Looks a price up (domain.md §6): the next LOI row at or above, the next IR column at or below; outside the grid there is no
 * price, and none is extrapolated.
 * @param loiMinutes the stated interview in minutes
 * @param irPercent the stated incidence in percent
 */
export function priceOf(grid: RateGrid, loiMinutes: number, irPercent: number): RateLookup {
  const row = indexOfBest(
    grid.loi_minutes,
    loi => loi >= loiMinutes,
    (a, b) => a < b,
  )
  if (row === -1) return { priceCents: null, reason: 'loi_outside' }
  const column = indexOfBest(
    grid.ir_percents,
    ir => ir <= irPercent,
    (a, b) => a > b,
  )
  if (column === -1) return { priceCents: null, reason: 'ir_outside' }
  const listed = grid.prices_minor[row]?.[column] ?? null
  if (listed === null) return { priceCents: null, reason: 'no_price' }
  const atLeast = Math.max(listed, grid.cpi_min ?? listed)
  return {
    priceCents: Math.min(atLeast, grid.cpi_max ?? atLeast),
    loiMinutes: grid.loi_minutes[row] ?? loiMinutes,
    irPercent: grid.ir_percents[column] ?? irPercent,
  }
}

/** The index of the best fitting value; -1 when none fits. */
function indexOfBest(
  values: readonly number[],
  fits: (value: number) => boolean,
  isBetter: (a: number, b: number) => boolean,
): number {
  let best = -1
  for (const [at, value] of values.entries()) {
    const known = values[best]
    if (fits(value) && (known === undefined || isBetter(value, known))) best = at
  }
  return best
}

const numberBetween = (minimum: number, maximum: number) =>
  Schema.NumberFromString.check(Schema.isFinite(), Schema.isBetween({ minimum, maximum }))

/** The query of a price (api:S9): country, stated LOI and IR, and the survey that is priced, or the project of a survey to come. */
export const BuyerPricingQuery = {
  est_loi: numberBetween(1, 1000),
  qualifying_rate: numberBetween(0.1, 100),
  pm_cy_cs_id: Schema.optionalKey(IdFromText),
  pm_sy_ud: Schema.optionalKey(IdFromText),
  pm_proj_ud: Schema.optionalKey(IdFromText),
  /** Of a survey without a project, for a quote. */
  business_unit_ud: Schema.optionalKey(IdFromText),
}

/** The content of the rate card (api:S9). Money in the card's currency. */
export const BuyerPricing = Schema.Struct({
  rate_card_ud: Schema.NullOr(Id),
  rate_card_name: Schema.NullOr(Schema.String),
  version: Schema.NullOr(Schema.Int),
  effective_from: Schema.NullOr(IsoInstant),
  currency: Schema.NullOr(Schema.String),
  /** null: ask for a quote, and `reason` says why. */
  price: Schema.NullOr(Schema.Number),
  reason: Schema.NullOr(QuoteReason),
  /** The row and the column that gave the price. */
  loi_minutes: Schema.NullOr(Schema.Int),
  ir_percent: Schema.NullOr(Schema.Number),
  /** A forecast until the survey is launched; from then on, the price of the card that was in force at its launch. */
  is_predicted: Schema.Boolean,
})
export type BuyerPricing = typeof BuyerPricing.Type
