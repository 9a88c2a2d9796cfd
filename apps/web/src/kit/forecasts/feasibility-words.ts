import type { Feasibility, FeasibilityQuery } from '@desk/schema/forecasts/what-if'
import { SUPPLY_PRICE_MAX, SUPPLY_PRICE_MIN } from '@desk/schema/sources/source-form'
import { LOI_MINUTES_MAX, SELL_PRICE_MAX, TARGET_MAX } from '@desk/schema/surveys/survey-fields'
import { balanceText, countText, UNKNOWN } from '#ui/format/figures.ts'
import { sinceText } from '#ui/format/times.ts'
import { chanceText, TOO_FAR } from './forecast-words.ts'
import { bandText } from './what-if-words.ts'

/** The facts of a planned source as a form has them: typed, perhaps not whole. */
export interface PlannedFacts {
  readonly countryId: number | null
  readonly loi: number | null
  readonly ir: number | null
  readonly target: number | null
  /** ISO 8601; null: it has no date. */
  readonly endsAt: string | null
  readonly supplierId: number | null
  readonly price: number | null
  readonly sellPrice: number | null
}

const isIn = (value: number | null, from: number, to: number): value is number =>
  value !== null && value >= from && value <= to
const inCents = (value: number): boolean => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

/** The question of a feasibility; null: the form lacks a fact of it. */
export function feasibilityQuery(facts: PlannedFacts): FeasibilityQuery | null {
  const { countryId, loi, ir, target, endsAt, supplierId, price, sellPrice } = facts
  if (countryId === null || !isIn(loi, 1, LOI_MINUTES_MAX) || !isIn(ir, 0.1, 100) || !isIn(target, 1, TARGET_MAX))
    return null
  if (!Number.isInteger(target) || !Number.isInteger(loi)) return null
  return {
    country_id: countryId,
    loi,
    ir: Math.round(ir * 10) / 10,
    target,
    ...(endsAt === null ? {} : { ends_at: endsAt }),
    ...(supplierId === null ? {} : { supplier: supplierId }),
    ...(isIn(price, SUPPLY_PRICE_MIN, SUPPLY_PRICE_MAX) && inCents(price) ? { price } : {}),
    ...(isIn(sellPrice, 0, SELL_PRICE_MAX) && inCents(sellPrice) ? { sell_price: sellPrice } : {}),
  }
}

const moneyText = (units: number | null): string => (units === null ? UNKNOWN : balanceText(Math.round(units * 100)))

/** A feasibility in figures. */
export function feasibilityLines(
  { outcome }: Feasibility,
  target: number,
  zone: string,
  nowMs: number,
): readonly { readonly name: string; readonly value: string }[] {
  const { state, p50_at, p_full, completes_at_end: atEnd, cost_to_finish: cost, margin_to_finish: margin } = outcome
  const band = bandText(outcome, zone)
  return [
    ...(state !== 'forecast'
      ? []
      : [
          ...(atEnd === null
            ? []
            : [
                {
                  name: 'By out of field',
                  value: `${countText(atEnd.p50)} of ${countText(target)} (${countText(atEnd.p10)} – ${countText(atEnd.p90)})`,
                },
              ]),
          {
            name: 'Full by',
            value: `${p50_at === null ? TOO_FAR : sinceText(p50_at, zone, nowMs)}${band === null ? '' : ` (${band})`}`,
          },
          ...(p_full === null ? [] : [{ name: 'Full by out of field', value: chanceText(p_full) }]),
        ]),
    ...(cost == null ? [] : [{ name: 'Cost', value: moneyText(cost) }]),
    ...(margin == null ? [] : [{ name: 'Margin', value: moneyText(margin) }]),
  ]
}

/** The sources behind a feasibility. */
export function feasibilityNotes({
  outcome,
  like_count,
  like_of,
  ir_band,
  loi_band,
  price,
}: Feasibility): readonly string[] {
  const like = `same country, IR ${ir_band.from}–${ir_band.to} %, LOI ${loi_band.from}–${loi_band.to - 1} min, ${like_of === 'supplier' ? 'same supplier' : 'any supplier'}`
  if (outcome.state === 'cannot_tell')
    return [`Cannot tell: ${countText(like_count)} like ${like_count === 1 ? 'source' : 'sources'} (${like}).`]
  return [
    `From ${countText(like_count)} finished sources (${like}), as if launched now.`,
    ...(price === null
      ? []
      : [
          price.is_enough
            ? `The price counts by the price steps of ${countText(price.count)} ${price.of === 'like' ? 'like sources' : 'sources of your account'}.`
            : `The price does not count: ${countText(price.count)} like ${price.count === 1 ? 'source' : 'sources'} changed price.`,
        ]),
  ]
}
