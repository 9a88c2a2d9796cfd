import type { Reversals } from '@desk/schema/forecasts/reversals'

/** Seven months, whose bands held for four of five; 30 of 40 open completes have a supply price. */
export const SAMPLE_REVERSALS: Reversals = {
  as_of: '2026-11-03T16:00:00.000Z',
  currency: 'USD',
  months: 7,
  record: { months: 5, within: 4 },
  open: { completes: 40, priced_completes: 30, revenue_cents: 20_000, expense_cents: 9_000, margin_cents: 6_000 },
  to_come: {
    revenue: { p10_cents: 500, expected_cents: 1_000, p90_cents: 1_600 },
    expense: { p10_cents: 250, expected_cents: 500, p90_cents: 800 },
    margin: { p10_cents: 150, expected_cents: 300, p90_cents: 480 },
  },
}
