import { Schema } from 'effect'

/** The id under which the server's log has the call that an answer is of, where it gave one; for whoever reads the journal. */
export const requestId = Schema.optionalKey(Schema.String)

/**
 * Declares the schema of one event of a machine.
 * @param type the event's name: a fact in the past tense, or a request ending in `Requested`; never reused
 * @param fields what it carries
 */
export function eventSchema<const T extends string, const F extends Schema.Struct.Fields>(type: T, fields: F) {
  return Schema.Struct({ type: Schema.Literal(type), ...fields })
}
