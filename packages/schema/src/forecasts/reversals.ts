import { Schema } from 'effect'
import { IsoInstant } from '../ids/ids.ts'

/** Money that is expected to be taken back: the expected cents and their 80 % band. A negative margin is one that grows by it. */
export const ReversalBand = Schema.Struct({
  p10_cents: Schema.Int,
  expected_cents: Schema.Int,
  p90_cents: Schema.Int,
})
export type ReversalBand = typeof ReversalBand.Type

/** Reversals still to come of completes whose window is open (forecast.md §6). Nothing of it is booked. */
export const Reversals = Schema.Struct({
  as_of: IsoInstant,
  currency: Schema.String,
  /** Months of the account with completes that are over, of the last twelve. */
  months: Schema.Int,
  /** For the end of each earlier month, whether the band that the months until then give held. */
  record: Schema.Struct({ months: Schema.Int, within: Schema.Int }),
  /** Completes that can still be rejected, and their money now. */
  open: Schema.Struct({
    completes: Schema.Int,
    /** Expense and margin are of these: their supply price is known. */
    priced_completes: Schema.Int,
    revenue_cents: Schema.Int,
    expense_cents: Schema.Int,
    margin_cents: Schema.Int,
  }),
  /** Null: fewer than three months. */
  to_come: Schema.NullOr(Schema.Struct({ revenue: ReversalBand, expense: ReversalBand, margin: ReversalBand })),
})
export type Reversals = typeof Reversals.Type
