import { Schema } from 'effect'
import { IsoInstant } from '../ids/ids.ts'

/** One attempt to post a message to an address. */
export const DeliveryAttempt = Schema.Struct({
  at: IsoInstant,
  /** Null: there was no answer. */
  status: Schema.NullOr(Schema.Int),
  ms: Schema.Int,
  /** Why it failed; null: it was delivered. */
  fault: Schema.NullOr(Schema.String),
  /** The beginning of the answer. */
  answer: Schema.String,
})
export type DeliveryAttempt = typeof DeliveryAttempt.Type
