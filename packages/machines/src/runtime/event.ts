import { Schema } from 'effect'

/**
 * Declares the schema of one event of a machine.
 * @param type the event's name: a fact in the past tense, or a wish ending in `Requested`; never reused
 * @param fields what it carries
 */
export function eventSchema<const T extends string, const F extends Schema.Struct.Fields>(type: T, fields: F) {
  return Schema.Struct({ type: Schema.Literal(type), ...fields })
}
