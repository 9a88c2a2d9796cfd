import { Schema } from 'effect'

/** Every list has a limit; the next page starts at `offset`. */
export const LIST_LIMIT_DEFAULT = 200
export const LIST_LIMIT_MAX = 1000

/** Query fields of every list. */
export const pageQuery = {
  limit: Schema.optionalKey(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: LIST_LIMIT_MAX })),
  ),
  offset: Schema.optionalKey(
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 1_000_000 })),
  ),
}
