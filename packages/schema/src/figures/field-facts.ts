import { Schema } from 'effect'
import { IsoInstant } from '../ids/ids.ts'

/**
 * Stated values, field time, prices and earnings of a source, survey or project, by which its figures are judged (day.md §3).
 * `margin` is absent where the view hides it.
 */
export const FIELD_FACTS = {
  /** When it first went live; null: it never did. */
  started_at: Schema.NullOr(IsoInstant),
  /** When its field work ends: the earliest of its own date and those above it. */
  ends_at: Schema.NullOr(IsoInstant),
  /** Minutes, of its survey; of a project its own. */
  stated_loi: Schema.NullOr(Schema.Number),
  /** Percent. */
  stated_ir: Schema.NullOr(Schema.Number),
  /** Beyond the survey's limits (§3.6), which act from a number of completes on. */
  is_over_loi: Schema.Boolean,
  is_under_ir: Schema.Boolean,
  /** The price of a complete to the client as of now, in the account's currency. */
  sell_price: Schema.NullOr(Schema.Number),
  /** Of all completes, in the account's currency. */
  revenue: Schema.Number,
  /** Of the completes whose supply price is known; null: that of none is. */
  margin: Schema.optionalKey(Schema.NullOr(Schema.Number)),
  /** Live completes of the last hours, as `recentHours` writes them. */
  recent_hours: Schema.NullOr(Schema.String),
  /** Its latest forecast while it is live, as `forecastText` writes it. */
  forecast: Schema.NullOr(Schema.String),
}

const Facts = Schema.Struct(FIELD_FACTS)
export type FieldFacts = typeof Facts.Type
