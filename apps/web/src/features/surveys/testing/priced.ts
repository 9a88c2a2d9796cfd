import type { BuyerPricing } from '@desk/schema/rate-cards/rate-card'

/** The rate card's answer for an interview of ten minutes at an incidence of 50 %. */
export const PRICED: BuyerPricing = {
  rate_card_ud: 1,
  rate_card_name: 'General',
  version: 2,
  effective_from: '2026-01-01T00:00:00.000Z',
  currency: 'USD',
  price: 3.2,
  reason: null,
  loi_minutes: 10,
  ir_percent: 50,
  is_predicted: true,
}
