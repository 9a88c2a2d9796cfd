import type { BuyerPricing } from '@desk/schema/rate-cards/rate-card'
import { moneyText } from '#ui/format/figures.ts'

const QUOTES = {
  no_rate_card: 'The account has no rate card for this country.',
  loi_outside: 'The interview is longer than the rate card goes.',
  ir_outside: 'The incidence is lower than the rate card goes.',
  no_price: 'The rate card has no price for this LOI and incidence.',
} as const

/** A rate card's price in words (api:S9). */
export interface RateWords {
  readonly price: string
  /** Where it comes from, or why there is none. */
  readonly why: string
}

export function rateWords({
  price,
  reason,
  currency,
  rate_card_name,
  version,
  loi_minutes,
  ir_percent,
  is_predicted,
}: BuyerPricing): RateWords {
  if (price === null)
    return { price: reason === 'no_rate_card' ? 'no rate card' : 'ask for a quote', why: QUOTES[reason ?? 'no_price'] }
  const place = `${rate_card_name}, version ${version}: up to ${loi_minutes} minutes, from ${ir_percent}%.`
  return {
    price: moneyText(price * 100, currency ?? undefined),
    why: is_predicted ? `${place} An estimate until the launch.` : `${place} In force at the launch.`,
  }
}
