import type { FieldFacts } from './field-facts.ts'

/** The field facts of an object that has just been made. */
export const NO_FIELD_FACTS = {
  started_at: null,
  ends_at: null,
  stated_loi: null,
  stated_ir: null,
  is_over_loi: false,
  is_under_ir: false,
  sell_price: null,
  revenue: 0,
  recent_hours: null,
  forecast: null,
} as const satisfies FieldFacts
