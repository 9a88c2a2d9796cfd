import { Schema } from 'effect'

/** The request id of the answered call in the server's log, if the server gave one; for readers of the journal. */
export const requestId = Schema.optionalKey(Schema.String)

/**
 * Declares the schema of one event of a machine.
 * @param type the event's name: a fact in the past tense, or a request ending in `Requested`; never reused
 * @param fields what it carries
 */
export function eventSchema<const T extends string, const F extends Schema.Struct.Fields>(type: T, fields: F) {
  return Schema.Struct({ type: Schema.Literal(type), ...fields })
}
